import { hashKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type IdeaReading, ideaLanguages, ideaReading } from '#shared/contracts/reading.ts';
import { type Receipt, receipt } from '#shared/contracts/receipt.ts';
import type { Survey, SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import {
  type SocialGroup,
  socialGroup,
  surveyQuestion,
  type ValidationPlan,
} from '#shared/contracts/surveys/validation.ts';
import { summaryPost } from '#shared/rules/plans/summary-post.ts';
import { newSurveyId, surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { inSentence } from '#shared/rules/text/in-sentence.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';
import { typedReading } from '#web/drafts/idea-phrases.ts';

/** A validation plan with its survey and summary post, as the founder edits it and the browser stores it. */
export const founderPlan = z.object({
  surveyId: z.string(),
  surveyUrl: z.string(),
  idea: z.string(),
  /** The plan was written from it; plans from before ideas were read have none. */
  reading: z.optional(ideaReading),
  /** Changed phrases that say too little: the plan waits for the rest. */
  unfinished: z.optional(typedReading),
  /** The language of the written questions, where the founder has switched it. */
  surveyLanguage: z.optional(z.enum(ideaLanguages)),
  appName: z.string(),
  oneSentencePitch: z.string(),
  problemParagraph: z.string(),
  targetAudience: z.string(),
  /** The model's post, without the link. */
  post: z.optional(z.string()),
  socialLinks: z.array(socialGroup),
  questions: z.array(surveyQuestion),
  /** The founder's own line in percent, and the counted answers before a verdict. */
  line: z.optional(z.number()),
  minimumAnswers: z.optional(z.number()),
  summaryPost: z.string(),
  /** The founder has written the post: it no longer follows the plan. */
  summaryByHand: z.boolean(),
  /** Model of the plan; null for a plan written without a model. */
  model: z.nullable(z.string()),
  /** Plans from before receipts have none. */
  receipt: z.optional(receipt),
  /** The idea's trail, when the plan was begun from one. */
  trailId: z.optional(z.string()),
  /** State of the survey on the server: this version, an older one, or none. */
  stored: z.enum(['no', 'older', 'yes']),
});
export type FounderPlan = z.infer<typeof founderPlan>;

/** Props of a component that shows and edits part of a plan. */
export type PlanPartProps = { plan: FounderPlan; onEdit: (patch: PlanPatch) => void };

export type PlanPatch = Partial<Omit<FounderPlan, 'surveyId' | 'surveyUrl' | 'stored'>>;

/** Origin of a plan. */
type PlanOrigin = {
  idea: string;
  model: string | null;
  reading?: IdeaReading;
  receipt?: Receipt;
  trailId?: string;
};

/** A plan that was just written, under a survey address of its own. */
export function startPlan(written: ValidationPlan, origin: PlanOrigin): FounderPlan {
  const { socialGroups, surveyQuestions, ...texts } = written;
  const plan: FounderPlan = {
    ...texts,
    ...origin,
    ...newAddress(nameForLink(written.appName, origin.reading)),
    socialLinks: socialGroups.map(withinLimits),
    questions: surveyQuestions,
    summaryPost: '',
    summaryByHand: false,
    stored: 'no',
  };
  return { ...plan, summaryPost: summaryPost(plan) };
}

/** An edited plan: the post follows until it is the founder's own, and the server's version is older now. */
export function editPlan(plan: FounderPlan, patch: PlanPatch): FounderPlan {
  const next = { ...plan, ...patch };
  if (!next.summaryByHand) next.summaryPost = summaryPost(next);
  if (next.stored === 'yes' && !isSameSurvey(surveyDraft(plan), surveyDraft(next))) next.stored = 'older';
  return next;
}

/** The same plan under a new survey address, also in a post that the founder has written. */
export function movePlan(plan: FounderPlan): FounderPlan {
  const address = newAddress(nameForLink(plan.appName, plan.reading));
  const post = plan.summaryPost.replaceAll(plan.surveyUrl, address.surveyUrl);
  return editPlan({ ...plan, ...address, summaryPost: post, stored: 'no' }, {});
}

/** True for equal values, whatever the order in which their fields were written. */
export function isSame(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other]);
}

/** The plan as the server stores it; fields that it has not are left out, since it is compared and sent as JSON. */
export function surveyDraft(plan: FounderPlan): SurveyDraft {
  const { surveyId, idea, socialLinks, questions, line, minimumAnswers, reading } = plan;
  return {
    surveyId,
    idea,
    socialLinks,
    questions,
    line,
    minimumAnswers,
    trailId: plan.trailId || undefined,
    appName: cut(plan.appName.trim(), 200) || undefined,
    people: (reading && inSentence(reading.who, reading.language, idea)) || undefined,
    plan: {
      reading,
      surveyLanguage: plan.surveyLanguage,
      oneSentencePitch: cut(plan.oneSentencePitch, longestText),
      problemParagraph: cut(plan.problemParagraph, longestText),
      targetAudience: cut(plan.targetAudience, longestText),
      summaryPost: cut(plan.summaryPost, longestText),
      summaryByHand: plan.summaryByHand,
      model: plan.model,
      receipt: plan.receipt,
    },
  };
}

// A text of any length must not keep the survey from being stored: the browser has it whole.
const longestText = 10_000;

/** The plan of a stored survey, as its owner's other browser made it. */
export function storedPlan(survey: Survey, trailId: string | undefined): FounderPlan {
  const { surveyId, appName = '', socialLinks, questions, rule, plan: texts } = survey;
  return {
    surveyId,
    surveyUrl: `${location.origin}${surveyPath(surveyId)}`,
    idea: texts?.idea ?? survey.idea,
    reading: texts?.reading,
    surveyLanguage: texts?.surveyLanguage,
    appName,
    oneSentencePitch: texts?.oneSentencePitch ?? '',
    problemParagraph: texts?.problemParagraph ?? '',
    targetAudience: texts?.targetAudience ?? '',
    socialLinks,
    questions,
    line: rule?.line,
    minimumAnswers: rule?.minimumAnswers,
    summaryPost: texts?.summaryPost ?? '',
    summaryByHand: texts?.summaryByHand ?? false,
    model: texts?.model ?? null,
    receipt: texts?.receipt,
    trailId,
    stored: 'yes',
  };
}

/** True when people are asked the same, whatever trail the survey hangs on. */
export function isSameSurvey(one: SurveyDraft, other: SurveyDraft): boolean {
  return isSame({ ...one, trailId: undefined }, { ...other, trailId: undefined });
}

/** Without a name the link says what goes wrong, which people who answer read anyway. */
function nameForLink(appName: string, reading: IdeaReading | undefined): string {
  return appName.trim() || (reading?.trouble ?? '');
}

function newAddress(appName: string): { surveyId: string; surveyUrl: string } {
  const surveyId = newSurveyId(appName, Math.random);
  return { surveyId, surveyUrl: `${location.origin}${surveyPath(surveyId)}` };
}

// Communities can't be edited, so one that is too long for the server must not block the survey.
export function withinLimits({ type, name, url }: SocialGroup): SocialGroup {
  return { type: cut(type, 100), name: cut(name, 200), url: url.length > 2_000 ? '' : url };
}

function cut(text: string, length: number): string {
  return wellFormed(text.slice(0, length));
}
