import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { ideaLanguages, ideaReading } from '#shared/contracts/reading.ts';
import { receipt } from '#shared/contracts/receipt.ts';
import { requiredText, text } from '#shared/contracts/text.ts';
import { canBeMistaken } from '#shared/rules/surveys/joined-options.ts';
import { ruleLimits } from '#shared/rules/verdict/rule.ts';
import { readSurveyCall, submitSurveyCall } from './survey-page.ts';
import { notDeciding, optionMark } from './validation.ts';

const choiceLimit = 30;

/** One question as it is stored; `multiple-choice` has options, `open-ended` has none. */
const question = z
  .strictObject({
    // Results are filed under a question's text, and no object keeps an entry of this name.
    question: requiredText(1_000).check(
      z.refine((value) => value.trim() !== '__proto__', 'is no question that results can be filed under'),
    ),
    type: z.enum(['multiple-choice', 'open-ended']),
    options: z.nullable(z.array(requiredText(300)).check(z.maxLength(choiceLimit))),
    multiSelect: z.optional(z.boolean()),
    marks: z.optional(z.array(optionMark)),
    label: z.optional(text(80)),
    endsWith: z.optional(text(300)),
  })
  .check(
    z.refine((q) => q.type === 'open-ended' || (q.options?.length ?? 0) >= 2, 'needs at least two options'),
    z.refine((q) => new Set(q.options).size === (q.options?.length ?? 0), 'has the same option twice'),
    z.refine((q) => !canBeMistaken(q), 'has options that, ticked together, read like other options of it'),
    z.refine((q) => !q.marks || q.marks.length === q.options?.length, 'needs one mark for each option'),
    z.refine((q) => q.endsWith === undefined || q.options?.includes(q.endsWith), 'ends with no option of it'),
  );

/** A community may have no address; one that has is opened from the founder's page. */
const communityUrl = text(2_000).check(
  z.refine((url) => url === '' || /^https?:\/\//i.test(url), 'is not a web address'),
);
const socialLink = z.strictObject({ type: text(100), name: text(200), url: communityUrl });

const definition = {
  surveyId: z.string().check(z.regex(/^survey-[a-z0-9-]{1,150}$/, 'is not a survey address')),
  idea: requiredText(10_000),
  socialLinks: z.array(socialLink).check(z.maxLength(20)),
  questions: z.array(question).check(
    z.minLength(1),
    z.maxLength(30),
    // Answers and results name a question by its text.
    z.refine((list) => new Set(list.map((q) => q.question)).size === list.length, 'hold one question twice'),
  ),
};

const planTexts = {
  reading: z.optional(ideaReading),
  /** The language of the written questions, where the founder has switched it. */
  surveyLanguage: z.optional(z.enum(ideaLanguages)),
  oneSentencePitch: text(10_000),
  problemParagraph: text(10_000),
  targetAudience: text(10_000),
  summaryPost: text(10_000),
  /** The founder has written the post: it no longer follows the plan. */
  summaryByHand: z.boolean(),
  /** Model of the plan; null for a plan written without a model. */
  model: z.nullable(text(200)),
  receipt: z.optional(receipt),
};

/** The rest of a survey's plan, for its owner alone; `idea` is the founder's sentence. */
export const surveyPlan = z.object({ ...planTexts, idea: z.string() });
export type SurveyPlan = z.infer<typeof surveyPlan>;

/** The rule beside the marks: `version` counts its changes after the first answer (design 7.20). */
const surveyRule = z.object({
  line: z.number(),
  minimumAnswers: z.number(),
  version: z.number(),
  /** SHA-256 in hexadecimal of the rule and its marks. */
  hash: z.string(),
  /** Null while it can be replaced: before the first answer that is not the owner's. */
  sealedAt: z.nullable(z.string()),
});
export type SurveyRule = z.infer<typeof surveyRule>;

/** The stored survey. Only its owner sees `marks` and `rule`: who answers must not see what counts. */
export const survey = z.object({
  /** `idea` is what people who answer read: with a plan's reading, the problem in the founder's words. */
  ...definition,
  /** Names the survey in its title, behind "Feedback for:". */
  subject: z.optional(z.string()),
  publicLink: z.boolean(),
  isOwner: z.boolean(),
  /** The questions' language, which the survey page speaks too. */
  language: z.enum(ideaLanguages),
  /** Null without marks; absent for everybody but the owner. */
  rule: z.optional(z.nullable(surveyRule)),
  /** Marked questions that decide nothing, and why; absent for everybody but the owner. */
  notDeciding: z.optional(z.array(notDeciding)),
  /** Absent for everybody but the owner, and for surveys that were stored without one. */
  plan: z.optional(surveyPlan),
  /** The plan's name for the app; '' without one. Absent for everybody but the owner. */
  appName: z.optional(z.string()),
  /** People's answers, which lock the questions; absent for everybody but the owner. */
  answers: z.optional(z.number()),
  /** The owner's name; '' where none is known. */
  askedBy: z.optional(z.string()),
  /** Offers people to leave a contact behind the last question. */
  asksContact: z.optional(z.boolean()),
  /** The results are for the owner alone; else for everybody who is signed in and has the link. */
  ownerOnlyResults: z.optional(z.boolean()),
  /** One device is passed round, so many people answer in one browser. */
  sharedDevice: z.optional(z.boolean()),
});
export type Survey = z.infer<typeof survey>;

export const createSurvey = endpoint({
  method: 'POST',
  path: '/api/surveys',
  access: 'signed-in',
  act: 'share a survey',
  /**
   * `idea` is the founder's sentence. `trailId` names the idea's trail; without it the idea's own words find or begin one. `line` is 40 and
   * `minimumAnswers` 12, unless the survey already has others.
   */
  body: z.strictObject({
    ...definition,
    trailId: z.optional(text(64)),
    /** Kept with the survey and shown to nobody but its owner; an absent one stays as it was. */
    plan: z.optional(z.strictObject(planTexts)),
    /** The plan's name for the app, by which the idea is called everywhere. */
    appName: z.optional(text(200)),
    /** The people asked, as the verdict's sentence names them: "bakers". */
    people: z.optional(text(200)),
    line: z.optional(z.int().check(z.minimum(ruleLimits.lowestLine), z.maximum(ruleLimits.highestLine))),
    minimumAnswers: z.optional(
      z.int().check(z.minimum(ruleLimits.fewestAnswers), z.maximum(ruleLimits.mostAnswers)),
    ),
  }),
  response: survey,
  status: 201,
  refusals: [403, 409],
});
export type SurveyDraft = z.infer<typeof createSurvey.body>;

export const readSurvey = endpoint({
  ...readSurveyCall,
  response: survey,
});

/** The title alone, which the survey's owner shares with its link; also for people who may not answer yet. */
export const readSurveyTitle = endpoint({
  method: 'GET',
  path: '/api/surveys/{surveyId}/title',
  access: 'public',
  response: z.object({ title: z.string() }),
  refusals: [404],
});

/** Deletes a survey with its answers, its verdict and its links. */
export const deleteSurvey = endpoint({
  method: 'DELETE',
  path: '/api/surveys/{surveyId}',
  access: 'signed-in',
  act: 'delete a survey',
  response: z.object({ deleted: z.boolean() }),
});

export const setSurveyAccess = endpoint({
  method: 'PUT',
  path: '/api/surveys/{surveyId}/access',
  access: 'signed-in',
  act: 'change a survey',
  body: z.strictObject({ publicLink: z.boolean() }),
  response: survey,
});

export const setSurveySettings = endpoint({
  method: 'PUT',
  path: '/api/surveys/{surveyId}/settings',
  access: 'signed-in',
  act: 'change a survey',
  body: z
    .strictObject({
      asksContact: z.optional(z.boolean()),
      ownerOnlyResults: z.optional(z.boolean()),
      sharedDevice: z.optional(z.boolean()),
    })
    .check(z.refine((settings) => Object.keys(settings).length > 0, 'names no setting')),
  response: survey,
});
export type SurveySettings = z.infer<typeof setSurveySettings.body>;

/** As long as a mail address can be. */
const longestContact = 320;

/**
 * Multi-select answers come joined with ', ' (specification 3, design 7.17). `choices` is the same answer as a list,
 * which counts where it is sent.
 */
const response = z.strictObject({
  question: text(1_000),
  answer: text(10_000),
  choices: z.optional(z.array(text(300)).check(z.maxLength(choiceLimit))),
});
export type SurveyResponse = z.infer<typeof response>;

export const submitSurvey = endpoint({
  ...submitSurveyCall,
  /** `idea` and `socialLinks` come from the browser and are ignored: the stored definition counts. */
  body: z.strictObject({
    surveyId: requiredText(200),
    idea: z.optional(text(10_000)),
    socialLinks: z.optional(z.array(z.unknown()).check(z.maxLength(20))),
    responses: z.array(response).check(z.maxLength(30)),
    // Measures never refuse an answer: one that can't be read is none.
    /** The tracked link by which its sender came. */
    via: z.catch(z.optional(text(32)), undefined),
    /** The place where its sender found the link: a name of the survey's `socialLinks`, or it is ignored. */
    from: z.catch(z.optional(text(200)), undefined),
    /** A mail address for more questions: for the owner alone, and dropped where the survey does not ask for it. */
    contact: z.optional(text(longestContact)),
    /** Seconds between opening the survey and sending it, by a clock that is never set. */
    seconds: z.catch(z.optional(z.number().check(z.minimum(0), z.maximum(31_536_000))), undefined),
  }),
  response: z.object({ success: z.boolean() }),
  status: 201,
  refusals: [404, 409],
  idempotencyKey: true,
});
