import { surveyPath } from '#shared/rules/survey-path.ts';
import { type FounderPlan, founderPlan } from './founder-plan.ts';

/** Where surveys lie in the browser, each under its path; the survey page reads the same place. */
export type PlanShelf = {
  read: (path: string) => Record<string, unknown> | null;
  /** False when the browser refuses to keep it. */
  write: (path: string, value: object) => boolean;
};

/** The plan that is kept with a survey; null when only the bare survey is there, or nothing. */
export function readPlan(shelf: PlanShelf, surveyId: string): FounderPlan | null {
  const { data } = founderPlan.safeParse(shelf.read(surveyPath(surveyId)));
  return data && data.surveyId === surveyId ? data : null;
}

export function keepPlan(shelf: PlanShelf, plan: FounderPlan): boolean {
  return shelf.write(surveyPath(plan.surveyId), plan);
}
