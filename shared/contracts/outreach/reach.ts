import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { text } from '#shared/contracts/text.ts';
import { sourceName } from './conversation-sources.ts';

const counts = {
  /** People who followed a tracked link, each once a day. */
  visits: z.number(),
  /** Visits beside these that look automatic: without signs of a person, or one of a burst. */
  automaticVisits: z.number(),
  /** Of them, those who signed up: as the product's own page reported it. */
  signUps: z.number(),
  /** Of them, those who answered a survey of this site. */
  surveyAnswers: z.number(),
  /** Answers of people who have the problem. */
  qualifiedAnswers: z.number(),
};

/** Reach of the posted replies: the way to the first 1,000 users, by community. */
export const reach = z.object({
  /** How many users the way leads to (specification 9). */
  target: z.number(),
  ...counts,
  communities: z.array(
    z.object({
      source: sourceName,
      host: z.string(),
      community: z.nullable(z.string()),
      replies: z.number(),
      ...counts,
    }),
  ),
  /** Suggested next place, with the reason; null while no data supports one. */
  suggestion: z.nullable(z.object({ place: z.string(), why: z.string() })),
  /** For each campaign, an image that a product's own thank-you page shows to report a sign-up. */
  signUpImages: z.array(z.object({ campaignId: z.string(), productName: z.string(), url: z.string() })),
});
export type Reach = z.infer<typeof reach>;

export const readReach = endpoint({
  method: 'GET',
  path: '/api/reach',
  access: 'signed-in',
  act: 'view campaign results',
  query: z.object({ campaign: z.optional(text(64)) }),
  response: reach,
});
