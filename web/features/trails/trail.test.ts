import { describe, expect, test } from 'vitest';
import type { Plan } from '#shared/contracts/account.ts';
import type { AfterVerdict } from '#shared/contracts/surveys/analyses.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import * as fixture from './trail.fixture.ts';
import { bareTrail as bare } from './trail.fixture.ts';
import { currentSurvey, surveyWithVerdict, trailSteps } from './trail.ts';

const session = (change: Partial<Trail['ideations'][number]> = {}) => ({
  ...fixture.session,
  id: 's1',
  nextStage: 'MVP' as const,
  ...change,
});

function survey(submissions: number, decision: string | null = null, surveyId = 'a', next?: AfterVerdict) {
  const judged = decision === null ? fixture.survey : fixture.judged(decision, submissions);
  const verdict = judged.verdict && { ...judged.verdict, next: next ?? judged.verdict.next };
  return { ...judged, surveyId, submissions, verdict };
}

const prompt = (surveyId: string | null, id = 'p1') => ({ ...fixture.prompt, id, surveyId });
const request = (resolvedAt: string | null) => ({ ...fixture.request, resolvedAt });
const campaign = (awaitingReview: number, posted = 0) => ({ ...fixture.campaign, awaitingReview, posted });

const stand = (parts: Partial<Trail>, plan: Plan = 'developer') =>
  trailSteps({ ...bare, ...parts }, { plan });
const states = (parts: Partial<Trail>) => stand(parts).steps.map(({ state }) => state);

describe('the next useful step', () => {
  test.each<[string, Partial<Trail>, object]>([
    ['a bare idea is to ask people', {}, { reason: 'nobody-asked', action: { open: 'validation' } }],
    [
      'a session half way is to go on with it',
      { ideations: [session()] },
      { reason: 'ideation-unfinished', action: { open: 'ideation', sessionId: 's1' } },
    ],
    [
      'a finished session is to ask people, whatever else was begun',
      { ideations: [session(), session({ id: 's0', saved: true, nextStage: null })] },
      { reason: 'nobody-asked' },
    ],
    [
      'a build prompt that rests on nothing is to ask people',
      { buildPrompts: [prompt(null)], ideations: [session()] },
      { step: 'survey', reason: 'prompt-rests-on-nothing', action: { open: 'validation' } },
    ],
    [
      'a build prompt from another idea’s answers is to ask people about this one',
      { buildPrompts: [prompt('of-another')] },
      { step: 'survey', reason: 'nobody-asked', action: { open: 'validation' } },
    ],
    [
      'a survey without answers is to share it',
      { surveys: [survey(0)] },
      { reason: 'no-answers-yet', action: { open: 'share', surveyId: 'a' } },
    ],
    [
      'answers that are set apart is to look at them, before more people are asked',
      { surveys: [{ ...survey(1), missingAnswers: 11, waitingAnswers: 11 }] },
      { step: 'answers', reason: 'answers-wait', action: { open: 'answers', surveyId: 'a' } },
    ],
    [
      '"Can\'t tell yet" beside answers that are set apart is to look at them',
      { surveys: [{ ...survey(4, "Can't tell yet"), waitingAnswers: 2 }] },
      { step: 'answers', reason: 'answers-wait', action: { open: 'answers', surveyId: 'a' } },
    ],
    [
      'answers without a verdict is to look at the results',
      { surveys: [survey(3)] },
      { step: 'verdict', reason: 'counting', action: { open: 'results', surveyId: 'a' } },
    ],
    [
      '"Can\'t tell yet" from a few answers is to reach the fewest that can tell',
      { surveys: [survey(4, "Can't tell yet")] },
      { step: 'answers', reason: 'share-more', action: { open: 'share', surveyId: 'a' } },
    ],
    [
      '"Can\'t tell yet" from many is more answers',
      { surveys: [survey(38, "Can't tell yet")], buildPrompts: [prompt('a')] },
      { step: 'answers', reason: 'share-more', action: { open: 'share', surveyId: 'a' } },
    ],
    [
      'answers to a survey without marks is to mark its options',
      { surveys: [survey(38, "Can't tell yet", 'a', 'mark-options')] },
      { step: 'verdict', reason: 'mark-options', action: { open: 'validation', surveyId: 'a' } },
    ],
    [
      'a No-Go is to change the problem',
      { surveys: [survey(38, 'No-Go')], buildPrompts: [prompt('a')] },
      { step: 'ideation', reason: 'verdict-no-go', action: { open: 'ideation' } },
    ],
    [
      'a newer survey after a No-Go is that survey',
      { surveys: [survey(0, null, 'b'), survey(38, 'No-Go')] },
      { reason: 'no-answers-yet', action: { open: 'share', surveyId: 'b' } },
    ],
    [
      'a Go is a build prompt from its answers',
      { surveys: [survey(38, 'Go')] },
      { step: 'build-prompt', reason: 'verdict-go', action: { open: 'proof-of-concept', surveyId: 'a' } },
    ],
    [
      'a Go stands while a newer survey has no verdict',
      { surveys: [survey(2, null, 'b'), survey(38, 'Go')] },
      { reason: 'verdict-go', action: { open: 'proof-of-concept', surveyId: 'a' } },
    ],
    [
      'a Go with a prompt that is not traced to it is to trace one',
      { surveys: [survey(38, 'Go')], buildPrompts: [prompt(null)] },
      { reason: 'prompt-untraced', action: { open: 'proof-of-concept', surveyId: 'a' } },
    ],
    [
      'a Go with a traced prompt is to take that prompt to a builder',
      { surveys: [survey(38, 'Go')], buildPrompts: [prompt(null, 'p2'), prompt('a')] },
      { reason: 'prompt-traced', action: { open: 'build-prompt', promptId: 'p1' } },
    ],
    [
      'a newer verdict than a Go is what that verdict says',
      { surveys: [survey(38, 'No-Go', 'b'), survey(38, 'Go')], buildPrompts: [prompt('a')] },
      { reason: 'verdict-no-go' },
    ],
  ])('after %s', (_what, parts, expected) => {
    expect(stand(parts).next).toMatchObject(expected);
  });

  test.each<[string, Partial<Trail>]>([
    ['a No-Go', { surveys: [survey(38, 'No-Go')] }],
    ['an open verdict', { surveys: [survey(38, "Can't tell yet")] }],
    ['no answers', { surveys: [survey(0)] }],
  ])('after %s never asks anybody to pay or to build', (_what, parts) => {
    for (const plan of ['free', 'pro', 'developer'] as const) {
      for (const buildPrompts of [[], [prompt(null)], [prompt('a')]]) {
        const { next } = stand({ ...parts, buildPrompts }, plan);
        expect(next.upgrade).toBeNull();
        expect(next.step).not.toBe('build-prompt');
      }
    }
  });

  test('offers help beside a traced build prompt, which still comes first, until somebody is asked', () => {
    const traced = { surveys: [survey(38, 'Go')], buildPrompts: [prompt('a')] };
    const { next } = stand(traced, 'free');
    expect(next).toMatchObject({
      step: 'build-prompt',
      beside: { open: 'support-request', surveySlug: 'a' },
    });
    expect(stand({ ...traced, supportRequests: [request(null)] }).next.beside).toBeNull();
    expect(stand({ ...traced, supportRequests: [request(bare.updatedAt)] }).next.beside).not.toBeNull();
    for (const parts of [{}, { surveys: [survey(38, 'Go')] }, { surveys: [survey(0)] }])
      expect(stand(parts).next.beside).toBeNull();
  });

  test('after a build prompt is to answer people, while replies wait for their owner', () => {
    const traced = { surveys: [survey(38, 'Go')], buildPrompts: [prompt('a')] };
    expect(stand({ ...traced, campaigns: [campaign(3)] }).next).toEqual({
      step: 'conversations',
      reason: 'replies-wait',
      action: { open: 'conversations' },
      beside: null,
      upgrade: null,
    });
    expect(stand({ ...traced, campaigns: [campaign(0, 2)] }).next.reason).toBe('prompt-traced');
    expect(stand({ surveys: [survey(38, 'Go')], campaigns: [campaign(3)] }).next.reason).toBe('verdict-go');
  });

  test('says beforehand what the plan does not include', () => {
    expect(stand({}, 'free').next.upgrade).toBe('upgrade_to_pro');
    expect(stand({}, 'pro').next.upgrade).toBeNull();
    expect(stand({ surveys: [survey(38, 'Go')] }, 'free').next.upgrade).toBe('upgrade_to_pro');
    const coach = stand({ ideations: [session()] }, 'free').next;
    expect(coach).toMatchObject({ beside: { open: 'validation' }, upgrade: 'upgrade_to_pro' });
    expect(stand({ ideations: [session()] }, 'pro').next.upgrade).toBeNull();
  });
});

describe('the steps', () => {
  test('of a bare idea are all ahead of it', () => {
    expect(states({})).toEqual(['done', 'later', 'next', 'later', 'later', 'later', 'later', 'later']);
  });

  test('are done as far as the evidence goes', () => {
    const saved = session({ saved: true, nextStage: null });
    expect(states({ ideations: [saved], surveys: [survey(38, 'Go')], buildPrompts: [prompt('a')] })).toEqual([
      'done',
      'done',
      'done',
      'done',
      'done',
      'done',
      'later',
      'later',
    ]);
  });

  test('are in progress while a session, the answers or the verdict are not settled', () => {
    const parts = { ideations: [session()], surveys: [survey(4, "Can't tell yet")] };
    expect(states(parts).slice(0, 6)).toEqual([
      'done',
      'in-progress',
      'done',
      'in-progress',
      'in-progress',
      'later',
    ]);
  });

  test('say of support whether a request is open, and whether there was one', () => {
    const support = (parts: Partial<Trail>) => states(parts)[6];
    expect(support({ supportRequests: [request(null)] })).toBe('in-progress');
    expect(support({ supportRequests: [request(bare.updatedAt), request(null)] })).toBe('in-progress');
    expect(support({ supportRequests: [request(bare.updatedAt)] })).toBe('done');
  });

  test('say of conversations whether a reply was posted', () => {
    const conversations = (parts: Partial<Trail>) => states(parts)[7];
    expect(conversations({})).toBe('later');
    expect(conversations({ campaigns: [campaign(3)] })).toBe('in-progress');
    expect(conversations({ campaigns: [campaign(2, 1)] })).toBe('done');
  });

  test('never have more than one that is next', () => {
    for (const parts of [{}, { surveys: [survey(0)] }, { surveys: [survey(38, 'Go')] }])
      expect(states(parts).filter((state) => state === 'next')).toHaveLength(1);
  });
});

test('the newest survey with a verdict counts, and the newest of all is asked now', () => {
  const trail = { ...bare, surveys: [survey(0, null, 'c'), survey(9, 'Go', 'b'), survey(9, 'No-Go', 'a')] };
  expect(surveyWithVerdict(trail)?.surveyId).toBe('b');
  expect(currentSurvey(trail)?.surveyId).toBe('c');
  expect([surveyWithVerdict(bare), currentSurvey(bare)]).toEqual([null, null]);
});
