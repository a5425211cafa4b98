import type { Trail } from '#shared/contracts/trails.ts';
import { textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { statusLabels } from '#shared/rules/support/status.ts';
import { afterVerdictButtons } from '#shared/rules/verdict/next-step.ts';
import {
  currentSurvey,
  isOpenRequest,
  isTraced,
  type NextReason,
  surveyWithVerdict,
  type TrailCampaign,
  type TrailPrompt,
  type TrailRequest,
  type TrailSession,
  type TrailStepName,
  type TrailStepState,
  type TrailSurvey,
  tracedPrompt,
} from './trail.ts';

export const stepTitles: Record<TrailStepName, string> = {
  idea: 'Idea',
  ideation: 'Coach',
  survey: 'Plan',
  answers: 'Survey',
  verdict: 'Verdict',
  'build-prompt': 'Prompt',
  support: 'Help from a developer',
  conversations: 'Launch',
};

const stateLabels: Record<TrailStepState, string> = {
  done: 'Done',
  'in-progress': 'In progress',
  next: 'Next',
  later: 'Later',
};

/** A step's state in words; help and conversations are no steps that one has to come to first. */
export function stepStatus(step: TrailStepName, state: TrailStepState): string {
  const isAnyTime = step === 'support' || step === 'conversations';
  return isAnyTime && state === 'later' ? 'Any time' : stateLabels[state];
}

/** Evidence of a step, in a few words. */
export function stepEvidence(step: TrailStepName, trail: Trail): string {
  const judged = surveyWithVerdict(trail);
  switch (step) {
    case 'idea':
      return `Begun ${day(trail.created_at)}`;
    case 'ideation':
      return ideationEvidence(trail);
    case 'survey':
      return surveyEvidence(trail);
    case 'answers':
      return trail.surveys.length === 0 ? 'Nobody has been asked yet' : answersEvidence(trail);
    case 'verdict':
      return judged ? verdictEvidence(judged) : 'No verdict yet';
    case 'build-prompt':
      return promptEvidence(trail);
    case 'support':
      return supportEvidence(trail);
    case 'conversations':
      return campaignEvidence(trail);
  }
}

/** "38 answers, verdict Go, 21 Nov 2026". */
export function verdictEvidence({ verdict, submissions }: TrailSurvey): string {
  if (!verdict) return `${countAnswers(submissions)}, no verdict yet`;
  const { goNoGoDecision, submissionCount, created_at } = verdict;
  return `${countAnswers(submissionCount)}, verdict ${goNoGoDecision}, ${day(created_at)}`;
}

/** Answers that the prompt's features can be traced to: those counted when it was written. */
export function tracedTo({ surveyId, submissionCount }: TrailPrompt, trail: Trail): string {
  if (surveyId === null) return 'Not traced to any answers';
  const survey = trail.surveys.find((known) => known.surveyId === surveyId);
  const answers = submissionCount === null ? 'answers' : countAnswers(submissionCount);
  const isArchived = trail.archivedParts.some(({ id }) => id === surveyId);
  if (!survey) return `Traced to ${answers} from ${isArchived ? 'an archived' : 'another idea’s'} survey`;
  if (survey.verdict?.submissionCount === submissionCount) return `Traced to ${verdictEvidence(survey)}`;
  return `Traced to ${answers}; the survey has ${countAnswers(survey.submissions)} now`;
}

/** How far a session has come. */
export function sessionStatus({ saved, nextStage }: Pick<TrailSession, 'saved' | 'nextStage'>): string {
  const status = saved ? 'Saved' : 'In progress';
  return nextStage === null ? status : `${status} · next: ${textsOfStage(nextStage).title}`;
}

/** Status of a support request for its owner at `now`, epoch milliseconds, as on its own page. */
export function requestStatus(request: TrailRequest, now: number): string {
  const { status, resolvedAt, waitingForCustomer, answerDueAt } = request;
  if (resolvedAt !== null) return `Resolved ${day(resolvedAt)}`;
  const parts = [statusLabels[status]];
  if (waitingForCustomer) parts.push('Waiting for you');
  if (answerDueAt !== null)
    parts.push(`answer ${Date.parse(answerDueAt) < now ? 'was due' : 'due'} ${moment(answerDueAt)}`);
  return parts.join(' · ');
}

/** How far a campaign has come. */
export function campaignStatus({ active, awaitingReview, posted, visits }: TrailCampaign): string {
  return [
    active ? 'Active' : 'Paused',
    counted(awaitingReview, 'reply waits for you', 'replies wait for you'),
    counted(posted, 'reply posted', 'replies posted'),
    counted(visits, 'visit', 'visits'),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

export function countAnswers(count: number): string {
  if (count === 0) return 'no answers yet';
  return count === 1 ? '1 answer' : `${count.toLocaleString()} answers`;
}

export function day(at: string): string {
  return new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** Day and time, which tell apart what was made on one day. */
export function moment(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function ideationEvidence({ ideations }: Trail): string {
  const session = ideations.find(({ saved, nextStage }) => saved || nextStage === null) ?? ideations[0];
  if (!session) return 'No coached session for this idea';
  if (session.nextStage === null) return 'All five sections are written';
  const next = textsOfStage(session.nextStage).title;
  return session.saved ? `Saved; next section: ${next}` : `Next section: ${next}`;
}

function surveyEvidence({ surveys }: Trail): string {
  const [newest] = surveys;
  if (!newest) return 'No survey yet';
  const questions = newest.questions === 1 ? '1 question' : `${newest.questions} questions`;
  const who = newest.publicLink ? 'anyone with the link can answer' : 'people with an account can answer';
  const others = surveys.length > 1 ? `, the newest of ${surveys.length}` : '';
  return `${questions}${others}; ${who}`;
}

function answersEvidence({ surveys }: Trail): string {
  const [newest] = surveys;
  const total = surveys.reduce((sum, { submissions }) => sum + submissions, 0);
  const all = countAnswers(total);
  return newest && surveys.length > 1 && newest.submissions !== total
    ? `${all}, ${countAnswers(newest.submissions)} to the newest survey`
    : all;
}

function promptEvidence(trail: Trail): string {
  const { buildPrompts } = trail;
  const best = buildPrompts.find(isTraced) ?? buildPrompts[0];
  return best ? tracedTo(best, trail) : 'No build prompt yet';
}

function supportEvidence({ supportRequests }: Trail): string {
  const count = supportRequests.length;
  if (count === 0) return 'No request; a person helps when you are stuck, and no other step needs it';
  const open = supportRequests.filter(isOpenRequest).length;
  const requests = count === 1 ? '1 support request' : `${count.toLocaleString()} support requests`;
  return open === 0 ? `${requests}, resolved` : `${requests}, ${open.toLocaleString()} open`;
}

function campaignEvidence({ campaigns }: Trail): string {
  if (campaigns.length === 0) return 'No campaign yet; it finds people who have the problem today';
  const sum = (of: (campaign: TrailCampaign) => number) =>
    campaigns.reduce((total, campaign) => total + of(campaign), 0);
  const parts = [
    counted(campaigns.length, 'campaign', 'campaigns'),
    counted(
      sum(({ posted }) => posted),
      'reply posted',
      'replies posted',
    ) ?? 'no reply posted yet',
    counted(
      sum(({ visits }) => visits),
      'visit',
      'visits',
    ),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Null for none. */
function counted(count: number, one: string, many: string): string | null {
  if (count === 0) return null;
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

type NextLabels = { button: string; reason: string };

/** Label of the next step's button, and the reason for the step. */
export function nextLabels(reason: NextReason, trail: Trail): NextLabels {
  if (reason === 'prompt-traced') return { button: 'Open the build prompt', reason: promptReason(trail) };
  if (reason === 'answers-wait') return { button: 'Review answers', reason: waitingReason(trail) };
  return labels[reason];
}

const labels: Record<Exclude<NextReason, 'prompt-traced' | 'answers-wait'>, NextLabels> = {
  'ideation-unfinished': {
    button: 'Continue the coach',
    reason: 'Your coached session is not finished.',
  },
  'nobody-asked': {
    button: 'Write the survey',
    reason: 'Nobody has been asked yet.',
  },
  'prompt-rests-on-nothing': {
    button: 'Write the survey',
    reason: 'Your build prompt rests on no answers yet.',
  },
  'no-answers-yet': {
    button: afterVerdictButtons['share-more'],
    reason: 'Your survey has no answers yet.',
  },
  counting: {
    button: 'See the results',
    reason: 'The verdict comes with the results.',
  },
  'share-more': {
    button: afterVerdictButtons['share-more'],
    reason: 'Can’t tell yet: more answers are needed.',
  },
  'narrow-group': {
    button: afterVerdictButtons['narrow-group'],
    reason: 'Can’t tell, and more of the same won’t help.',
  },
  'mark-options': {
    button: afterVerdictButtons['mark-options'],
    reason: 'No option is marked as having the problem.',
  },
  'verdict-no-go': {
    button: afterVerdictButtons['change-idea'],
    reason: 'Change the problem before you build.',
  },
  'verdict-go': {
    button: afterVerdictButtons['build-prompt'],
    reason: 'Build from what they said.',
  },
  'prompt-untraced': {
    button: 'Trace a build prompt to the answers',
    reason: 'No build prompt rests on these answers yet.',
  },
  'replies-wait': {
    button: 'Review the replies',
    reason: 'Replies to people with the problem wait for you.',
  },
};

function waitingReason(trail: Trail): string {
  const waiting = currentSurvey(trail)?.waitingAnswers ?? 0;
  return waiting === 1
    ? '1 answer waits for your OK.'
    : `${waiting.toLocaleString()} answers wait for your OK.`;
}

/** A prompt rests on the answers that there were when it was written; the verdict may rest on others by now. */
function promptReason(trail: Trail): string {
  const survey = surveyWithVerdict(trail) ?? currentSurvey(trail);
  const prompt = survey && tracedPrompt(trail, survey.surveyId);
  const count = prompt?.submissionCount ?? null;
  if (count === null) return 'Your build prompt rests on earlier answers.';
  const isSame = count === survey?.verdict?.submissionCount;
  return isSame ? 'Your build prompt rests on them.' : `Your build prompt rests on ${countAnswers(count)}.`;
}
