import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { pageQuery } from '#shared/contracts/paging.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { leftOutReason, sourceReport } from './conversation-sources.ts';
import { forums, mostOfReason, mostShown, product } from './opportunities.ts';

/** Bounds of the confidence from which replies may be sent without being read (specification 5). */
export const thresholdBounds = { least: 50, most: 100, usual: 95 };
const threshold = z
  .number()
  .check(z.int('must be a whole number'), z.minimum(thresholdBounds.least), z.maximum(thresholdBounds.most));

/** Campaigns of one owner that listen at a time: each asks the sources up to every hour. */
export const activeCampaignLimit = 10;

/** Most of a campaign's keywords. */
export const keywordLimit = 20;

/** Most words that a campaign excludes. */
export const excludedWordLimit = 50;

/** Why a campaign doesn't listen: its owner paused it, replies were removed, or the plan has ended. */
export const pauseReason = z.enum(['owner', 'removals', 'plan']);
export type PauseReason = z.infer<typeof pauseReason>;

/** A source's last report in a campaign, and when it was asked. */
export const campaignSource = z.extend(sourceReport, { askedAt: z.string() });
export type CampaignSource = z.infer<typeof campaignSource>;

export const campaign = z.object({
  id: z.string(),
  product: z.object({ name: z.string(), url: z.string(), description: z.string() }),
  createdAt: z.string(),
  keywords: z.array(z.string()),
  forums: z.array(z.string()),
  /** Posts that hold one of these words are not found. */
  excludedWords: z.array(z.string()),
  active: z.boolean(),
  pausedBecause: z.nullable(pauseReason),
  /** When its owner ended it; null while it runs or pauses. */
  endedAt: z.nullable(z.string()),
  autoPost: z.boolean(),
  confidenceThreshold: z.number(),
  lastListenedAt: z.nullable(z.string()),
  /** Null while it does not listen. */
  nextListenAt: z.nullable(z.string()),
  /** Each source's report on the last search that asked it. */
  sources: z.array(campaignSource),
  /** Atom feed of what it finds, for anybody who knows the address. */
  feedUrl: z.string(),
  conversations: z.object({ total: z.number(), awaitingReview: z.number(), posted: z.number() }),
});
export type Campaign = z.infer<typeof campaign>;

/**
 * The opportunities are those that the last searches of this user found; what the browser sends of them beside `id`
 * and `link` is ignored. Takes an `Idempotency-Key`.
 */
export const startCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/start',
  access: 'session',
  act: 'start a campaign',
  unprefixed: true,
  errorField: 'message',
  // Two hundred whole opportunities with posts of usual length; our own browser sends ids and links.
  bodyLimit: 1024 * 1024,
  body: z.strictObject({
    userId: text(200),
    product,
    opportunities: z
      .array(z.object({ id: z.optional(text(64)), link: requiredText(4_000) }))
      .check(z.maxLength(mostShown + leftOutReason.options.length * mostOfReason)),
    forums: z.optional(forums),
    trailId: z.optional(text(64)),
  }),
  response: z.object({ campaign, saved: z.number() }),
  status: 201,
  refusals: [403, 409],
  idempotencyKey: true,
});

/** The caller's campaigns, newest first. */
export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/products/campaign',
  access: 'signed-in',
  act: 'view campaigns',
  query: z.object(pageQuery),
  response: z.array(campaign),
});

export const pauseCampaign = endpoint({
  method: 'PATCH',
  path: '/api/campaign/{id}/pause',
  access: 'signed-in',
  act: 'pause a campaign',
  response: campaign,
  refusals: [409],
});

export const resumeCampaign = endpoint({
  method: 'PATCH',
  path: '/api/campaign/{id}/resume',
  access: 'signed-in',
  act: 'resume a campaign',
  response: campaign,
  refusals: [403, 409],
});

/** Gives a campaign's feed a new address; the old one ends. */
export const renewFeed = endpoint({
  method: 'POST',
  path: '/api/campaign/{id}/feed',
  access: 'signed-in',
  act: 'renew a feed address',
  response: campaign,
  refusals: [409],
});

/** Stops a campaign for good; resuming starts it again. */
export const endCampaign = endpoint({
  method: 'PATCH',
  path: '/api/campaign/{id}/end',
  access: 'signed-in',
  act: 'end a campaign',
  response: campaign,
  refusals: [409],
});

/** Deletes a campaign. What was posted stays recorded for the promotion budget, and its links go on. */
export const deleteCampaign = endpoint({
  method: 'DELETE',
  path: '/api/products/campaign/{id}',
  access: 'signed-in',
  act: 'delete a campaign',
  response: z.object({ deleted: z.boolean() }),
  refusals: [409],
});

/** Changes what is named and leaves the rest. */
export const changeCampaign = endpoint({
  method: 'PUT',
  path: '/api/campaign/{id}/settings',
  access: 'signed-in',
  act: 'update a campaign',
  body: z.strictObject({
    name: z.optional(requiredText(200)),
    autoPost: z.optional(z.boolean()),
    confidenceThreshold: z.optional(threshold),
    keywords: z.optional(z.array(requiredText(60)).check(z.minLength(1), z.maxLength(keywordLimit))),
    forums: z.optional(forums),
    excludedWords: z.optional(z.array(requiredText(60)).check(z.maxLength(excludedWordLimit))),
  }),
  response: campaign,
  refusals: [403, 409],
});
export type CampaignChange = z.infer<typeof changeCampaign.body>;
