import type { SocialGroup, SurveyQuestion } from '#shared/contracts/validation.ts';
import { surveyPath } from '#shared/rules/survey-path.ts';
import type { FounderPlan } from './founder-plan.ts';

type Definition = { idea: string; socialLinks: SocialGroup[]; questions: SurveyQuestion[] };

/** Where surveys lie in the browser, each under its path; the survey page reads the same place. */
export type PlanShelf = {
  read: (path: string) => Definition | null;
  /** False when the browser refuses to keep it. */
  write: (path: string, value: Definition) => boolean;
};

/** The plan that is kept with a survey; null when only the bare survey is there, or nothing. */
export function readPlan(shelf: PlanShelf, surveyId: string): FounderPlan | null {
  const kept: (Definition & Partial<FounderPlan>) | null = shelf.read(surveyPath(surveyId));
  return kept && isPlan(kept) && kept.surveyId === surveyId ? kept : null;
}

export function keepPlan(shelf: PlanShelf, plan: FounderPlan): boolean {
  return shelf.write(surveyPath(plan.surveyId), plan);
}

const texts = ['surveyUrl', 'appName', 'oneSentencePitch', 'problemParagraph', 'targetAudience'] as const;

function isPlan(kept: Definition & Partial<FounderPlan>): kept is FounderPlan {
  const { summaryPost, stored, model } = kept;
  return (
    texts.every((name) => typeof kept[name] === 'string') &&
    typeof summaryPost === 'string' &&
    (stored === 'no' || stored === 'older' || stored === 'yes') &&
    (model === null || typeof model === 'string')
  );
}
