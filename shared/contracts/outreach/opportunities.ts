import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { leftOutReason, sourceName, sourceReport } from './conversation-sources.ts';

/** States of a conversation (design 7.15). */
export const conversationStatus = z.enum([
  'AWAITING_REVIEW',
  'APPROVED',
  'REJECTED',
  'POSTING',
  'POSTED',
  'FAILED',
  'READY',
  'UNCONFIRMED',
]);
export type ConversationStatus = z.infer<typeof conversationStatus>;

/** A `briefing` is for the owner's eyes, who writes the reply; a `draft` may be sent as it is. */
export const suggestionKind = z.enum(['briefing', 'draft']);
export type SuggestionKind = z.infer<typeof suggestionKind>;

/** Why a sentence was cut from a model's draft. */
export const cutReason = z.enum([
  'figure',
  'experience',
  'promise',
  'threat',
  'other-product',
  'link',
  'named-again',
  'too-long',
]);
export type CutReason = z.infer<typeof cutReason>;

export const draftCut = z.object({ sentence: z.string(), reason: cutReason });
export type DraftCut = z.infer<typeof draftCut>;

/** How a reply gets there: by the owner's hand, sent from a linked account, or not at all. */
export const replyWay = z.enum(['hand', 'account', 'none']);
export type ReplyWay = z.infer<typeof replyWay>;

/** Rules that a place sets for replies, as shown beside a conversation (design 7.12). */
export const placeRules = z.object({
  /** Such as 'Hacker News'. */
  place: z.string(),
  rules: z.array(z.object({ text: z.string(), source: z.string() })),
  /** The day on which they were read, 'YYYY-MM-DD'. */
  readOn: z.string(),
  /** Read too long ago to be relied on: the strictest reading holds. */
  expired: z.boolean(),
  generatedText: z.enum(['allowed', 'unwelcome']),
  automatedPosting: z.boolean(),
});
export type PlaceRules = z.infer<typeof placeRules>;

/** A conversation worth joining, before a campaign holds it (specification 3). */
export const opportunity = z.object({
  id: z.string(),
  link: z.string(),
  /** Plain text, whatever the source sent. */
  original_post: z.string(),
  suggested_response: z.string(),
  keywords_used: z.array(z.string()),
  /** On which day of the campaign it is its turn: see the promotion budget. */
  day: z.number(),
  status: conversationStatus,
  source: sourceName,
  host: z.string(),
  title: z.string(),
  community: z.nullable(z.string()),
  /** When it was written, ISO 8601. */
  posted_at: z.string(),
  replies: z.nullable(z.number()),
  /** The licence of its text, where its source names one. */
  license: z.nullable(z.string()),
  /** How likely it is worth answering, 0 to 100: of ten products' posts as likely as this, so many were. */
  confidence: z.number(),
  /** The sentence that asks, word for word; null where none asks clearly. */
  quote: z.nullable(z.string()),
  suggestion_kind: suggestionKind,
  /** Sentences that the model's draft had and the suggestion has not. */
  draft_cuts: z.array(draftCut),
  reply_way: replyWay,
  rules: placeRules,
});
export type Opportunity = z.infer<typeof opportunity>;

/** Most opportunities of a search, and most left-out posts of each reason. */
export const mostShown = 200;
export const mostOfReason = 20;

/** A post that a search left out, so that it can be read and brought back. */
export const leftOutPost = z.object({
  reason: leftOutReason,
  title: z.string(),
  link: z.string(),
  source: sourceName,
  host: z.string(),
  community: z.nullable(z.string()),
  /** When it was written, ISO 8601. */
  posted_at: z.string(),
  /** The opportunity that bringing it back adds to the list; null where no reply is possible or right. */
  opportunity: z.nullable(opportunity),
  /** The caller's conversation about it, and when it was replied to; null where there is none. */
  known: z.nullable(z.object({ id: z.string(), repliedAt: z.nullable(z.string()) })),
});
export type LeftOutPost = z.infer<typeof leftOutPost>;

export const foundOpportunities = z.object({
  opportunities: z.array(opportunity),
  sources: z.array(sourceReport),
  /** Queries that the sources were sent. */
  searchedFor: z.array(z.string()),
  /** How many different posts the sources gave. */
  considered: z.number(),
  leftOut: z.array(z.object({ reason: leftOutReason, count: z.number() })),
  /** The nearest of each reason; `leftOut` says how many there were. */
  leftOutPosts: z.array(leftOutPost),
  /** The model that read them; null when none did. */
  model: z.nullable(z.string()),
});
export type FoundOpportunities = z.infer<typeof foundOpportunities>;

/** Name, address and description of a product. The server refuses blank fields with messages of its own. */
export const product = z.strictObject({
  name: text(200),
  url: text(2_000),
  description: text(10_000),
});
export type Product = z.infer<typeof product>;

/** Most forums of their own that an owner adds. */
export const forumLimit = 5;
/** Addresses of Discourse forums, such as 'forum.example.com'. */
export const forums = z.array(requiredText(253)).check(z.maxLength(forumLimit));

/**
 * With `Accept: text/event-stream` it streams one `source` event a host, when it is asked and when it is done
 * (`searchProgress`), then `ranking`, then one `done` event with this reply or `failed` with an error body.
 */
export const findOpportunities = endpoint({
  method: 'POST',
  path: '/api/campaign/find-opportunities',
  access: 'session',
  act: 'start a campaign',
  unprefixed: true,
  errorField: 'message',
  body: z.extend(product, { userId: text(200), forums: z.optional(forums) }),
  response: foundOpportunities,
  refusals: [403, 409, 499],
  responseTypes: ['application/json', 'text/event-stream'],
});

export const searchProgress = z.object({
  source: sourceName,
  host: z.string(),
  /** Null while it is being asked. */
  report: z.nullable(sourceReport),
});
export type SearchProgress = z.infer<typeof searchProgress>;
