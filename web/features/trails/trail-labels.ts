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
  ideation: 'Ideation',
  survey: 'Validation plan and survey',
  answers: 'Answers',
  verdict: 'Verdict',
  'build-prompt': 'Build prompt',
  support: 'Help from a developer',
  conversations: 'Conversations',
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
  if (!survey) return `Traced to ${answers} from another idea’s survey`;
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
  const survey = surveyWithVerdict(trail) ?? currentSurvey(trail);
  const answers = countedAnswers(survey);
  const labels: Record<NextReason, NextLabels> = {
    'ideation-unfinished': {
      button: 'Continue the coach',
      reason:
        'The coached session is not finished: its questions make it easier to ask people the right thing.',
    },
    'nobody-asked': {
      button: 'Write the survey',
      reason: 'Nobody has been asked yet whether the problem is real.',
    },
    'prompt-rests-on-nothing': {
      button: 'Write the survey',
      reason: 'The build prompt rests on no answers: nobody has been asked yet whether the problem is real.',
    },
    'no-answers-yet': {
      button: afterVerdictButtons['share-more'],
      reason: 'The survey has no answers yet, so nothing can be said about the problem.',
    },
    counting: {
      button: 'See the results',
      reason: `The survey has ${countedAnswers(currentSurvey(trail))}; the verdict appears with its results.`,
    },
    'share-more': {
      button: afterVerdictButtons['share-more'],
      reason: `${answers} can’t tell yet. More answers come before anything is built.`,
    },
    'narrow-group': {
      button: afterVerdictButtons['narrow-group'],
      reason: `${answers} can’t tell, and more of the same won’t. Ask people who are more alike.`,
    },
    'mark-options': {
      button: afterVerdictButtons['mark-options'],
      reason: `${answers} are in, and no option is marked as having the problem.`,
    },
    'verdict-no-go': {
      button: afterVerdictButtons['change-idea'],
      reason: `No-Go from ${answers}. Change the problem before anything is built.`,
    },
    ...labelsAfterGo(trail, survey, answers),
  };
  return labels[reason];
}

function labelsAfterGo(trail: Trail, survey: TrailSurvey | null, answers: string) {
  return {
    'verdict-go': {
      button: afterVerdictButtons['build-prompt'],
      reason: `The verdict is Go, from ${answers}: a build prompt can now name the answers behind each feature.`,
    },
    'prompt-untraced': {
      button: 'Trace a build prompt to the answers',
      reason: `The verdict is Go, from ${answers}, but no build prompt rests on these answers yet.`,
    },
    'prompt-traced': {
      button: 'Open the build prompt',
      reason: promptReason(survey, trail, answers),
    },
    'replies-wait': {
      button: 'Review the replies',
      reason:
        'People who have the problem today wait for an answer, and these replies are left for you to decide.',
    },
  };
}

/** A prompt rests on the answers that there were when it was written; the verdict may rest on others by now. */
function promptReason(survey: TrailSurvey | null, trail: Trail, answers: string): string {
  const prompt = survey && tracedPrompt(trail, survey.surveyId);
  const count = prompt?.submissionCount ?? null;
  const tracedTo = count === null ? 'earlier answers' : countAnswers(count);
  return tracedTo === answers
    ? `The build prompt rests on ${answers} with the verdict Go: take it to a builder, and ask again once people use it.`
    : `The build prompt rests on ${tracedTo}, and the verdict Go on ${answers}: enhance it again to trace it to these, or take it to a builder as it is.`;
}

function countedAnswers(survey: TrailSurvey | null): string {
  return countAnswers(survey?.verdict?.submissionCount ?? survey?.submissions ?? 0);
}
