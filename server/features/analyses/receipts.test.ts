import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#server/database/connect.ts';
import { answersTo, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

const longName = `model-${'x'.repeat(300)}`;
let reply: (prompt: string) => string;
let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await startTestServer({
    ai: { complete: async ({ prompt }) => ({ text: reply(prompt), model: longName }) },
  });
  owner = await server.signUp('pro');
});
afterAll(() => server.close());

/** The draft's own summary, which stands as JSON in the prompt: true words in any case. */
const sayTheSame = (prompt: string) => `{"summary":${/"summary":("(?:[^"\\]|\\.)*")/.exec(prompt)?.[1]}}`;

async function analysed() {
  const draft = surveyDraft();
  const { token } = owner;
  const { surveyId } = draft;
  await server.call('POST', '/api/surveys', { token, body: draft });
  await server.call('POST', '/api/submit-survey', { token, body: answersTo(draft) });
  await server.call('POST', '/api/analyze-survey', { token, body: { surveyId } });
  return async () => (await server.call('GET', `/api/analyze-survey?surveyId=${surveyId}`, { token })).body;
}

describe('the receipt of an analysis', () => {
  it('says which model worded it, when, by which instructions, and how its reply was read', async () => {
    reply = sayTheSame;
    const read = await analysed();
    await expect.poll(async () => (await read()).receipt, { timeout: 15_000 }).toBeTruthy();
    const { receipt, model, created_at } = await read();
    expect(receipt).toEqual({
      model: longName.slice(0, 200),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      promptVersion: 'analysis-1',
      step: 'strict',
    });
    expect(model).toBe(longName);
    expect((receipt as { at: string }).at >= String(created_at)).toBe(true);
  });

  it.each([
    ['searched for its object', 'object', 'Here you are:\n', '\nGood luck.'],
    ['taken out of a code fence', 'fence', 'Here you are:\n```json\n', '\n```'],
  ])('says when a reply had to be %s', async (_case, step, before, after) => {
    reply = (prompt) => `${before}${sayTheSame(prompt)}${after}`;
    const read = await analysed();
    await expect.poll(async () => (await read()).receipt, { timeout: 15_000 }).toMatchObject({ step });
  });

  it('is none for the rules’ own words', async () => {
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

  it('is none where an older release, which knows no receipts, wrote over the words', async () => {
    reply = sayTheSame;
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
