import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Account, call, openAccount } from '#e2e/harness/api.ts';
import { freePort, run } from '#e2e/harness/process.ts';
import { modelSettings, type Product, startProduct } from '#e2e/harness/product.ts';
import { awaitVerdict, seedSurvey, submitAnswers } from '#e2e/harness/world/seed.ts';
import { type OpenAiFake, startOpenAiFake } from '#fakes/openai/openai.ts';
import { says } from '#fakes/openai/replies.ts';
import type { Survey } from '#shared/contracts/surveys/surveys.ts';

// The product is stopped and killed here, so nothing of this is shared with other journeys.
let model: OpenAiFake;
let product: Product;
let founder: Account;

test.beforeAll(async () => {
  model = await startOpenAiFake();
  // A PostgreSQL of its own outlives the product that is killed, and is taken over by the next.
  product = await startProduct(modelSettings(model.baseUrl), { embedded: true });
  founder = await openAccount(product.url, 'pro');
});

test.afterAll(async () => {
  await product.remove();
  await model.stop();
});

const answer = ({ options }: { options: string[] | null }) => options?.[0] ?? 'It went wrong.';

test('a stop lets a completion finish, cuts off an endless one, and answers or refuses each client', async () => {
  model.reply(says('{"response":"This took its time."}', { pauseMs: 300, pieceLength: 4 }));
  model.reply((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = setInterval(
      () => response.write('data: {"choices":[{"delta":{"content":"more "}}]}\n\n'),
      50,
    );
    response.on('close', () => clearInterval(more));
  });
  const slow = call<{ completion: string }>(product.url, '/api/groq', {
    token: founder.token,
    body: { prompt: 'Please take your time.' },
  });
  await expect.poll(() => model.requests.length).toBe(1);
  const endless = await fetch(`${product.url}/api/groq`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${founder.token}`,
    },
    body: JSON.stringify({ prompt: 'Never stop.' }),
  });
  await expect.poll(() => model.requests.length).toBe(2);
  const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  let answered = 0;
  const clients = agents.map(async (agent) => {
    for (;;) {
      const outcome = await ask(agent);
      if (outcome !== 200) return outcome;
      answered += 1;
    }
  });
  await expect.poll(() => answered).toBeGreaterThan(200);
  const stopped = product.stop();
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']));
  expect((await slow).completion).toContain('This took its time.');
  expect(await endless.text()).toMatch(/event: failed\ndata: \{"code":"ai_interrupted".*"partial":"more /);
  expect(await stopped).toBe(0);
  expect(product.errors()).toEqual([]);
  for (const agent of agents) agent.destroy();
});

/** The status of one request, or the code of the error that it ended in. */
function ask(agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const outgoing = get(`${product.url}/api/config`, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error) => resolve(error.message));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

test('a kill loses no acknowledged answer, counts none twice, and a verdict under way is written afterwards', async () => {
  await product.restart();
  const survey = await seedSurvey(product.url, founder);
  await submitAnswers(product.url, founder, survey, { count: 3, answer });
  const responses = survey.questions.map((question) => ({
    question: question.question,
    answer: answer(question),
  }));
  const { token } = await openAccount(product.url);
  const send = () =>
    call(product.url, '/api/submit-survey', {
      token,
      body: { surveyId: survey.surveyId, responses },
      headers: { 'idempotency-key': 'the-same-answer-twice' },
    });
  await send();
  const judged = await seedSurvey(product.url, founder);
  model.replyAlways(() => {});
  const asked = model.requests.length;
  await submitAnswers(product.url, founder, judged, { count: 2, answer });
  await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBeGreaterThan(asked);
  await product.kill();
  model.reset();
  await product.restart();
  await send();
  const { token: owner } = founder;
  const path = `/api/surveys/${survey.surveyId}`;
  const stored = await call<Survey>(product.url, path, { method: 'GET', token: owner });
  expect(stored.questions).toEqual(survey.questions);
  await call(product.url, '/api/analyze-survey', { token: owner, body: { surveyId: survey.surveyId } });
  await awaitVerdict(product.url, founder, survey, 4);
  await awaitVerdict(product.url, founder, judged, 2);
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
