import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { ideaWork } from '#server/testing/idea-work.ts';
import { answersTo } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await startTestServer();
  database = connectDatabase(server.databaseUrl, () => {});
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const work = ideaWork(() => server);
const read = (path: string, { token }: TestUser) => server.call('GET', path, { token });

/** A founder who made a public survey and a build prompt on the pro plan, which has ended since. */
async function founderAfterwards() {
  const founder = await server.signUp('pro');
  const survey = await work.createSurvey(founder);
  const prompt = await work.keepPrompt(founder, { surveyId: survey.surveyId });
  const access = `/api/surveys/${survey.surveyId}/access`;
  await server.call('PUT', access, { token: founder.token, body: { publicLink: true } });
  await database.pool.query("update users set plan = 'free' where id = $1", [founder.id]);
  return { founder, survey, prompt };
}

it('everything that was made can still be read', async () => {
  const { founder, survey, prompt } = await founderAfterwards();
  for (const path of [
    `/api/surveys/${survey.surveyId}`,
    `/api/build-prompts/${prompt.id}`,
    '/api/build-prompt-draft',
    '/api/survey-analyses',
    '/api/ideation-sessions',
    `/api/trails/${prompt.trailId}`,
    '/api/trails',
  ])
    expect([path, (await read(path, founder)).status]).toEqual([path, 200]);
  const trail = (await read(`/api/trails/${prompt.trailId}`, founder)).body;
  expect(trail).toMatchObject({
    surveys: [{ surveyId: survey.surveyId }],
    buildPrompts: [{ id: prompt.id }],
  });
});

it('the survey’s link goes on taking answers, and its verdict counts them', async () => {
  const { founder, survey } = await founderAfterwards();
  const answer = await server.call('POST', '/api/submit-survey', {
    body: { ...answersTo(survey), idea: survey.idea, socialLinks: [] },
  });
  expect(answer.status).toBe(201);
  const { surveyId, idea } = survey;
  await server.call('POST', '/api/analyze-survey', { body: { surveyId, idea, responses: [] } });
  const analysis = async () => (await read(`/api/analyze-survey?surveyId=${surveyId}`, founder)).body;
  await expect.poll(analysis, { timeout: 15_000 }).toMatchObject({ submissionCount: 1 });
});

it('who may answer is still the owner’s to say', async () => {
  const { founder, survey } = await founderAfterwards();
  const path = `/api/surveys/${survey.surveyId}/access`;
  const closed = await server.call('PUT', path, { token: founder.token, body: { publicLink: false } });
  expect([closed.status, closed.body.publicLink]).toEqual([200, false]);
});

it('only new work needs the plan', async () => {
  const { founder, survey } = await founderAfterwards();
  const changed = { ...survey, idea: 'Another idea' };
  const refused = await server.call('POST', '/api/surveys', { token: founder.token, body: changed });
  expect([refused.status, refused.body.code]).toEqual([403, 'upgrade_to_pro']);
  const { body } = await read(`/api/surveys/${survey.surveyId}`, founder);
  expect(body.idea).toBe(survey.idea);
});
