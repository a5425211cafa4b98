import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { type FounderPlan, founderPlan } from './founder-plan.ts';

/** Surveys in the browser, each under its path; the survey page reads the same keys. */
export type PlanStore = {
  read: (path: string) => Record<string, unknown> | null;
  /** False when the browser refuses to keep it. */
  write: (path: string, value: object) => boolean;
};

/** The plan that is kept with a survey; null when only the bare survey is there, or nothing. */
export function readPlan(store: PlanStore, surveyId: string): FounderPlan | null {
  const { data } = founderPlan.safeParse(store.read(surveyPath(surveyId)));
  return data && data.surveyId === surveyId ? data : null;
}

export function savePlan(store: PlanStore, plan: FounderPlan): boolean {
  return store.write(surveyPath(plan.surveyId), plan);
}
