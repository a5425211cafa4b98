import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { text } from './text.ts';

/**
 * Delivery of a stored message while its sender waited. `sent` reached the mail server, `kept` has not left yet,
 * `refused` was rejected for good.
 */
const delivery = z.object({ delivery: z.enum(['sent', 'kept', 'refused']) });
export type Delivery = z.infer<typeof delivery>;

/** Fields that tell people from programs. Both may be absent, because only our own forms send them. */
export const humanSigns = {
  /** A field that people can't see. */
  trap: z.optional(text(500)),
  /** Its earlier name, which password managers fill: open pages still send it, and it counts for nothing. */
  website: z.optional(text(500)),
  /** Milliseconds between showing the form and sending it. */
  openMs: z.optional(z.number().check(z.nonnegative())),
};

export const longestMessage = 5000;
export const longestNote = 2000;

/** A demo can be wished for from tomorrow up to this many days ahead. */
export const longestAheadDays = 60;

/** Contact form (specification 2 and 5); the server refuses blank fields in its own words. */
export const sendEmail = endpoint({
  method: 'POST',
  path: '/api/send-email',
  access: 'public',
  unprefixed: true,
  body: z.strictObject({
    fullName: z.optional(text(200)),
    email: z.optional(text(320)),
    phone: z.optional(text(50)),
    message: z.optional(text(longestMessage)),
    ...humanSigns,
  }),
  response: delivery,
});

/** 'Book a Demo': a wish for a time, in the visitor's own time zone. */
export const requestDemo = endpoint({
  method: 'POST',
  path: '/api/demo-requests',
  access: 'public',
  body: z.strictObject({
    fullName: text(200),
    email: text(320),
    /** ISO 8601 with an offset or Z. */
    startsAt: z.iso.datetime({ offset: true }),
    /** IANA name, such as Europe/Paris. */
    timeZone: text(64),
    note: z.optional(text(longestNote)),
    ...humanSigns,
  }),
  response: delivery,
});
