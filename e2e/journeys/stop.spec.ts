import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type Account, call, openAccount } from '#e2e/harness/api.ts';
import { freePort, run } from '#e2e/harness/process.ts';
import { modelSettings, type Product, startProduct } from '#e2e/harness/product.ts';
import { awaitVerdict, seedSurvey, submitAnswers } from '#e2e/harness/seed.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '#e2e/stand-ins/openai.ts';
import { says } from '#e2e/stand-ins/openai-replies.ts';
import type { Survey } from '#shared/contracts/surveys.ts';

// The product is stopped and killed here, so nothing of this is shared with other journeys.
let model: OpenAiStandIn;
let product: Product;
let founder: Account;

test.beforeAll(async () => {
  model = await startOpenAiStandIn();
  product = await startProduct(modelSettings(model.baseUrl));
  founder = await openAccount(product.url, 'pro');
});

test.afterAll(async () => {
  await product.remove();
  await model.stop();
});

const answer = ({ options }: { options: string[] | null }) => options?.[0] ?? 'It went wrong.';

test('a stop lets an answer of the AI that is under way finish, then ends cleanly', async () => {
  model.reply(says('{"response":"This took its time."}', { pauseMs: 300, pieceLength: 4 }));
  const reply = call<{ completion: string }>(product.url, '/api/groq', {
    token: founder.token,
    body: { prompt: 'Please take your time.' },
  });
  await expect.poll(() => model.requests.length).toBe(1);
  const stopped = product.stop();
  await sleep(200);
  await expect(fetch(`${product.url}/readyz`)).rejects.toThrow();
  expect((await reply).completion).toContain('This took its time.');
  expect(await stopped).toBe(0);
  expect(product.errors()).toEqual([]);
});

test('answers that were acknowledged are there after a kill, exactly once', async () => {
  await product.restart();
  const survey = await seedSurvey(product.url, founder);
  await submitAnswers(product.url, founder, survey, { count: 3, answer });
  const responses = survey.questions.map((question) => ({
    question: question.question,
    answer: answer(question),
  }));
  const body = { surveyId: survey.surveyId, responses };
  const send = () =>
    call(product.url, '/api/submit-survey', {
      token: founder.token,
      body,
      headers: { 'idempotency-key': 'the-same-answer-twice' },
    });
  await send();
  await product.kill();
  await product.restart();
  await send();
  const stored = await call<Survey>(product.url, `/api/surveys/${survey.surveyId}`, {
    method: 'GET',
    token: founder.token,
  });
  expect(stored.questions).toEqual(survey.questions);
  await call(product.url, '/api/analyze-survey', {
    token: founder.token,
    body: { surveyId: survey.surveyId },
  });
  await awaitVerdict(product.url, founder, survey, 4);
});

test('a verdict that was being worded when the product was killed is worded after the next start', async () => {
  const survey = await seedSurvey(product.url, founder);
  model.replyAlways(() => {});
  const asked = model.requests.length;
  await submitAnswers(product.url, founder, survey, { count: 2, answer });
  await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBeGreaterThan(asked);
  await product.kill();
  model.reset();
  await product.restart();
  await awaitVerdict(product.url, founder, survey, 2);
});

test('SIGTERM to npm start stops the server and its database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'startup-spark-npm-start-'));
  const port = await freePort();
  const started = await run({ PORT: String(port), DATA_DIR: dataDir }, ['npm', 'start']);
  expect(await started.end('SIGTERM')).toBe(0);
  expect(started.output()).toContain('"msg":"stopped"');
  await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();
  await rm(dataDir, { recursive: true });
});
