import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { sourceName } from './conversation-sources.ts';

/** Proven by a code in the profile, or signed in once: then only the session is kept (design 7.13). */
export const linkedAccount = z.object({
  id: z.string(),
  source: sourceName,
  host: z.string(),
  username: z.string(),
  way: z.enum(['proof', 'session']),
  /** True when replies are sent from it; a proven account posts by hand. */
  canPost: z.boolean(),
  linkedAt: z.string(),
  /** When the account was made there, where the source tells. */
  accountCreatedAt: z.nullable(z.string()),
  karma: z.nullable(z.number()),
  /** Set when the source no longer takes its session. */
  needsLink: z.boolean(),
  /** The rules that its server publishes; null where none were read. */
  rules: z.nullable(z.object({ texts: z.array(z.string()), readOn: z.string() })),
});
export type LinkedAccount = z.infer<typeof linkedAccount>;

export const listLinkedAccounts = endpoint({
  method: 'GET',
  path: '/api/linked-accounts',
  access: 'signed-in',
  act: 'view linked accounts',
  response: z.array(linkedAccount),
});

/** `loginUrl` is our page (design 7.13). */
export const startHackerNewsLink = endpoint({
  method: 'POST',
  path: '/api/hn/login',
  access: 'signed-in',
  act: 'link an account',
  body: z.strictObject({ campaignId: requiredText(64) }),
  response: z.object({ loginUrl: z.string() }),
  refusals: [404],
});

export const hackerNewsLink = z.object({
  /** Text that the profile must show, such as 'verify-1a2b3c4d'. */
  code: z.string(),
  state: z.enum(['waiting', 'linked', 'expired']),
  expiresAt: z.string(),
  /** The forum's own pages. */
  forumUrl: z.string(),
  account: z.nullable(linkedAccount),
});
export type HackerNewsLink = z.infer<typeof hackerNewsLink>;

export const readHackerNewsLink = endpoint({
  method: 'GET',
  path: '/api/hn/links/{nonce}',
  access: 'signed-in',
  act: 'link an account',
  response: hackerNewsLink,
});

const username = requiredText(60).check(z.regex(/^[\w.@:-]+$/, 'is not a user name'));
const secret = requiredText(2_000);

/** Looks for the code in the profile. */
export const proveHackerNewsAccount = endpoint({
  method: 'POST',
  path: '/api/hn/links/{nonce}/check',
  access: 'signed-in',
  act: 'link an account',
  body: z.strictObject({ username }),
  response: hackerNewsLink,
  refusals: [409, 410],
});

/**
 * `secret` is an access token (Mastodon), a user API key (Discourse), a password that is exchanged for a session
 * (Lemmy) or an app password that is exchanged for one (Bluesky).
 */
export const linkAccount = endpoint({
  method: 'POST',
  path: '/api/linked-accounts',
  access: 'signed-in',
  act: 'link an account',
  body: z.strictObject({
    source: z.enum(['mastodon', 'lemmy', 'discourse', 'bluesky']),
    host: text(253),
    username: text(253),
    secret,
  }),
  response: linkedAccount,
  status: 201,
  refusals: [403, 409],
});

/** Deletes the session at once. */
export const unlinkAccount = endpoint({
  method: 'DELETE',
  path: '/api/linked-accounts/{id}',
  access: 'signed-in',
  act: 'unlink an account',
  response: z.object({ unlinked: z.boolean() }),
});
