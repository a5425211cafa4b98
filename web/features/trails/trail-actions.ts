import type { Trail } from '#shared/contracts/trails.ts';
import { readAppName } from '#shared/rules/plans/app-name.ts';
import type { NextAction } from './trail.ts';

/** Actions of the page that shows a trail; every tool is given the trail, so that its evidence carries on. */
export type TrailActions = {
  openIdeation: (start: { sessionId: string } | { idea: string; trailId: string }) => void;
  /** `content` is a session's text, and `surveyId` names the survey whose plan is opened, to `narrow` its group. */
  openValidation: (start: {
    idea: string;
    trailId: string;
    content?: string;
    surveyId?: string;
    narrow?: true;
  }) => void;
  openProofOfConcept: (
    start: { promptId: string } | { idea: string; trailId: string; surveyId?: string },
  ) => void;
  shareSurvey: (surveyId: string) => void;
  readResult: (surveyId: string) => void;
  /** Shows the survey's single answers, where those set apart are counted. */
  reviewAnswers: (surveyId: string) => void;
  /** Begins a search for conversations. */
  openLaunch: (start: { idea: string; trailId: string; appName: string }) => void;
  /** Shows the conversations of all campaigns. */
  showConversations: () => void;
  openSupportRequest: (start: {
    trailId: string;
    idea: string;
    appName: string;
    surveySlug?: string;
  }) => void;
};

/** Parts of a trail that a tool may be given. */
type StartingPoint = Pick<Trail, 'id' | 'idea' | 'name' | 'appName' | 'ideations'>;

/** Does what the next step's button says. */
export function takeNextStep(action: NextAction, trail: StartingPoint, actions: TrailActions): void {
  const { id, idea } = trail;
  const start = { idea, trailId: id };
  if (action.open === 'ideation')
    actions.openIdeation(action.sessionId ? { sessionId: action.sessionId } : start);
  else if (action.open === 'validation') actions.openValidation(planStart(trail, action));
  else if (action.open === 'share') actions.shareSurvey(action.surveyId);
  else if (action.open === 'results') actions.readResult(action.surveyId);
  else if (action.open === 'answers') actions.reviewAnswers(action.surveyId);
  else if (action.open === 'build-prompt') actions.openProofOfConcept({ promptId: action.promptId });
  else if (action.open === 'conversations') actions.showConversations();
  else if (action.open === 'support-request')
    actions.openSupportRequest(requestStart(trail, action.surveySlug));
  else actions.openProofOfConcept({ ...start, surveyId: action.surveyId });
}

/** Start of the coach: the trail's newest session, or else a new one for its idea. */
export function coachStart({ id, idea, ideations: [newest] }: StartingPoint) {
  return newest ? { sessionId: newest.id } : { idea, trailId: id };
}

/** Start of a search for conversations. */
export function launchStart(trail: StartingPoint) {
  return { trailId: trail.id, idea: trail.idea, appName: trail.name ?? trail.appName ?? '' };
}

/** The same of a support request, with the survey it is about. */
export function requestStart(trail: StartingPoint, surveySlug?: string) {
  return {
    ...launchStart(trail),
    ...(surveySlug === undefined ? {} : { surveySlug }),
  };
}

type WantedPlan = { surveyId?: string | undefined; narrow?: true | undefined };

/** Start of a trail's plan: its newest session that names the app gives the name. */
export function planStart({ id, idea, ideations }: StartingPoint, { surveyId, narrow }: WantedPlan) {
  const named = ideations.map(({ preview }) => withoutCutLine(preview)).find(readAppName);
  return { idea, trailId: id, content: named, surveyId, narrow };
}

/** A sentence that is not all there would be taken for the founder's. */
function withoutCutLine(preview: string): string {
  return preview.replace(/[^\n]*\.{3}$/, '');
}
