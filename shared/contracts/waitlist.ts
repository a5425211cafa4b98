import * as z from 'zod/mini';
import { humanSigns } from './contact.ts';
import { endpoint } from './endpoint.ts';
import { requiredText, text } from './text.ts';

/**
 * Joins Startup Social's list (specification 7). An address is added when the link in the mail is opened. The reply is
 * the same whatever is known of the address.
 */
export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/notify',
  access: 'optional',
  ignoresBadToken: true,
  unprefixed: true,
  body: z.strictObject({ email: z.optional(text(320)), ...humanSigns }),
  response: z.object({ asked: z.literal(true) }),
});

/** From the link in the mail; a second time changes nothing. */
export const confirmWaitlist = endpoint({
  method: 'POST',
  path: '/api/notify/confirm',
  access: 'public',
  body: z.strictObject({ token: requiredText(200) }),
  response: z.object({ email: z.string() }),
  refusals: [404],
});

/** Answers the button of a mail program, which names the token in the address, with a text. */
export const leaveWaitlist = endpoint({
  method: 'POST',
  path: '/api/notify/unsubscribe',
  access: 'public',
  body: z.strictObject({ token: requiredText(200) }),
  response: z.object({ email: z.string() }),
  refusals: [404],
  responseTypes: ['application/json', 'text/plain'],
});
