import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { pageQuery } from '#shared/contracts/paging.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { sourceName } from './conversation-sources.ts';
import { budgetFigures, holdReason } from './hold-reasons.ts';
import { conversationStatus, draftCut, placeRules, replyWay, suggestionKind } from './opportunities.ts';

/** Longest reply in characters. */
export const replyLimit = 10_000;
/** Longest content warning in characters. */
export const warningLimit = 500;

/** Why a reply that was to be sent is not known to be there. */
export const postingOutcome = z.enum([
  'too-fast',
  'logged-out',
  'closed',
  'refused',
  'busy',
  'moderation',
  'unknown',
]);
export type PostingOutcome = z.infer<typeof postingOutcome>;

/** State of a posted reply at its place, as last checked. */
export const postStatus = z.enum(['unchecked', 'present', 'removed', 'unknown']);
export type PostStatus = z.infer<typeof postStatus>;

export const conversation = z.object({
  id: z.string(),
  campaignId: z.string(),
  product: z.object({ name: z.string() }),
  postTitle: z.string(),
  postUrl: z.string(),
  /** Plain text. */
  originalPost: z.string(),
  source: sourceName,
  host: z.string(),
  community: z.nullable(z.string()),
  /** When the post was written. */
  postedAt: z.string(),
  status: conversationStatus,
  createdAt: z.string(),
  updatedAt: z.string(),
  suggestedReply: z.string(),
  suggestionKind,
  /** Sentences that the model's draft had and the suggestion has not. */
  draftCuts: z.array(draftCut),
  /** The words that the owner approved; null before. */
  reply: z.nullable(z.string()),
  replyWay,
  /** True when a reply by hand can be looked for there: an account of the owner is known. */
  replyFindable: z.boolean(),
  /** Address at which a reply by hand is written. */
  replyUrl: z.string(),
  /** The posted reply; null until it is found. */
  replyPostedUrl: z.nullable(z.string()),
  /** Its words there, where they are not the approved ones. */
  postedText: z.nullable(z.string()),
  confidence: z.number(),
  /** The sentence of the post that asks, word for word; null where none asks clearly. */
  quote: z.nullable(z.string()),
  keywords: z.array(z.string()),
  /** The short address that counts visits; it takes the place of the product's own in the reply. */
  trackedLink: z.string(),
  clicks: z.number(),
  /** Clicks beside these that look automatic. */
  automaticClicks: z.number(),
  /** How sending failed or is not confirmed; null otherwise. */
  outcome: z.nullable(postingOutcome),
  /** Why it waits, was left to its owner, failed or is not confirmed; null otherwise. */
  heldBecause: z.nullable(holdReason),
  postStatus: postStatus,
  postCheckedAt: z.nullable(z.string()),
});
export type Conversation = z.infer<typeof conversation>;

/** The caller's conversations, newest first. */
export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  access: 'signed-in',
  act: 'view conversations',
  query: z.object({
    ...pageQuery,
    status: z.optional(conversationStatus),
    source: z.optional(sourceName),
    campaign: z.optional(text(64)),
    /** Keeps those with these ids, with commas between them. */
    ids: z.optional(requiredText(4_000)),
  }),
  response: z.array(conversation),
});

/**
 * APPROVED needs `reply`, the owner's own words, where only a briefing is suggested; elsewhere the draft is taken
 * without it. AWAITING_REVIEW takes back an approval that is not on its way, one that failed, or a rejection.
 */
export const setConversationStatus = endpoint({
  method: 'PATCH',
  path: '/api/conversations/{id}/status',
  access: 'signed-in',
  act: 'update a conversation',
  body: z.strictObject({
    status: z.enum(['APPROVED', 'REJECTED', 'AWAITING_REVIEW']),
    reply: z.optional(requiredText(replyLimit)),
    /** The warning before the reply; that of the post without it. */
    contentWarning: z.optional(text(warningLimit)),
  }),
  response: conversation,
  refusals: [403, 409],
});

/**
 * The owner posted by hand, or has found what was not confirmed: says where, or asks to look for it now, which takes a
 * linked account. One that is not found stays as it was.
 */
export const confirmPosted = endpoint({
  method: 'POST',
  path: '/api/conversations/{id}/posted',
  access: 'signed-in',
  act: 'update a conversation',
  body: z.strictObject({ url: z.optional(requiredText(2_000)) }),
  response: conversation,
  refusals: [403, 409],
});

/** Hands a reply that failed or is not confirmed back to its owner, to be posted by hand: READY. */
export const takeOverConversation = endpoint({
  method: 'POST',
  path: '/api/conversations/{id}/take-over',
  access: 'signed-in',
  act: 'update a conversation',
  response: conversation,
  refusals: [403, 409],
});

/** Guidance before writing: the place's rules and the promotion budget left there, with its figures. */
export const readGuidance = endpoint({
  method: 'GET',
  path: '/api/conversations/{id}/guidance',
  access: 'signed-in',
  act: 'view a conversation',
  response: z.object({
    rules: placeRules,
    budget: z.object({
      /** True when a reply that names the product is within it now. */
      promotionAllowed: z.boolean(),
      repliesLeftToday: z.number(),
      figures: budgetFigures,
    }),
    /** A sentence that says who is writing. */
    disclosure: z.string(),
    /** The linked account that would send it; null when it is posted by hand. */
    account: z.nullable(z.object({ username: z.string(), host: z.string() })),
    /** Characters that the account's server takes; null where it does not say. */
    limits: z.nullable(z.object({ shortest: z.nullable(z.number()), longest: z.nullable(z.number()) })),
    /** The warning before the post, which the reply gets too; null without one. */
    contentWarning: z.nullable(z.string()),
  }),
});
export type Guidance = z.infer<typeof readGuidance.response>;
