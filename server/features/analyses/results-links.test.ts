import { beforeAll, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { answersTo, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';

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
