import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { text } from './text.ts';

export const plan = z.enum(['free', 'pro', 'developer']);
export type Plan = z.infer<typeof plan>;

/** The account as the browser keeps it; times are epoch milliseconds (specification 3). */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  plan,
  lastFreeRequestTimestamp: z.optional(z.number()),
  proRequestsThisMonth: z.optional(z.object({ monthYear: z.string(), count: z.number() })),
  /** Support requests given back for overdue answers, beside what the plan allows; absent when there are none. */
  extraRequests: z.optional(z.number()),
  /** When the account will be deleted; absent unless its owner asked for it. */
  deletesAt: z.optional(z.number()),
  /** Only there for users who work on support requests. */
  supportAgent: z.optional(z.literal(true)),
  /** Only there for users who would, with a second factor. */
  needsSecondFactor: z.optional(z.literal(true)),
});
export type User = z.infer<typeof user>;

/** Its reply sets the session cookie. */
export const syncUser = endpoint({
  method: 'POST',
  path: '/api/user/sync',
  access: 'signed-in',
  act: 'sync your account',
  body: z.strictObject({ id: text(200), email: text(320), name: z.optional(text(200)) }),
  response: user,
  refusals: [403, 409],
});

/** One signed-in browser. */
export const device = z.object({
  id: z.string(),
  /** Browser and system, such as 'Chrome on Mac'. */
  name: z.string(),
  isPhone: z.boolean(),
  lastSeenAt: z.string(),
  /** The browser that asks. */
  isCurrent: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** The caller's devices, the last seen first; none where the identity provider keeps its sessions to itself. */
export const listDevices = endpoint({
  method: 'GET',
  path: '/api/user/devices',
  access: 'signed-in',
  act: 'see your devices',
  response: z.array(device),
});

/** Signs one device out. */
export const endDevice = endpoint({
  method: 'DELETE',
  path: '/api/user/devices/{id}',
  access: 'signed-in',
  act: 'sign a device out',
  response: z.object({ ended: z.boolean() }),
  refusals: [404],
});

/** Signs every device out but the caller's. */
export const endOtherDevices = endpoint({
  method: 'DELETE',
  path: '/api/user/devices',
  access: 'signed-in',
  act: 'sign your other devices out',
  response: z.object({ ended: z.number() }),
});

/** Ends the session that `syncUser` began for calls that carry no token (design 7.2). */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/session',
  access: 'public',
  response: z.object({ ended: z.boolean() }),
});
