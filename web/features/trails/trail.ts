import type { Plan } from '#shared/contracts/account.ts';
import type { AfterVerdict } from '#shared/contracts/surveys/analyses.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';

/** The way from an idea to its first users (design 1, The product in one page), in order. */
export type TrailStepName =
  | 'idea'
  | 'ideation'
  | 'survey'
  | 'answers'
  | 'verdict'
  | 'build-prompt'
  | 'support'
  | 'conversations';

/** `next` is the one step that is useful now and not begun. */
export type TrailStepState = 'done' | 'in-progress' | 'next' | 'later';
export type TrailStep = { step: TrailStepName; state: TrailStepState };

/** Why a step comes next; the words for it are the browser's. */
export type NextReason =
  | 'ideation-unfinished'
  | 'nobody-asked'
  | 'prompt-rests-on-nothing'
  | 'no-answers-yet'
  | 'counting'
  | 'answers-wait'
  | 'share-more'
  | 'narrow-group'
  | 'mark-options'
  | 'verdict-no-go'
  | 'verdict-go'
  | 'prompt-untraced'
  | 'prompt-traced'
  | 'replies-wait';

/** Target of the next step: a tool with the trail, the survey's sharing, results or answers, or a saved prompt. */
export type NextAction =
  | { open: 'ideation'; sessionId?: string }
  /** `narrow` asks which people of the group are asked next. */
  | { open: 'validation'; surveyId?: string; narrow?: true }
  | { open: 'share'; surveyId: string }
  | { open: 'results'; surveyId: string }
  | { open: 'answers'; surveyId: string }
  | { open: 'proof-of-concept'; surveyId: string }
  | { open: 'build-prompt'; promptId: string }
  | { open: 'support-request'; surveySlug?: string }
  | { open: 'conversations' };

export type NextStep = {
  step: TrailStepName;
  reason: NextReason;
  action: NextAction;
  /** Another way on, beside it; null when there is none. */
  beside: NextAction | null;
  /** Upgrade that the action or the one beside it needs, shown before the click; null when none does. */
  upgrade: MessageCode | null;
};

export type TrailSession = Trail['ideations'][number];
export type TrailSurvey = Trail['surveys'][number];
export type TrailPrompt = Trail['buildPrompts'][number];
export type TrailRequest = Trail['supportRequests'][number];
export type TrailCampaign = Trail['campaigns'][number];

/**
 * Steps of a trail and its one next step. Evidence decides: a No-Go leads back to the problem, which every plan can do,
 * and "Can't tell yet" to more answers; only a Go leads to building.
 */
export function trailSteps(trail: Trail, { plan }: { plan: Plan }): { steps: TrailStep[]; next: NextStep } {
  const next = chooseNext(trail);
  const beside = besideOf(next, trail);
  const upgrade = upgradeOf(next.action, plan) ?? (beside && upgradeOf(beside, plan));
  const steps = stepNames.map((step) => {
    const state = begun(step, trail);
    return { step, state: state === 'later' && step === next.step ? ('next' as const) : state };
  });
  return { steps, next: { ...next, beside, upgrade } };
}

/** The survey whose verdict counts for a trail: the newest that has one; null when none has. */
export function surveyWithVerdict({ surveys }: Pick<Trail, 'surveys'>): TrailSurvey | null {
  return surveys.find(({ verdict }) => verdict !== null) ?? null;
}

/** The survey whose answers count now: the newest, but a Go counts until a newer survey is decided. */
export function countingSurvey(trail: Pick<Trail, 'surveys'>): TrailSurvey | null {
  const decided = surveyWithVerdict(trail);
  return decided && decisionOf(decided) === 'Go' ? decided : currentSurvey(trail);
}

/** The survey that people are asked to answer now: the newest. */
export function currentSurvey({ surveys }: Pick<Trail, 'surveys'>): TrailSurvey | null {
  return surveys[0] ?? null;
}

/** True when a build prompt's newest rewrite was traced to answers. */
export function isTraced({ surveyId }: TrailPrompt): boolean {
  return surveyId !== null;
}

/** The newest build prompt that was traced to this survey's answers; null when there is none. */
export function tracedPrompt({ buildPrompts }: Pick<Trail, 'buildPrompts'>, surveyId: string) {
  return buildPrompts.find((prompt) => prompt.surveyId === surveyId) ?? null;
}

/** False while an idea is called by its own first words. */
export function isNamed({ name, appName }: Trail): boolean {
  return (name ?? appName) !== null;
}

/** All steps in their order. */
export const stepNames: TrailStepName[] = [
  'idea',
  'ideation',
  'survey',
  'answers',
  'verdict',
  'build-prompt',
  'support',
  'conversations',
];

type Choice = Omit<NextStep, 'beside' | 'upgrade'>;

function chooseNext(trail: Trail): Choice {
  const current = currentSurvey(trail);
  const decided = surveyWithVerdict(trail);
  if (!current) return beforeAnySurvey(trail);
  if (decided && decisionOf(decided) === 'Go') return afterGo(trail, decided);
  // A newer survey was written because the older one did not say Go: its answers count now.
  if (!decided || decided.surveyId !== current.surveyId) return towardsVerdict(current);
  return afterOtherVerdict(decided);
}

function beforeAnySurvey({ ideations, buildPrompts }: Trail): Choice {
  const unfinished = ideations.find(({ saved, nextStage }) => !saved && nextStage !== null);
  if (buildPrompts.length > 0 && !buildPrompts.some(isTraced))
    return { step: 'survey', reason: 'prompt-rests-on-nothing', action: { open: 'validation' } };
  if (unfinished && !ideations.some(isFinished)) {
    const action: NextAction = { open: 'ideation', sessionId: unfinished.id };
    return { step: 'ideation', reason: 'ideation-unfinished', action };
  }
  return { step: 'survey', reason: 'nobody-asked', action: { open: 'validation' } };
}

/** Answers that are set apart are looked at before more people are asked. */
function answersWait({ surveyId }: TrailSurvey): Choice {
  return { step: 'answers', reason: 'answers-wait', action: { open: 'answers', surveyId } };
}

function towardsVerdict(survey: TrailSurvey): Choice {
  const { surveyId, submissions, waitingAnswers, missingAnswers } = survey;
  if (waitingAnswers > 0 && missingAnswers > 0) return answersWait(survey);
  if (submissions === 0)
    return { step: 'answers', reason: 'no-answers-yet', action: { open: 'share', surveyId } };
  return { step: 'verdict', reason: 'counting', action: { open: 'results', surveyId } };
}

function afterOtherVerdict(survey: TrailSurvey): Choice {
  const { surveyId, verdict, waitingAnswers } = survey;
  const next = verdict?.next ?? 'share-more';
  if (next === 'share-more' && waitingAnswers > 0) return answersWait(survey);
  const action = actionAfter(next, surveyId);
  switch (next) {
    case 'change-idea':
      return { step: 'ideation', reason: 'verdict-no-go', action };
    case 'narrow-group':
      return { step: 'survey', reason: 'narrow-group', action };
    case 'mark-options':
      return { step: 'verdict', reason: 'mark-options', action };
    default:
      return { step: 'answers', reason: 'share-more', action };
  }
}

/** Action behind the button of a survey's verdict. */
export function actionAfter(next: AfterVerdict, surveyId: string): NextAction {
  switch (next) {
    case 'build-prompt':
      return { open: 'proof-of-concept', surveyId };
    case 'change-idea':
      return { open: 'ideation' };
    case 'narrow-group':
      return { open: 'validation', surveyId, narrow: true };
    case 'mark-options':
      return { open: 'validation', surveyId };
    case 'share-more':
      return { open: 'share', surveyId };
  }
}

function afterGo(trail: Trail, { surveyId }: TrailSurvey): Choice {
  const traced = tracedPrompt(trail, surveyId);
  if (traced && trail.campaigns.some(({ awaitingReview }) => awaitingReview > 0))
    return { step: 'conversations', reason: 'replies-wait', action: { open: 'conversations' } };
  if (traced)
    return {
      step: 'build-prompt',
      reason: 'prompt-traced',
      action: { open: 'build-prompt', promptId: traced.id },
    };
  const reason = trail.buildPrompts.length > 0 ? 'prompt-untraced' : 'verdict-go';
  return { step: 'build-prompt', reason, action: actionAfter('build-prompt', surveyId) };
}

/** The survey beside an unfinished coach; help, once, for founders who build from evidence. */
function besideOf({ reason }: Choice, trail: Trail): NextAction | null {
  if (reason === 'ideation-unfinished') return { open: 'validation' };
  if (reason !== 'prompt-traced' || trail.supportRequests.some(isOpenRequest)) return null;
  return { open: 'support-request', surveySlug: surveyWithVerdict(trail)?.surveyId };
}

function begun(step: TrailStepName, trail: Trail): TrailStepState {
  const { ideations, surveys, buildPrompts, supportRequests, campaigns } = trail;
  const decided = surveyWithVerdict(trail);
  switch (step) {
    case 'idea':
      return 'done';
    case 'ideation':
      return ideations.some(isFinished) ? 'done' : ideations.length > 0 ? 'in-progress' : 'later';
    case 'survey':
      return surveys.length > 0 ? 'done' : 'later';
    case 'answers':
      if (decided && isSettled(decided)) return 'done';
      return surveys.some(({ submissions }) => submissions > 0) ? 'in-progress' : 'later';
    case 'verdict':
      return decided ? (isSettled(decided) ? 'done' : 'in-progress') : 'later';
    case 'build-prompt':
      return buildPrompts.length > 0 ? 'done' : 'later';
    case 'support':
      if (supportRequests.length === 0) return 'later';
      return supportRequests.some(isOpenRequest) ? 'in-progress' : 'done';
    case 'conversations':
      if (campaigns.length === 0) return 'later';
      return campaigns.some(({ posted }) => posted > 0) ? 'done' : 'in-progress';
  }
}

function upgradeOf({ open }: NextAction, plan: Plan): MessageCode | null {
  if (open === 'validation') return upgradeNeeded(plan, 'validation');
  // A prompt that is there can be read on every plan.
  if (open === 'proof-of-concept') return upgradeNeeded(plan, 'proof-of-concept');
  return null;
}

/** True when a support request still waits for an answer. */
export function isOpenRequest({ resolvedAt }: TrailRequest): boolean {
  return resolvedAt === null;
}

function isFinished({ saved, nextStage }: TrailSession): boolean {
  return saved || nextStage === null;
}

function isSettled(survey: TrailSurvey): boolean {
  return decisionOf(survey) === 'Go' || decisionOf(survey) === 'No-Go';
}

function decisionOf({ verdict }: TrailSurvey): string | null {
  return verdict?.goNoGoDecision ?? null;
}
