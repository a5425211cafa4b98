import type { IdeaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/needs-asking.ts';
import { surveyPath } from '#shared/rules/survey-path.ts';
import type { PlanShelf } from './plan-shelf.ts';
import { isPhrases, readWorkspace } from './workspace.ts';

/**
 * The founder's phrases of an idea, from the open plan, the boxes without a plan, or the plan before; undefined where
 * this browser has none or they say too little.
 */
export function keptReading(
  userId: string,
  shelf: Pick<PlanShelf, 'read'>,
  idea: string,
): IdeaReading | undefined {
  const { open, phrases, previous } = readWorkspace(userId);
  const [openPlan, previousPlan] = [open, previous].map((at) => at && shelf.read(surveyPath(at.surveyId)));
  const reading = [openPlan, phrases, previousPlan]
    .filter(isPhrases)
    .find((kept) => kept.idea.trim() === idea.trim())?.reading;
  return reading && !needsAsking(reading) ? reading : undefined;
}
