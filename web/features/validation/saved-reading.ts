import type { IdeaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { storable } from '#shared/rules/text/storable.ts';
import { ideaPhrases, readPhrases } from '#web/drafts/idea-phrases.ts';
import type { PlanStore } from './plan/plan-store.ts';
import { readWorkspace } from './workspace.ts';

/** A plan, or an idea whose phrases were asked for. */
type Known = { idea: string; reading?: IdeaReading | null | undefined } | null | undefined;

/** The first reading of the idea, as it is sent; undefined where there is none or it says too little. */
export function firstReading(idea: string, known: Known[]): IdeaReading | undefined {
  const found = known.find((one) => one?.reading && one.idea.trim() === idea.trim())?.reading;
  return found && !needsAsking(found) ? storableReading(found) : undefined;
}

/** The founder's phrases of an idea: from the open plan, the boxes without a plan, or the plan before. */
export function savedReading(
  userId: string,
  store: Pick<PlanStore, 'read'>,
  idea: string,
): IdeaReading | undefined {
  const { open, previous } = readWorkspace(userId);
  const [openPlan, previousPlan] = [open, previous].map(
    (at) => at && ideaPhrases.safeParse(store.read(surveyPath(at.surveyId))).data,
  );
  return firstReading(idea, [openPlan, { idea, reading: readPhrases(userId, idea) }, previousPlan]);
}

function storableReading({ who, job, trouble, language }: IdeaReading): IdeaReading {
  const phrase = (text: string) => storable(text).trim();
  return { who: phrase(who), job: phrase(job), trouble: phrase(trouble), language };
}
