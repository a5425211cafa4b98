import * as z from 'zod/mini';

export const optionMark = z.nullable(z.enum(['has', 'hasnt']));
export type OptionMark = z.infer<typeof optionMark>;

/** A survey question: one option, several options, or free text. */
export const surveyQuestion = z.object({
  question: z.string(),
  type: z.enum(['multiple-choice', 'open-ended']),
  options: z.nullable(z.array(z.string())),
  multiSelect: z.optional(z.boolean()),
  /** Of a deciding question, one for each option: has the problem, doesn't, or not counted (design 7.20). */
  marks: z.optional(z.array(optionMark)),
  /** Of a deciding question, its figure's name in two to four words: "throw away unsold bread". */
  label: z.optional(z.string()),
  /** The option that says it didn't happen: after it the rest of the survey is optional (design 7.18). */
  endsWith: z.optional(z.string()),
});
export type SurveyQuestion = z.infer<typeof surveyQuestion>;

/** A marked question that decides nothing, and why (design 7.20). */
export const notDeciding = z.object({ question: z.string(), problem: z.enum(['one-sided', 'opinion']) });

export const socialGroup = z.object({ type: z.string(), name: z.string(), url: z.string() });
export type SocialGroup = z.infer<typeof socialGroup>;

/** The AI's validation plan (specification 3). `surveyUrl` and `summaryPost` are added by the browser. */
export const validationPlan = z.object({
  appName: z.string(),
  oneSentencePitch: z.string(),
  problemParagraph: z.string(),
  targetAudience: z.string(),
  socialGroups: z.array(socialGroup),
  surveyQuestions: z.array(surveyQuestion),
  /** The model's post for communities, without the survey's link. */
  post: z.optional(z.string()),
});
export type ValidationPlan = z.infer<typeof validationPlan>;
