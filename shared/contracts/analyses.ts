import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './paging.ts';
import { receipt } from './receipt.ts';
import { requiredText, text } from './text.ts';

export const sentiment = z.enum(['Positive', 'Mixed', 'Negative']);
export type Sentiment = z.infer<typeof sentiment>;

/** The verdict's words (specification 3); every number in them is computed from the answers. */
export const analysis = z.object({
  summary: z.string(),
  sentiment,
  goNoGoDecision: z.string(),
  recommendationReasoning: z.string(),
  keyStrengths: z.array(z.string()),
  keyWeaknesses: z.array(z.string()),
});
export type Analysis = z.infer<typeof analysis>;

/** How often an option was chosen. */
export const optionCount = z.object({ name: z.string(), count: z.number() });
export type OptionCount = z.infer<typeof optionCount>;

/** Question text mapped to its option counts, or to the newest free-text answers. */
export const aggregatedData = z.record(z.string(), z.union([z.array(optionCount), z.array(z.string())]));
export type AggregatedData = z.infer<typeof aggregatedData>;

/** Keys of `aggregatedData` with free text mapped to the submission number of each text, in the same order. */
export const textNumbers = z.record(z.string(), z.array(z.number()));
export type TextNumbers = z.infer<typeof textNumbers>;

/** One signal that the verdict rests on: who showed past behaviour, with a 95 % interval in percent. */
export const signal = z.object({
  question: z.string(),
  showed: z.number(),
  answered: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Signal = z.infer<typeof signal>;

const analysed = {
  idea: z.string(),
  analysis,
  aggregatedData,
  submissionCount: z.number(),
};

/** Beside the specification's fields: when, by what, and on which signals and line. */
export const surveyAnalysis = z.object({
  ...analysed,
  surveyId: z.string(),
  /** The idea's trail; only the list of one's own analyses has it. */
  trailId: z.optional(z.nullable(z.string())),
  /** Has no key for texts whose numbers were not kept, as in analyses from before they were. */
  textNumbers,
  created_at: z.string(),
  /** The model that worded it, or null when it was written without a model. */
  model: z.nullable(z.string()),
  /** How a model's words were asked for and read; null where the rules' own words stand. */
  receipt: z.nullable(receipt),
  /** Share in percent that a signal must reach, fixed before the first answer. */
  line: z.number(),
  signals: z.array(signal),
  /** Keys of `aggregatedData` in the survey's order, which an object does not keep: "42" would come first. */
  questionOrder: z.array(z.string()),
});
export type SurveyAnalysis = z.infer<typeof surveyAnalysis>;

export const analyzeSurvey = endpoint({
  method: 'POST',
  path: '/api/analyze-survey',
  access: 'optional',
  /** `idea` and `responses` come from the browser and are ignored: what is stored counts. */
  body: z.strictObject({
    surveyId: requiredText(200),
    idea: z.optional(text(10_000)),
    responses: z.optional(z.array(z.unknown()).check(z.maxLength(30))),
  }),
  reply: z.object({ queued: z.boolean() }),
  status: 202,
  refusals: [404],
});

export const readAnalysis = endpoint({
  method: 'GET',
  path: '/api/analyze-survey',
  access: 'signed-in',
  act: 'view survey results',
  query: z.object({ surveyId: requiredText(200) }),
  reply: surveyAnalysis,
  refusals: [404],
});

/** Newest first. Free-text answers are left out (empty lists stand for them) with their numbers; `readAnalysis` has them. */
export const listAnalyses = endpoint({
  method: 'GET',
  path: '/api/survey-analyses',
  access: 'signed-in',
  act: 'view survey results',
  query: z.object(pageQuery),
  reply: z.array(surveyAnalysis),
});
