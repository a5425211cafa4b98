import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { answersTo, openSurvey } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';

let server: TestServer;
let database: Database;
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  database = connectDatabase(server.databaseUrl, () => {});
  owner = await server.signUp('pro');
  other = await server.signUp('pro');
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const answer = (
  draft: SurveyDraft,
  { token, choice, text }: { token?: string; choice?: string; text?: string } = {},
) => server.call('POST', '/api/submit-survey', { token, body: answersTo(draft, choice, text) });
const pathOf = ({ surveyId }: SurveyDraft, rest = '') => `/api/surveys/${surveyId}/submissions${rest}`;
const list = async (draft: SurveyDraft, query = '') =>
  (await server.call('GET', pathOf(draft, query), { token: owner.token })).body;
const set = (draft: SurveyDraft, number: number | string, counted: boolean, { token } = owner) =>
  server.call('PUT', pathOf(draft, `/${number}`), { token, body: { counted } });
const remove = (draft: SurveyDraft, number: number, { token } = owner) =>
  server.call('DELETE', pathOf(draft, `/${number}`), { token });

async function tallyOf({ surveyId }: SurveyDraft) {
  const { rows } = await database.pool.query(
    `select submissions - set_apart as counted, set_apart - deleted as apart, changes, counts
     from survey_tallies where survey_id = $1`,
    [surveyId],
  );
  return rows[0];
}

describe('the list of answers', () => {
  it('shows each with its number, its place, and why it is set apart, newest first', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    await answer(draft, { token: owner.token, choice: 'Not once' });
    expect(await list(draft)).toEqual([
      {
        number: 2,
        created_at: expect.stringMatching(/Z$/),
        counted: false,
        reason: 'preview',
        channel: null,
        answers: ['Not once', ['I paid for something', 'I asked somebody'], 'We both forgot.'],
      },
      {
        number: 1,
        created_at: expect.stringMatching(/Z$/),
        counted: true,
        reason: null,
        channel: null,
        answers: ['About every week', ['I paid for something', 'I asked somebody'], 'We both forgot.'],
      },
    ]);
    expect(await list(draft, '?apart=true')).toMatchObject([{ number: 2 }]);
  });

  it('comes in pages and can be searched', async () => {
    const draft = await openSurvey(server, owner);
    for (let turn = 1; turn <= 12; turn += 1) await answer(draft, { text: `Mix-up ${turn}` });
    const first = (await list(draft, '?limit=5')) as unknown as { number: number; created_at: string }[];
    expect(first.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8]);
    const last = first.at(-1);
    const before = encodeURIComponent(`${last?.created_at}~${last?.number}`);
    const rest = (await list(draft, `?before=${before}`)) as unknown as { number: number }[];
    expect(rest.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await list(draft, '?search=MIX-UP%203')).toMatchObject([{ number: 3 }]);
    const wrong = await server.call('GET', pathOf(draft, '?before=2026-01-01T00:00:00.000Z~x'), {
      token: owner.token,
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'body_invalid']);
  });

  it('is its owner’s alone, and so is changing it', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    const replies = [
      await server.call('GET', pathOf(draft), { token: other.token }),
      await set(draft, 1, false, other),
      await remove(draft, 1, other),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([404, 'survey_not_found']),
    );
    for (const number of ['2', '0', 'x', '99999999999', '1.5'])
      expect((await set(draft, number, false)).body.code).toBe('submission_not_found');
  });
});

describe('an answer', () => {
  it('is set apart and counted again by its owner, with the tallies', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    await answer(draft, { choice: 'Not once' });
    expect((await set(draft, 1, false)).body).toMatchObject({ number: 1, counted: false, reason: 'by-hand' });
    expect(await tallyOf(draft)).toEqual({
      counted: 1,
      apart: 1,
      changes: 1,
      counts: [1, 0, 0, 1, 1, 1, 1, 0, 1],
    });
    // The same again changes nothing.
    await set(draft, 1, false);
    expect((await tallyOf(draft)).changes).toBe(1);
    expect((await set(draft, 1, true)).body).toMatchObject({ counted: true, reason: 'by-hand' });
    expect(await tallyOf(draft)).toEqual({
      counted: 2,
      apart: 0,
      changes: 2,
      counts: [2, 1, 0, 1, 2, 2, 2, 0, 2],
    });
  });

  it('that looked wrong is counted by one click, and keeps its reason', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft, { text: '...' });
    expect((await set(draft, 1, true)).body).toMatchObject({ counted: true, reason: 'empty' });
    expect(await tallyOf(draft)).toMatchObject({ counted: 1, apart: 0 });
  });

  it('of the owner never counts', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft, { token: owner.token });
    const own = await set(draft, 1, true);
    expect([own.status, own.body.code, own.body.message]).toEqual([
      409,
      'own_preview',
      'Your own answers never count.',
    ]);
  });

  it('that its sender replaced counts again by hand, in place of the later one', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    await answer(draft, { token });
    await answer(draft, { token, choice: 'Not once' });
    expect((await set(draft, 1, true)).body).toMatchObject({ number: 1, counted: true });
    expect(await list(draft)).toMatchObject([
      { number: 2, counted: false, reason: 'replaced' },
      { number: 1, counted: true, reason: 'replaced' },
    ]);
    expect(await tallyOf(draft)).toMatchObject({ counted: 1, apart: 1 });
  });

  it('that is counted by hand takes the place of the other one of its account', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    await answer(draft, { token });
    await answer(draft, { token, text: '...', choice: 'Not once' });
    expect((await set(draft, 2, true)).status).toBe(200);
    expect(await list(draft)).toMatchObject([
      { number: 2, counted: true, reason: 'empty' },
      { number: 1, counted: false, reason: 'replaced' },
    ]);
    expect(await tallyOf(draft)).toMatchObject({ counted: 1, apart: 1, counts: [1, 0, 0, 1, 1, 1, 1, 0, 1] });
  });

  it('is deleted from everything that cites it, and its number is not given again', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft, { text: 'Mine is the address 12 Elm Street' });
    await answer(draft, { token: owner.token });
    await answer(draft, { text: 'We were late.' });
    const analysis = async () =>
      JSON.stringify(
        (await server.call('GET', `/api/analyze-survey?surveyId=${draft.surveyId}`, owner)).body,
      );
    await server.call('POST', '/api/analyze-survey', { body: { surveyId: draft.surveyId } });
    await expect.poll(analysis, { timeout: 15_000 }).toContain('12 Elm Street');

    expect((await remove(draft, 1)).body).toEqual({ deleted: true });
    await remove(draft, 2);
    expect(await tallyOf(draft)).toEqual({
      counted: 1,
      apart: 0,
      changes: 2,
      counts: [1, 1, 0, 0, 1, 1, 1, 0, 1],
    });
    await expect.poll(analysis, { timeout: 15_000 }).not.toContain('12 Elm Street');
    await answer(draft);
    expect(await list(draft)).toMatchObject([{ number: 4 }, { number: 3 }]);
    expect((await remove(draft, 1)).body.code).toBe('submission_not_found');
  });
});
