import * as z from 'zod/mini';
import { type SourceName, sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';

export const sourceName = z.enum(Object.keys(sourceLabels) as SourceName[]);
export type { SourceName };

/** Why a host gave no posts, or not all; `until` is when a busy one may be asked again. */
export const sourceReason = z.object({
  code: z.enum([
    'timed-out',
    'busy',
    'refused',
    'unreadable',
    'too-large',
    'unavailable',
    'auth-required',
    'forbidden-address',
    'needs-account',
    'needs-forum',
    'needs-approval',
  ]),
  until: z.optional(z.string()),
});
export type SourceReason = z.infer<typeof sourceReason>;

/** Result of one request to a host; `waiting` means that its rate limit forbids a request now. */
export const sourceReport = z.object({
  source: sourceName,
  host: z.string(),
  outcome: z.enum(['answered', 'cached', 'waiting', 'failed', 'not-configured']),
  /** How many posts it gave. */
  found: z.number(),
  /** Null when all went well. */
  reason: z.nullable(sourceReason),
});
export type SourceReport = z.infer<typeof sourceReport>;

/** Why a post that a source gave is not among the opportunities. */
export const leftOutReason = z.enum([
  'not-asking',
  'off-topic',
  'known',
  'duplicate',
  'own',
  'excluded',
  'crisis',
  'dead',
  'locked',
  'too-old',
  'beyond',
]);
export type LeftOutReason = z.infer<typeof leftOutReason>;
