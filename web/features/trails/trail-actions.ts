import type { Trail } from '#shared/contracts/trails.ts';
import type { NextAction } from '#shared/rules/trail.ts';

/** What the page that shows a trail can open; every tool is given the trail, so that its evidence carries on. */
export type TrailActions = {
  openIdeation: (start: { sessionId: string } | { idea: string; trailId: string }) => void;
  openValidation: (start: { idea: string; trailId: string }) => void;
  openProofOfConcept: (
    start: { promptId: string } | { idea: string; trailId: string; surveyId?: string },
  ) => void;
  shareSurvey: (surveyId: string) => void;
  readResult: (surveyId: string) => void;
};

/** Does what the next step's button says. */
export function takeNextStep(action: NextAction, { id, idea }: Trail, actions: TrailActions): void {
  const start = { idea, trailId: id };
  if (action.open === 'ideation')
    actions.openIdeation(action.sessionId ? { sessionId: action.sessionId } : start);
  else if (action.open === 'validation') actions.openValidation(start);
  else if (action.open === 'share') actions.shareSurvey(action.surveyId);
  else if (action.open === 'results') actions.readResult(action.surveyId);
  else if (action.open === 'build-prompt') actions.openProofOfConcept({ promptId: action.promptId });
  else actions.openProofOfConcept({ ...start, surveyId: action.surveyId });
}
