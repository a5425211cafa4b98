import type { Trail } from '#shared/contracts/trails.ts';
import { afterVerdict } from '#shared/rules/verdict/next-step.ts';

/** A trail for tests: an idea on which nothing was made yet. */
export const bareTrail: Trail = {
  id: 'trail-1',
  reading: null,
  idea: 'A calendar for two homes',
  appName: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
  ideations: [],
  surveys: [],
  buildPrompts: [],
  supportRequests: [],
  campaigns: [],
  archivedParts: [],
};

export const session: Trail['ideations'][number] = {
  id: 'session-1',
  saved: false,
  nextStage: 'MARKET_RESEARCH',
  preview: '### Startup Ideation',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

export const survey: Trail['surveys'][number] = {
  surveyId: 'survey-two-homes-k3x9d2a',
  questions: 7,
  publicLink: true,
  submissions: 0,
  newAnswers: 0,
  waitingAnswers: 0,
  minimumAnswers: 12,
  missingAnswers: 12,
  answeredAt: null,
  created_at: '2026-11-20T11:00:00.000Z',
  verdict: null,
};

/** The survey with a verdict from so many answers. */
export function judged(goNoGoDecision: string, submissions = 38): Trail['surveys'][number] {
  const verdict = {
    goNoGoDecision,
    submissionCount: submissions,
    created_at: '2026-11-21T12:00:00.000Z',
    next: afterVerdict(goNoGoDecision, null),
  };
  return { ...survey, submissions, missingAnswers: Math.max(0, 12 - submissions), verdict };
}

export const prompt: Trail['buildPrompts'][number] = {
  id: 'prompt-1',
  builder: 'plain',
  surveyId: null,
  submissionCount: null,
  preview: 'Build a calendar',
  updatedAt: '2026-11-21T13:00:00.000Z',
};

/** The prompt, traced to the survey when it had so many answers. */
export function traced(submissionCount = 38): Trail['buildPrompts'][number] {
  return { ...prompt, surveyId: survey.surveyId, submissionCount };
}

export const request: Trail['supportRequests'][number] = {
  id: 'request-1',
  requestTitle: 'Sync breaks',
  status: 'PENDING',
  waitingForCustomer: false,
  resolvedAt: null,
  answerDueAt: '2999-11-23T14:00:00.000Z',
  created_at: '2026-11-21T14:00:00.000Z',
  updatedAt: '2026-11-21T14:00:00.000Z',
};

export const campaign: Trail['campaigns'][number] = {
  id: 'campaign-1',
  name: 'Two Homes',
  active: true,
  awaitingReview: 3,
  posted: 0,
  visits: 0,
  created_at: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
};
