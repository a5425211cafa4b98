import * as z from 'zod/mini';

/** Sources that are searched for conversations. */
export const sourceName = z.enum([
  'hacker-news',
  'stack-exchange',
  'lemmy',
  'discourse',
  'dev',
  'github',
  'mastodon',
  'bluesky',
  'reddit',
]);
export type SourceName = z.infer<typeof sourceName>;

/** Result of one request to a host; `waiting` means that its rate limit forbids a request now. */
export const sourceReport = z.object({
  source: sourceName,
  host: z.string(),
  outcome: z.enum(['answered', 'cached', 'waiting', 'failed', 'not-configured']),
  /** How many posts it gave. */
  found: z.number(),
  /** Why there are none, or only some, in one sentence; empty when all went well. */
  message: z.string(),
});
export type SourceReport = z.infer<typeof sourceReport>;

/** Why a post that a source gave is not among the opportunities. */
export const leftOutReason = z.enum([
  'off-topic',
  'too-old',
  'duplicate',
  'known',
  'own',
  'dead',
  'locked',
  'hiring',
  'promotional',
  'crisis',
  'no-self-promotion',
]);
export type LeftOutReason = z.infer<typeof leftOutReason>;
