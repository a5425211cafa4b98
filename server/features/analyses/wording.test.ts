import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import { answersTo, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import { analysisRepository } from './repository.ts';
import { analysisService } from './service.ts';

// The tests run the service themselves, with models of their own, on the database of the server.
let server: TestServer;
let owner: TestUser;
let database: Database;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp('pro');
  database = connectDatabase(server.databaseUrl, () => {});
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const words = "Can't tell yet. The line of 40 % was set before the first answer came.";

/** A model whose reply waits for `release`, or for the signal that ends its call. */
function slowModel() {
  let calls = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const ai: Ai = {
    async complete({ signal }) {
      calls += 1;
      const ended = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new AiError('aborted')));
      });
      await Promise.race([released, ended]);
      return { text: JSON.stringify({ recommendationReasoning: words }), model: 'test-model' };
    },
  };
  return { ai, release, calls: () => calls };
}

function serviceWith(model: Ai, wordingMs?: number) {
  const repository = analysisRepository(database);
  return analysisService({
    repository,
    model,
    wordingMs,
    enqueueAnalysis: async () => {},
    now: () => new Date(),
  });
}

async function answeredSurvey() {
  const draft = surveyDraft();
  await server.call('POST', '/api/surveys', { token: owner.token, body: draft });
  await answer(draft);
  return draft;
}

const answer = (draft: ReturnType<typeof surveyDraft>) =>
  server.call('POST', '/api/submit-survey', { token: owner.token, body: answersTo(draft) });
const read = async (surveyId: string) =>
  (await server.call('GET', `/api/analyze-survey?surveyId=${surveyId}`, { token: owner.token })).body;

describe('while a model takes its time, an analysis', () => {
  it('can be read as it was composed, and gets the words when they come', async () => {
    const { surveyId } = await answeredSurvey();
    const slow = slowModel();
    const analyzing = serviceWith(slow.ai).analyze(surveyId);
    await expect.poll(slow.calls).toBe(1);
    expect(await read(surveyId)).toMatchObject({ submissionCount: 1, model: null });
    slow.release();
    await analyzing;
    expect(await read(surveyId)).toMatchObject({
      model: 'test-model',
      analysis: { recommendationReasoning: words },
    });
  });

  it('gets its words in the next process when this one stops', async () => {
    const shared = await createTestDatabase(inject('testDatabaseUrl'));
    const env = { SECRET_KEY: 'k'.repeat(20) + 'y'.repeat(20) };
    const [slow, ready] = [slowModel(), slowModel()];
    ready.release();
    const stopping = await startTestServer({ ai: slow.ai }, env, { databaseUrl: shared.url });
    const { token } = await stopping.signUp('pro');
    const draft = surveyDraft();
    await stopping.call('POST', '/api/surveys', { token, body: draft });
    await stopping.call('POST', '/api/submit-survey', { token, body: answersTo(draft) });
    await stopping.call('POST', '/api/analyze-survey', { token, body: answersTo(draft) });
    await expect.poll(slow.calls, { timeout: 15_000 }).toBe(1);
    await stopping.close();
    const next = await startTestServer({ ai: ready.ai }, env, { databaseUrl: shared.url });
    const path = `/api/analyze-survey?surveyId=${draft.surveyId}`;
    const analysis = async () => (await next.call('GET', path, { token })).body;
    await expect.poll(analysis, { timeout: 45_000 }).toMatchObject({ model: 'test-model' });
    await next.close();
    await shared.drop();
  }, 90_000);

  it('of more answers is not replaced by the words for fewer', async () => {
    const draft = await answeredSurvey();
    const [first, second] = [slowModel(), slowModel()];
    const analyzing = serviceWith(first.ai).analyze(draft.surveyId);
    await expect.poll(first.calls).toBe(1);
    await answer(draft);
    const newer = serviceWith(second.ai, 50).analyze(draft.surveyId);
    await newer;
    first.release();
    await analyzing;
    expect(await read(draft.surveyId)).toMatchObject({ submissionCount: 2, model: null });
  });

  it('stays as it was composed when the time is over', async () => {
    const { surveyId } = await answeredSurvey();
    await serviceWith(slowModel().ai, 50).analyze(surveyId);
    expect(await read(surveyId)).toMatchObject({ submissionCount: 1, model: null });
  });
});

describe('an analysis that a model has worded', () => {
  it('is neither lost nor worded again when it is asked for once more', async () => {
    const { surveyId } = await answeredSurvey();
    const model = slowModel();
    model.release();
    await serviceWith(model.ai).analyze(surveyId);
    await serviceWith(model.ai).analyze(surveyId);
    expect(model.calls()).toBe(1);
    expect(await read(surveyId)).toMatchObject({ model: 'test-model' });
  });
});

describe('surveys that no analysis has seen', () => {
  it('are all reached in time, also when a hundred others keep failing', async () => {
    await database.pool.query(`
      with made as (
        insert into surveys select (jsonb_populate_record(s, jsonb_build_object('id', 'survey-behind-' || n))).*
        from generate_series(1, 150) n, surveys s where s.id = (select max(id) from surveys) returning id)
      insert into survey_tallies
      select (jsonb_populate_record(t, jsonb_build_object('survey_id', made.id, 'submissions', 1, 'analysed', 0))).*
      from made, survey_tallies t where t.survey_id = (select max(survey_id) from survey_tallies)`);
    const asked = new Set<string>();
    const service = analysisService({
      repository: analysisRepository(database),
      model: null,
      enqueueAnalysis: async (_, surveyId) => void asked.add(surveyId),
      now: () => new Date(),
    });
    for (let minute = 0; minute < 30; minute += 1) await service.requestMissing();
    expect(asked.size).toBeGreaterThanOrEqual(150);
  });
});
