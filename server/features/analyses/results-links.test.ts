import { beforeAll, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { answersTo, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { sharedResults } from './results-links.ts';

const dayMs = 86_400_000;
let ahead = 0;
const server = openTestServer({ now: () => Date.now() + ahead, limits: memoryLimits });
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  owner = await server.signUp('pro');
  other = await server.signUp('pro');
});

const addressOf = (surveyId: string) => `/api/surveys/${surveyId}/results-link`;
const create = (surveyId: string, options: object = {}, { token } = owner) =>
  server.call('PUT', addressOf(surveyId), {
    token,
    body: { days: 7, hidden: [], showsTexts: false, ...options },
  });
const state = async (surveyId: string) =>
  (await server.call('GET', addressOf(surveyId), { token: owner.token })).body;
const open = (link: unknown) => server.call('GET', `/api/results/${link}`);

async function analysed(): Promise<string> {
  const draft = await openSurvey(server, owner);
  const { surveyId } = draft;
  const { token } = owner;
  await server.call('POST', '/api/submit-survey', { body: answersTo(draft) });
  await server.call('POST', '/api/analyze-survey', { token, body: { surveyId } });
  await server.app.runDueTasks();
  return surveyId;
}

describe('a results link', () => {
  it('shows the chosen part of the results to anybody', async () => {
    const surveyId = await analysed();
    const made = (await create(surveyId, { hidden: [1] })).body;
    expect(made).toMatchObject({
      hidden: [1],
      showsTexts: false,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { status, body } = await open(made.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ submissionCount: 1, questionOrder: [surveyDraft().questions[0]?.question] });
    expect(JSON.stringify(body)).not.toMatch(/We both forgot|I paid for something/);
    expect(JSON.stringify(body)).not.toContain(surveyId);
    const shown = (await open((await create(surveyId, { showsTexts: true })).body.token)).body;
    expect(JSON.stringify(shown)).toContain('We both forgot');
  });

  it('is replaced by a new one, and ends when it is removed', async () => {
    const surveyId = await analysed();
    const first = (await create(surveyId)).body.token;
    const second = (await create(surveyId)).body.token;
    expect((await open(first)).status).toBe(404);
    expect((await open(second)).status).toBe(200);
    const remove = () => server.call('DELETE', addressOf(surveyId), { token: owner.token });
    expect((await remove()).body).toEqual({ removed: true });
    expect((await remove()).body).toEqual({ removed: false });
    expect((await open(second)).status).toBe(404);
    expect(await state(surveyId)).toEqual({ link: null });
  });

  it('expires, and then is answered like an unknown one', async () => {
    const surveyId = await analysed();
    const { token, expiresAt } = (await create(surveyId, { days: 30 })).body;
    const unknown = await open('x'.repeat(43));
    expect(unknown.body).toMatchObject({
      code: 'results_not_shared',
      error: 'These results are no longer shared.',
    });
    ahead = 30 * dayMs - 60_000;
    expect((await open(token)).status).toBe(200);
    ahead = 30 * dayMs + 60_000;
    const expired = await open(token);
    ahead = 0;
    expect([expired.status, expired.body]).toEqual([404, unknown.body]);
    expect(Date.parse(String(expiresAt)) - Date.now()).toBeGreaterThan(30 * dayMs - 60_000);
  });

  it('is known to its owner without its token, which is not stored', async () => {
    const surveyId = await analysed();
    const { token, ...link } = (await create(surveyId, { hidden: [0], showsTexts: true })).body;
    expect(await state(surveyId)).toEqual({ link });
    const { rows } = await server.database.pool.query('select * from results_links where survey_id = $1', [
      surveyId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is only for the owner to make, and lasts 7, 30 or 90 days', async () => {
    const surveyId = await analysed();
    expect((await create(surveyId, {}, other)).status).toBe(404);
    expect((await create('survey-none-1234567')).status).toBe(404);
    expect((await create(surveyId, { days: 8 })).status).toBe(400);
    expect((await create(surveyId, { hidden: [-1] })).status).toBe(400);
  });

  it('ends with the questions that it hid by their place', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = (await create(draft.surveyId, { hidden: [2] })).body;
    const questions = draft.questions.toReversed();
    await server.call('POST', '/api/surveys', { token: owner.token, body: { ...draft, questions } });
    expect((await open(token)).status).toBe(404);
    expect(await state(draft.surveyId)).toEqual({ link: null });
  });

  it('before the first answer says that there are no results', async () => {
    const { surveyId } = await openSurvey(server, owner);
    const { status, body } = await open((await create(surveyId)).body.token);
    expect([status, body.code]).toEqual([404, 'analysis_not_found']);
  });

  it('refuses an address that tries many', async () => {
    const tries = await Promise.all(Array.from({ length: 70 }, () => open('y'.repeat(43))));
    expect(tries.some(({ status }) => status === 429)).toBe(true);
  });
});

const often: SurveyQuestion = {
  question: 'How often?',
  type: 'multiple-choice',
  options: ['Weekly', 'Never'],
  marks: ['has', 'hasnt'],
};
const spent: SurveyQuestion = {
  question: 'What did you spend?',
  type: 'multiple-choice',
  options: ['Over 50', 'Nothing'],
  marks: ['has', 'hasnt'],
};
const questions: SurveyQuestion[] = [
  often,
  spent,
  { question: 'What happened?', type: 'open-ended', options: null },
  { question: 'What hurts?', type: 'open-ended', options: null },
];
const figure = { label: '', counted: 20, uncounted: 0, uncountedOptions: [], low: 40, high: 70 };
const analysis: SurveyAnalysis = {
  surveyId: 'survey-bread-1234567',
  trailId: 'trail-1',
  idea: 'A bread planner',
  analysis: {
    summary:
      'How often? 12 of 20 people answered ‘Weekly’. What did you spend? 9 of 20 people answered ‘Over 50’.',
    sentiment: 'Positive',
    goNoGoDecision: 'Go',
    recommendationReasoning: 'All 2 ranges lie above your line of 40 %.',
    keyStrengths: [
      'How often? 12 of 20 people answered ‘Weekly’ (40–70 %).',
      'What did you spend? 9 of 20 people answered ‘Over 50’ (40–70 %).',
      '“The oven was off all day” (#4)',
      '“My knees” (#4, #9)',
    ],
    keyWeaknesses: [
      'How often? 8 of 20 people answered ‘Never’ (21–62 %).',
      'Words from nowhere.',
      '“…it "went" well…” (#7)',
    ],
  },
  aggregatedData: {
    'How often?': [
      { name: 'Weekly', count: 12 },
      { name: 'Never', count: 8 },
    ],
    'What did you spend?': [
      { name: 'Over 50', count: 9 },
      { name: 'Nothing', count: 11 },
    ],
    'What happened?': ['The oven was off all day', 'I think it “went” well, all in all'],
    'What hurts?': ['My knees'],
  },
  textNumbers: { 'What happened?': [4, 7], 'What hurts?': [9] },
  themes: { 'What happened?': [{ theme: 'oven door', numbers: [4] }] },
  choices: { 'How often?': { answered: 20, options: [{ numbers: [1], isTrouble: true }] } },
  questionOrder: questions.map(({ question }) => question),
  submissionCount: 20,
  created_at: '2026-11-21T09:12:00.000Z',
  model: null,
  receipt: null,
  line: 40,
  figures: [
    {
      ...figure,
      question: 'How often?',
      options: ['Weekly'],
      has: 12,
      subject: '12 of 20 people',
      says: 'answered ‘Weekly’',
    },
    {
      ...figure,
      question: 'What did you spend?',
      options: ['Over 50'],
      has: 9,
      subject: '9 of 20 people',
      says: 'answered ‘Over 50’',
    },
  ],
  basis: {
    reason: 'settled',
    moreAnswers: 0,
    setApart: 0,
    byHand: 0,
    deleted: 0,
    wentOn: 0,
    notDeciding: [{ question: 'What did you spend?', problem: 'one-sided' }],
    oneAnswerDecides: false,
    placesThatDecide: [],
    places: [],
    rules: [
      {
        version: 1,
        line: 40,
        minimumAnswers: 12,
        hash: 'a'.repeat(64),
        sealedText: 'the sealed text',
        sealedAt: '2026-11-20T09:12:00.000Z',
        answersBefore: 0,
        decision: 'Go',
      },
    ],
  },
};

const share = (hidden: number[] = [], showsTexts = false) =>
  sharedResults(analysis, questions, { hidden, showsTexts });

describe('shared results', () => {
  it('leave out open answers and their quotes', () => {
    const shared = share();
    expect(shared.questionOrder).toEqual(['How often?', 'What did you spend?']);
    expect(Object.keys(shared.aggregatedData)).toEqual(shared.questionOrder);
    expect([shared.textNumbers, shared.themes]).toEqual([{}, {}]);
    expect(shared.analysis).toEqual({
      ...analysis.analysis,
      keyStrengths: analysis.analysis.keyStrengths.slice(0, 2),
      keyWeaknesses: ['How often? 8 of 20 people answered ‘Never’ (21–62 %).'],
    });
    expect(JSON.stringify(shared)).not.toMatch(/oven|knees|\bwent\b|hurts/);
  });

  it('show open answers when the owner says so', () => {
    const shared = share([], true);
    expect(shared.aggregatedData).toEqual(analysis.aggregatedData);
    expect(shared.textNumbers).toEqual(analysis.textNumbers);
    expect(shared.themes).toEqual(analysis.themes);
    expect(shared.analysis.keyStrengths).toEqual(analysis.analysis.keyStrengths);
    expect(shared.analysis.keyWeaknesses).toEqual([
      'How often? 8 of 20 people answered ‘Never’ (21–62 %).',
      '“…it "went" well…” (#7)',
    ]);
  });

  it('say nothing of a hidden question', () => {
    const shared = share([1, 3], true);
    expect(shared.questionOrder).toEqual(['How often?', 'What happened?']);
    expect(shared.figures).toEqual(analysis.figures.slice(0, 1));
    expect(shared.analysis.summary).toBe('How often? 12 of 20 people answered ‘Weekly’.');
    expect(shared.analysis.keyStrengths).toEqual([
      'How often? 12 of 20 people answered ‘Weekly’ (40–70 %).',
      '“The oven was off all day” (#4)',
    ]);
    expect(JSON.stringify(shared)).not.toMatch(/Over 50|spend|knees|hurts|sealed text/);
    expect(JSON.stringify(share([], true))).toContain('sealed text');
  });

  it('keep the verdict when every question is hidden', () => {
    const shared = share([0, 1, 2, 3], true);
    expect(shared).toMatchObject({ figures: [], aggregatedData: {}, questionOrder: [] });
    expect(shared.analysis).toMatchObject({ goNoGoDecision: 'Go', summary: '', keyStrengths: [] });
    expect(shared.analysis.keyWeaknesses).toEqual([]);
  });

  it('name neither survey nor trail, nor who chose what', () => {
    for (const name of ['surveyId', 'trailId', 'choices']) expect(share([], true)).not.toHaveProperty(name);
  });
});
