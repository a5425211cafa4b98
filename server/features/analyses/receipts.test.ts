import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#server/database/connect.ts';
import { answersTo, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

const longName = `model-${'x'.repeat(300)}`;
let reply: () => string;
let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await startTestServer({
    ai: { complete: async () => ({ text: reply(), model: longName }) },
  });
  owner = await server.signUp('pro');
});
afterAll(() => server.close());

const chooseFirst = () => '{"strengths": ["s1"], "weaknesses": []}';

async function analysed() {
  const draft = surveyDraft();
  const [first] = draft.questions;
  if (first) first.marks = ['has', 'hasnt', 'hasnt'];
  await openSurvey(server, owner, draft);
  const { token } = owner;
  const { surveyId } = draft;
  await server.call('POST', '/api/submit-survey', { body: answersTo(draft) });
  await server.call('POST', '/api/analyze-survey', { token, body: { surveyId } });
  return async () => (await server.call('GET', `/api/analyze-survey?surveyId=${surveyId}`, { token })).body;
}

describe('the receipt of an analysis', () => {
  it('says which model chose, when, by which instructions, and how its reply was read', async () => {
    reply = chooseFirst;
    const read = await analysed();
    await expect.poll(async () => (await read()).receipt, { timeout: 15_000 }).toBeTruthy();
    const { receipt, model, created_at } = await read();
    expect(receipt).toEqual({
      model: longName.slice(0, 200),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      promptVersion: 'analysis-2',
      step: 'strict',
      refused: 0,
    });
    expect(model).toBe(longName);
    expect((receipt as { at: string }).at >= String(created_at)).toBe(true);
  });

  it.each([
    ['searched for its object', 'object', 'Here you are:\n', '\nGood luck.'],
    ['taken out of a code fence', 'fence', 'Here you are:\n```json\n', '\n```'],
  ])('says when a reply had to be %s', async (_case, step, before, after) => {
    reply = () => `${before}${chooseFirst()}${after}`;
    const read = await analysed();
    await expect.poll(async () => (await read()).receipt, { timeout: 15_000 }).toMatchObject({ step });
  });

  it('is none where the model chose nothing', async () => {
    let asked = false;
    reply = () => {
      asked = true;
      return 'I would rather not.';
    };
    const read = await analysed();
    await expect.poll(async () => (await read()).submissionCount, { timeout: 15_000 }).toBe(1);
    await expect.poll(() => asked, { timeout: 15_000 }).toBe(true);
    expect(await read()).toMatchObject({ model: null, receipt: null });
  });

  it('is none where an older release, which knows no receipts, wrote over the choice', async () => {
    reply = chooseFirst;
    const read = await analysed();
    await expect.poll(async () => (await read()).receipt, { timeout: 15_000 }).toBeTruthy();
    const { surveyId } = await read();
    const database = connectDatabase(server.databaseUrl, () => {});
    const overwrite = (changes: ReturnType<typeof sql>) =>
      database.sql.execute(sql`update survey_analyses set ${changes} where survey_id = ${surveyId}`);
    await overwrite(sql`created_at = now() + interval '1 second'`);
    expect((await read()).receipt).toBeNull();
    await overwrite(sql`created_at = now() - interval '1 hour', model = null`);
    expect((await read()).receipt).toBeNull();
    await database.close();
  });
});
