import { hashKey } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type IdeaReading, ideaLanguages, ideaReading } from '#shared/contracts/reading.ts';
import { type Receipt, receipt } from '#shared/contracts/receipt.ts';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import {
  type SocialGroup,
  type SurveyQuestion,
  socialGroup,
  surveyQuestion,
  type ValidationPlan,
} from '#shared/contracts/validation.ts';
import { summaryPost } from '#shared/rules/plans/summary-post.ts';
import { newSurveyId, surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';

/** A validation plan with its survey and summary post, as the founder edits it and the browser stores it. */
export const founderPlan = z.object({
  surveyId: z.string(),
  surveyUrl: z.string(),
  idea: z.string(),
  /** The plan was written from it; plans from before ideas were read have none. */
  reading: z.optional(ideaReading),
  /** Changed phrases that say too little: the plan waits for the rest. */
  unfinished: z.optional(ideaReading),
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
  /** Put together from the survey: the texts are in the browser that made the plan. */
  isRebuilt: z.optional(z.boolean()),
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

/** The plan of a fresh reply, under a survey address of its own. */
export function startPlan(reply: ValidationPlan, origin: PlanOrigin): FounderPlan {
  const { socialGroups, surveyQuestions, ...texts } = reply;
  const plan: FounderPlan = {
    ...texts,
    ...origin,
    ...newAddress(reply.appName),
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
  const address = newAddress(plan.appName);
  const post = plan.summaryPost.replaceAll(plan.surveyUrl, address.surveyUrl);
  return editPlan({ ...plan, ...address, summaryPost: post, stored: 'no' }, {});
}

/** True for equal values, whatever the order in which their fields were written. */
export function isSame(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other]);
}

/** Part of a plan that the server stores. */
export function surveyDraft({ trailId, ...plan }: FounderPlan): SurveyDraft {
  const { surveyId, idea, socialLinks, questions, line, minimumAnswers } = plan;
  const appName = wellFormed(plan.appName.trim().slice(0, 200)) || undefined;
  // Left out where the plan has none: what is compared and sent is JSON.
  const named = { trailId: trailId || undefined, appName, people: peopleOf(plan) };
  return { surveyId, idea, socialLinks, questions, line, minimumAnswers, ...named };
}

/** The people asked, as they are named inside a sentence: a capital that only began the idea goes. */
function peopleOf({ idea, reading }: Pick<FounderPlan, 'idea' | 'reading'>): string | undefined {
  const who = reading?.who.trim() ?? '';
  if (who === '') return undefined;
  const isFirstWord = idea.trim().startsWith(who) && reading?.language !== 'de';
  return isFirstWord ? who.charAt(0).toLowerCase() + who.slice(1) : who;
}

/** True when people are asked the same, whatever trail the survey hangs on. */
export function isSameSurvey(one: SurveyDraft, other: SurveyDraft): boolean {
  const asked = ({ trailId: _, ...survey }: SurveyDraft) => JSON.stringify(survey);
  return asked(one) === asked(other);
}

function newAddress(appName: string): { surveyId: string; surveyUrl: string } {
  const surveyId = newSurveyId(appName, Math.random);
  return { surveyId, surveyUrl: `${location.origin}${surveyPath(surveyId)}` };
}

// Communities can't be edited, so one that is too long for the server must not block the survey.
export function withinLimits({ type, name, url }: SocialGroup): SocialGroup {
  const cut = (text: string, length: number) => wellFormed(text.slice(0, length));
  return { type: cut(type, 100), name: cut(name, 200), url: url.length > 2_000 ? '' : url };
}

/** The whole plan as Markdown, to be stored outside this site; parts without a text are left out. */
export function planAsText(plan: FounderPlan): string {
  const parts = [
    `# ${plan.appName}`,
    section('Idea', plan.idea),
    section('One-sentence pitch', plan.oneSentencePitch),
    section('Problem', plan.problemParagraph),
    section('Target audience', plan.targetAudience),
    section(
      'Communities',
      plan.socialLinks.map(({ type, name, url }) => `- ${name} (${type}): ${url}`).join('\n'),
    ),
    section('Survey questions', plan.questions.map(asText).join('\n')),
    section('Survey link', plan.stored === 'no' ? '' : plan.surveyUrl),
    section('Summary post', plan.summaryPost),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, text: string): string {
  return text.trim() === '' ? '' : `## ${title}\n\n${text.trim()}`;
}

function asText({ question, type, options }: SurveyQuestion, index: number): string {
  const choices = type === 'open-ended' ? [] : (options ?? []);
  return [`${index + 1}. ${question}`, ...choices.map((option) => `   - ${option}`)].join('\n');
}
