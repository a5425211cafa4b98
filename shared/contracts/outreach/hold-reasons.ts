import * as z from 'zod/mini';

/** Counts behind a promotion budget. */
export const budgetFigures = z.object({
  place: z.string(),
  /** Null where a place has no communities. */
  community: z.nullable(z.string()),
  /** Replies of the last 24 hours. */
  today: z.object({ used: z.number(), allowed: z.number() }),
  /** Replies of the last 30 days that named the product, and those that only helped. */
  lately: z.object({ named: z.number(), helpful: z.number(), allowed: z.number() }),
  /** Replies of the last 7 days that named it in the community, and days until it is free again. */
  here: z.object({ named: z.number(), freeInDays: z.number() }),
});
export type BudgetFigures = z.infer<typeof budgetFigures>;

const place = z.string();
const host = z.string();
/** ISO 8601. */
const until = z.string();

/**
 * Why a reply is not sent, or not known to be there: a code with its arguments. Stored so, and worded on screen alone
 * (`web/features/outreach/hold-labels.ts`).
 */
export const holdReason = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['distress', 'no-model', 'plan', 'approval-expired', 'server-rules-unknown']) }),
  z.object({
    code: z.enum([
      'read-only',
      'not-automated',
      'rules-unknown',
      'own-words',
      'too-close-to-draft',
      'by-hand',
      'no-account',
      'account-unusable',
      'day-used-up',
      'promotions-used-up',
    ]),
    place,
  }),
  /** `rule` is the place's own sentence. */
  z.object({ code: z.literal('promotion-banned'), place, rule: z.string() }),
  z.object({ code: z.literal('rules-outdated'), place, readOn: z.string() }),
  z.object({ code: z.literal('unsure'), confidence: z.number(), threshold: z.number() }),
  z.object({ code: z.literal('unapproved'), sentence: z.string() }),
  z.object({ code: z.literal('over-budget'), figures: budgetFigures }),
  /** A check before approval refused it: a code of the message catalogue. */
  z.object({
    code: z.literal('refused-by-check'),
    message: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  z.object({
    code: z.enum([
      'sign-in',
      'other-account',
      'other-server',
      'account-unlinked',
      'busy-too-long',
      'unseen-too-long',
      'answer-lost',
      'never-found',
      'found-twice',
      'account-gone',
      'moderation',
      'moderation-over',
    ]),
    host,
  }),
  z.object({ code: z.enum(['too-fast', 'busy', 'unchecked', 'unseen']), host, until }),
  /** `quote` holds the source's own words. */
  z.object({
    code: z.enum(['logged-out', 'closed', 'not-from-you', 'refused']),
    host,
    quote: z.optional(z.string()),
  }),
]);
export type HoldReason = z.infer<typeof holdReason>;
