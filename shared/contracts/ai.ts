import * as z from 'zod/mini';
import { mostNumbers } from '#shared/contracts/surveys/analyses.ts';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { fitsStage, lineLimit } from '#shared/rules/ideation/stage-fields.ts';
import { buildPromptForm } from './build-prompts.ts';
import { endpoint } from './endpoint.ts';
import { contentLimit, ideationStage } from './ideation.ts';
import { ideaReading } from './reading.ts';
import { requiredText, text } from './text.ts';

/** Longest prompt in characters (design 7.10). */
export const promptLimit = 16_000;

/** Longest texts of a plan and of coached sections that a build prompt is written from. */
export const planTextLimit = 3_000;
export const coachedTextLimit = 4_000;

/** A survey's answers, so that texts can cite them. */
export const answerEvidence = z.object({
  surveyId: text(200),
  idea: text(ideaLimit),
  submissionCount: z.number(),
  /** How many of the newest written answers a question there are here; null when every written answer is. */
  newest: z.nullable(z.number()),
  /** The verdict's word, and the percent of the people asked that must have the problem. */
  verdict: z.optional(z.object({ decision: text(200), line: z.number() })),
  /** How many have the problem, of everybody whose answer counts; `says` as in a verdict. */
  figures: z.optional(
    z.array(
      z.object({
        has: z.number(),
        counted: z.number(),
        label: text(80),
        says: text(1_000),
        options: z.array(text(300)),
      }),
    ),
  ),
  /** Free answers; `number` is the submission's, as the results show it. */
  answers: z.array(z.object({ number: z.number(), question: text(1_000), text: text(10_000) })),
  /** Options with how many chose them, of how many who answered the question, or null where that is not known. */
  options: z.array(
    z.object({
      question: text(1_000),
      name: text(300),
      count: z.number(),
      answered: z.nullable(z.number()),
      /** The first submissions that chose it; fewer than `count` when there are more. */
      numbers: z.optional(z.array(z.number()).check(z.maxLength(mostNumbers))),
      isTrouble: z.optional(z.boolean()),
    }),
  ),
});
export type AnswerEvidence = z.infer<typeof answerEvidence>;

/** Set where the founder wants a text without a model although one is connected. */
const withoutModel = z.optional(z.literal(true));

/** What the founder wrote into a stage's form: all that a section without a model is made from. */
const coachForm = z.record(text(40), z.array(text(lineLimit)).check(z.maxLength(7)));

/** The texts of our own that the AI is asked for. The reading is the founder's, when the boxes were shown. */
export const aiTask = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('plan'),
    idea: requiredText(ideaLimit),
    reading: z.optional(ideaReading),
    withoutModel,
  }),
  z
    .strictObject({
      kind: z.literal('coach'),
      stage: ideationStage,
      idea: text(ideaLimit),
      /** The sections so far, with the founder's edits. */
      content: text(contentLimit),
      /** Lines of them that the founder wrote or changed. */
      edited: z.optional(text(contentLimit)),
      reading: z.optional(ideaReading),
      evidence: z.optional(z.nullable(answerEvidence)),
      form: z.optional(coachForm),
      withoutModel,
    })
    .check(
      z.refine(({ stage, form = {} }) => fitsStage(stage, form), 'has a form that does not fit its stage'),
    ),
  z.strictObject({
    kind: z.literal('build-prompt'),
    idea: requiredText(ideaLimit),
    reading: z.optional(ideaReading),
    /** The app's name, the plan's texts and the coached sections that name features; absent where there are none. */
    name: z.optional(text(200)),
    plan: z.optional(text(planTextLimit)),
    coached: z.optional(text(coachedTextLimit)),
    evidence: z.nullable(answerEvidence),
    /** Read without a model only. */
    form: z.optional(buildPromptForm),
    withoutModel,
  }),
]);
export type AiTask = z.infer<typeof aiTask>;
export type PlanTask = Extract<AiTask, { kind: 'plan' }>;
export type CoachTask = Extract<AiTask, { kind: 'coach' }>;
export type BuildPromptTask = Extract<AiTask, { kind: 'build-prompt' }>;

/**
 * One completion. `model` is null for a text written without a model.
 * With `Accept: text/event-stream` the same endpoint streams `text` events (a piece of the
 * completion each), then one `done` event with this response, or one `failed` event with an error body. After an
 * unusable first completion `again` comes between: the pieces behind it are those of a second one.
 */
export const completePrompt = endpoint({
  method: 'POST',
  path: '/api/groq',
  access: 'signed-in',
  act: 'ask the AI',
  body: z.strictObject({ prompt: requiredText(promptLimit), task: z.optional(aiTask) }),
  response: z.object({ completion: z.string(), model: z.nullable(z.string()) }),
  refusals: [403, 404, 422, 499, 501, 502, 504],
  responseTypes: ['application/json', 'text/event-stream'],
});
