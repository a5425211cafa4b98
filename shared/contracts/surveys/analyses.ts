import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { pageQuery } from '#shared/contracts/paging.ts';
import { receipt } from '#shared/contracts/receipt.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { analyzeSurveyCall } from './survey-page.ts';
import { notDeciding } from './validation.ts';

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

/** The most submission numbers that are kept of an option. */
export const mostNumbers = 5;

/**
 * Multiple-choice keys of `aggregatedData` mapped to how many answered, and to each option in the same order: the first
 * submissions that chose it, and whether it names a trouble.
 */
export const choices = z.record(
  z.string(),
  z.object({
    answered: z.number(),
    options: z.array(z.object({ numbers: z.array(z.number()), isTrouble: z.boolean() })),
  }),
);
export type Choices = z.infer<typeof choices>;

/**
 * One deciding question: how many have the problem, with the 95 % range in whole percent. The first is of everybody
 * who was asked, later ones are of those who have the problem by the first (design 7.20).
 */
export const figure = z.object({
  question: z.string(),
  /** Its name in two to four words: "throw away unsold bread"; '' where none was given. */
  label: z.string(),
  /** Its sentence: "22 of 35 bakers", or "18 of the 22 who have it" … */
  subject: z.string(),
  /** … and "throw away unsold bread every week or more". */
  says: z.string(),
  /** The options that are marked as having the problem. */
  options: z.array(z.string()),
  /** The chosen options that are not counted. */
  uncountedOptions: z.array(z.string()),
  has: z.number(),
  /** Everybody whose answer is marked. */
  counted: z.number(),
  /** Everybody else who answered. */
  uncounted: z.number(),
  low: z.number(),
  high: z.number(),
});
export type Figure = z.infer<typeof figure>;

/** The step after a verdict; the same on the results, the dashboard and the idea's trail. */
export const afterVerdict = z.enum([
  'build-prompt',
  'change-idea',
  'share-more',
  'narrow-group',
  'mark-options',
]);
export type AfterVerdict = z.infer<typeof afterVerdict>;

/** One version of a survey's rule, and the decision that it leads to (design 7.20). */
export const ruleVersion = z.object({
  version: z.number(),
  line: z.number(),
  minimumAnswers: z.number(),
  /** SHA-256 in hexadecimal of the rule and its marks. */
  hash: z.string(),
  /** The text of that hash; absent where a shared link hides questions. */
  sealedText: z.optional(z.string()),
  /** Null before the first answer. */
  sealedAt: z.nullable(z.string()),
  /** Submissions that were there when it was made: 0 for a rule from before the first one. */
  answersBefore: z.number(),
  decision: z.string(),
});
export type RuleVersion = z.infer<typeof ruleVersion>;

/** How a verdict came about, beside its words. */
export const verdictBasis = z.object({
  reason: z.enum([
    'settled',
    'no-marks',
    'no-answers',
    'too-few',
    /** More answers to the first deciding question are not counted than counted. */
    'mostly-uncounted',
    'contradictory',
    'open',
  ]),
  /** About how many more submissions like these would settle it; 0 when settled, null when none would. */
  moreAnswers: z.nullable(z.number()),
  /** Submissions that are kept and not counted. */
  setApart: z.number(),
  /** Submissions that the owner counted or set apart by hand. */
  byHand: z.number(),
  /** People's submissions that the owner deleted. */
  deleted: z.number(),
  /** Counted submissions with answers behind the option that ends the survey, which are in no chart. */
  wentOn: z.number(),
  /** Marked questions that decide nothing, and why. */
  notDeciding: z.array(notDeciding),
  oneAnswerDecides: z.boolean(),
  placesThatDecide: z.array(z.string()),
  /** Counted submissions by the place where the link was shared, most first; null where no one knows. */
  places: z.array(z.object({ name: z.nullable(z.string()), submissions: z.number() })),
  /** The newest last. */
  rules: z.array(ruleVersion),
});
export type VerdictBasis = z.infer<typeof verdictBasis>;

/** A group of answers to one question, by a model or the founder, with the numbers of their submissions, newest first. */
export const theme = z.object({
  theme: z.string(),
  numbers: z.array(z.number()),
  /** Answers that were read to find it; absent for a theme that the founder made. */
  of: z.optional(z.number()),
});
export type Theme = z.infer<typeof theme>;
/** With the position of its question. */
export type StoredTheme = Theme & { question: number };

/** Keys of `aggregatedData` with free text mapped to the themes of their answers, most answers first. */
export const themes = z.record(z.string(), z.array(theme));

const analysed = {
  idea: z.string(),
  analysis,
  aggregatedData,
  submissionCount: z.number(),
};

/** Beside the specification's fields: when, by what, and on which figures and rule. */
export const surveyAnalysis = z.object({
  ...analysed,
  surveyId: z.string(),
  /** The idea's trail; null for everybody but the survey's owner. */
  trailId: z.optional(z.nullable(z.string())),
  /** Number of the newest submission, counted or not; for the survey's owner alone, and not in lists. */
  newest: z.optional(z.number()),
  /** Has no key for texts whose numbers were not kept, as in analyses from before they were. */
  textNumbers,
  /** Without keys in lists and in analyses from before it was kept. */
  choices: z.optional(choices),
  /** Without keys in lists and for questions whose answers are in no group. */
  themes: z.optional(themes),
  created_at: z.string(),
  /** The model that chose its points, or null when they were chosen without one. */
  model: z.nullable(z.string()),
  /** How a model was asked and its choice read; null without a model. */
  receipt: z.nullable(receipt),
  /** Percent of the people asked that must have the problem. */
  line: z.number(),
  figures: z.array(figure),
  /** Null for analyses from before it was kept, until they are made again. */
  basis: z.nullable(verdictBasis),
  /** Keys of `aggregatedData` in the survey's order, which an object does not keep: "42" would come first. */
  questionOrder: z.array(z.string()),
});
export type SurveyAnalysis = z.infer<typeof surveyAnalysis>;

/** `newAnswers`: submissions by others that the owner has not opened yet. */
export const listedAnalysis = z.extend(surveyAnalysis, { newAnswers: z.number() });
export type ListedAnalysis = z.infer<typeof listedAnalysis>;

export const analyzeSurvey = endpoint({
  ...analyzeSurveyCall,
  /** `idea` and `responses` come from the browser and are ignored: what is stored counts. */
  body: z.strictObject({
    surveyId: requiredText(200),
    idea: z.optional(text(10_000)),
    responses: z.optional(z.array(z.unknown()).check(z.maxLength(30))),
  }),
  response: z.object({ queued: z.boolean() }),
  status: 202,
  refusals: [404],
});

export const readAnalysis = endpoint({
  method: 'GET',
  path: '/api/analyze-survey',
  access: 'signed-in',
  act: 'view this page',
  query: z.object({ surveyId: requiredText(200) }),
  response: surveyAnalysis,
  refusals: [403, 404],
});

/** Moves an answer to another theme of its question, or with null to none; it stays there in later analyses. */
export const moveToTheme = endpoint({
  method: 'PUT',
  path: '/api/surveys/{surveyId}/themes',
  access: 'signed-in',
  act: 'sort the answers of a survey',
  body: z.strictObject({
    /** Position of the question in the survey, from 0. */
    question: z.int().check(z.minimum(0), z.maximum(29)),
    /** Number of the submission: #4. */
    number: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    theme: z.nullable(requiredText(200)),
  }),
  response: z.object({ moved: z.boolean() }),
});
export type ThemeMove = z.infer<typeof moveToTheme.body>;

/**
 * Newest first, without archived ideas and surveys without a counted answer. Free-text answers and their numbers are left out (their lists are empty);
 * `readAnalysis` has them.
 */
export const listAnalyses = endpoint({
  method: 'GET',
  path: '/api/survey-analyses',
  access: 'signed-in',
  act: 'view this page',
  query: z.object(pageQuery),
  response: z.array(listedAnalysis),
});
