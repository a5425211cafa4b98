import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { surveyAnalysis } from './analyses.ts';

/** Days that a link may last. */
export const resultsLinkDays = [7, 30, 90] as const;

const options = {
  /** Positions of the questions that are left out. */
  hidden: z.array(z.int().check(z.minimum(0), z.maximum(29))).check(z.maxLength(30)),
  /** Open answers and quotes are left out unless this is true. */
  showsTexts: z.boolean(),
};

/** A survey's public, read-only link to its results; each survey has at most one. */
export const resultsLink = z.object({ ...options, expiresAt: z.string() });
export type ResultsLink = z.infer<typeof resultsLink>;

/** Without the ids that lead to the full analysis, and without who chose which option. */
export const sharedResults = z.extend(
  z.omit(surveyAnalysis, { surveyId: true, trailId: true, newest: true, choices: true }),
  { hiddenQuestions: z.optional(z.number()) },
);
export type SharedResults = z.infer<typeof sharedResults>;

/** The address is `/results/{token}`; the token is given only here, and ends the link before it. */
export const createResultsLink = endpoint({
  method: 'PUT',
  path: '/api/surveys/{surveyId}/results-link',
  access: 'signed-in',
  act: 'share results',
  body: z.strictObject({ ...options, days: z.union(resultsLinkDays.map((days) => z.literal(days))) }),
  response: z.extend(resultsLink, { token: z.string() }),
});

/** Null when there is none or it has expired. */
export const readResultsLink = endpoint({
  method: 'GET',
  path: '/api/surveys/{surveyId}/results-link',
  access: 'signed-in',
  act: 'share results',
  response: z.object({ link: z.nullable(resultsLink) }),
});

export const removeResultsLink = endpoint({
  method: 'DELETE',
  path: '/api/surveys/{surveyId}/results-link',
  access: 'signed-in',
  act: 'share results',
  response: z.object({ removed: z.boolean() }),
});

/** The same 404 for an unknown, a removed and an expired link. */
export const readSharedResults = endpoint({
  method: 'GET',
  path: '/api/results/{token}',
  access: 'public',
  response: sharedResults,
});
