import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type DatabaseRelay, relayDatabase } from '#server/testing/database-relay.ts';
import { submitJob } from '#server/testing/request-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

// The application behind a relay that is cut: every connection is lost and new ones are refused.

const answersByMail = {
  INBOUND_MAIL: 'webhook',
  REPLY_ADDRESS: 'reply@in.spark.example',
  MAIL_WEBHOOK_SECRET: 'a-secret-of-the-mail-webhook-32-long',
};

let database: TestDatabase;
let relay: DatabaseRelay;
let server: TestServer;
let founder: TestUser;

beforeAll(async () => {
  database = await createTestDatabase(inject('testDatabaseUrl'));
  relay = await relayDatabase(database.url);
  server = await startTestServer({ tasksByHand: false }, answersByMail, { databaseUrl: relay.url });
  founder = await server.signUp('pro');
});

afterAll(async () => {
  await server.close();
  await relay.close();
  await database.drop();
});

const survey = {
  surveyId: 'survey-outage-abc1234',
  idea: 'A walk for every dog',
  socialLinks: [],
  questions: [
    { question: 'How often?', type: 'multiple-choice', options: ['Daily', 'Never'], multiSelect: false },
  ],
};
const submission = (answer: string) => ({
  surveyId: survey.surveyId,
  idea: survey.idea,
  socialLinks: [],
  responses: [{ question: 'How often?', answer }],
});

it('answers 503 while the database is away, and works again when it is back', async () => {
  const { token } = founder;
  const created = await server.call('POST', '/api/surveys', { token, body: survey });
  expect(created.status).toBe(201);

  relay.cut();
  const refused = await Promise.all([
    server.call('GET', '/api/jobs', { token }),
    server.call('POST', '/api/submit-survey', { token, body: submission('Daily') }),
    server.call('POST', '/api/ideation-sessions', { token, body: { content: 'My idea' } }),
    server.call('POST', '/api/send-email', { body: { email: 'ada@example.com', message: 'Hello' } }),
  ]);
  for (const { status, headers, body } of refused) {
    expect({ status, body }).toEqual({
      status: 503,
      body: expect.objectContaining({
        code: 'database_unavailable',
        message: 'Startup Spark is briefly unavailable. Please try again in a moment.',
      }),
    });
    expect(headers.get('retry-after')).toBe('2');
  }
  expect((await server.fetch('/readyz')).status).toBe(503);
  expect((await server.fetch('/healthz')).status).toBe(200);

  await relay.mend();
  await expect.poll(async () => (await server.fetch('/readyz')).status, { timeout: 15_000 }).toBe(200);
  const stored = await server.call('POST', '/api/submit-survey', { token, body: submission('Daily') });
  expect(stored.status).toBe(201);
  const definition = await server.call('GET', `/api/surveys/${survey.surveyId}`, { token });
  expect(definition.status).toBe(200);
});

it.each([
  ['/sign-up/email', { name: 'Ada', email: 'outage@example.com', password: 'secret-enough' }],
  ['/sign-in/email', { email: 'outage@example.com', password: 'secret-enough' }],
])('answers 503 to %s while the database is away', async (path, body) => {
  relay.cut();
  const response = await server.fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify(body),
  });
  await relay.mend();
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
});

it('takes a mail once that came while the database was away, and came again', async () => {
  const { body } = await submitJob(server, founder);
  const { id, email } = body.job as { id: string; email: string };
  const outbox = () =>
    server.database.pool.query('select reply_to from outbox where recipient = $1', [email]);
  await expect.poll(async () => (await outbox()).rowCount, { timeout: 15_000 }).toBe(1);
  const to = (await outbox()).rows[0].reply_to;
  const raw = `From: ${email}\r\nTo: ${to}\r\nSubject: Re: We have your request\r\n\r\nIt came back.`;
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', answersByMail.MAIL_WEBHOOK_SECRET).update(`mail.${at}.${raw}`);
  const headers = {
    'content-type': 'message/rfc822',
    'webhook-id': 'mail',
    'webhook-timestamp': at,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
  const deliver = async () =>
    (await server.fetch('/api/webhooks/mail', { method: 'POST', headers, body: raw })).status;
  relay.cut();
  expect(await deliver()).toBe(503);
  await relay.mend();
  await expect.poll(deliver, { timeout: 15_000 }).toBe(200);
  expect(await deliver()).toBe(200);
  const { messages } = (await server.call('GET', `/api/jobs/${id}`, founder)).body;
  expect(messages).toMatchObject([{ text: 'It came back.' }]);
});

it('works a task that was enqueued before the database went away', async () => {
  const { token } = founder;
  const sent = await server.call('POST', '/api/submit-survey', { token, body: submission('Daily') });
  expect(sent.status).toBe(201);
  const asked = await server.call('POST', '/api/analyze-survey', {
    token,
    body: { surveyId: survey.surveyId, idea: survey.idea, responses: [] },
  });
  expect(asked.status).toBeLessThan(300);
  relay.cut();
  await relay.mend();
  const submissions = async () =>
    (await server.call('GET', `/api/analyze-survey?surveyId=${survey.surveyId}`, { token })).body;
  await expect.poll(submissions, { timeout: 15_000 }).toMatchObject({ submissionCount: expect.any(Number) });
});
