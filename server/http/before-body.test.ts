import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#server/app-error.ts';
import { jobDraft, submitJob } from '#server/testing/request-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import { completePrompt } from '#shared/contracts/ai.ts';
import { analyzeSurvey } from '#shared/contracts/analyses.ts';
import { createCheckoutSession, verifyPayment } from '#shared/contracts/billing.ts';
import { changeCampaign, startCampaign } from '#shared/contracts/campaigns.ts';
import { requestDemo, sendEmail } from '#shared/contracts/contact.ts';
import { confirmPosted, setConversationStatus } from '#shared/contracts/conversations.ts';
import { startHackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { setMailSettings } from '#shared/contracts/mail-settings.ts';
import { findOpportunities } from '#shared/contracts/opportunities.ts';
import { previewIdea } from '#shared/contracts/preview.ts';
import { answerJob, createJob, updateJob, updateJobStatus } from '#shared/contracts/support-requests.ts';
import { createSurvey, setSurveyAccess, submitSurvey } from '#shared/contracts/surveys.ts';
import { joinWaitlist } from '#shared/contracts/waitlist.ts';

let server: TestServer;
let user: TestUser;
let isLimited: boolean;
beforeAll(async () => {
  const take = async () => {
    if (isLimited) throw new AppError('too_many_requests', { seconds: 1 }, { retryAfter: 1 });
  };
  const takeFrom = (points: Promise<number>) => points.then(take);
  server = await startTestServer({
    limits: () => ({ take, check: take, takeFrom, giveBack: async () => {} }),
  });
  user = await server.signUp();
});
beforeEach(() => {
  isLimited = false;
});
afterAll(() => server.close());

type Called = { method: string; path: string };

/** Refused to the user of these tests, who is on the free plan. */
const planGated = new Set<Called>([startCampaign, findOpportunities, createSurvey]);

/** Sends a body that notes whether it is read. */
async function send({ method, path }: Called, { token } = user) {
  let isRead = false;
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true;
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = await server.fetch(path.replace(/\{\w+\}/, 'x'), {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
    ...({ duplex: 'half' } as object),
  });
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code, isRead };
}

describe('before a body is read', () => {
  it.each(
    [
      completePrompt,
      sendEmail,
      requestDemo,
      joinWaitlist,
      findOpportunities,
      startCampaign,
      changeCampaign,
      setConversationStatus,
      confirmPosted,
      createJob,
      updateJob,
      updateJobStatus,
      answerJob,
      setMailSettings,
      { method: 'POST', path: '/api/attachments?name=log.txt' },
      createCheckoutSession,
      verifyPayment,
      startHackerNewsLink,
      previewIdea,
      createSurvey,
      setSurveyAccess,
      submitSurvey,
      analyzeSurvey,
      { method: 'POST', path: '/api/auth/sign-in/email' },
      { method: 'POST', path: '/api/auth/sign-up/email' },
    ].map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('the rate limit of %s is checked', async (_name, endpoint) => {
    expect((await send(endpoint)).isRead).toBe(!planGated.has(endpoint));
    isLimited = true;
    expect(await send(endpoint)).toEqual({ status: 429, code: 'too_many_requests', isRead: false });
  });

  it.each([
    [startCampaign, 'upgrade_to_developer'],
    [findOpportunities, 'upgrade_to_developer'],
    [createSurvey, 'upgrade_to_pro'],
  ])('the plan is checked', async (endpoint, code) => {
    expect(await send(endpoint)).toEqual({ status: 403, code, isRead: false });
  });

  it('used up requests are refused, and one that comes again with its key is not', async () => {
    const founder = await server.signUp();
    const key = { 'idempotency-key': 'the-first-request' };
    const submit = () =>
      server.call('POST', '/api/jobs', { token: founder.token, body: jobDraft(), headers: key });
    expect((await submit()).status).toBe(201);
    expect(await send(createJob, founder)).toMatchObject({ code: 'request_limit_free', isRead: false });
    expect((await submit()).status).toBe(201);
    expect((await submitJob(server, founder)).status).toBe(403);
  });
});

describe('a body that does not come', () => {
  it('is waited for thirty seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stuck = new ReadableStream(
      { pull: () => void vi.advanceTimersByTime(30_000) },
      { highWaterMark: 0 },
    );
    const response = await server.fetch(submitSurvey.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
      body: stuck,
      ...({ duplex: 'half' } as object),
    });
    vi.useRealTimers();
    expect([response.status, await response.json()]).toMatchObject([408, { code: 'body_too_slow' }]);
  });
});

describe('a file that comes slowly', () => {
  const upload = (pieces: number[]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const body = new ReadableStream(
      {
        pull(controller) {
          const wait = pieces.shift();
          if (wait === undefined) return controller.close();
          vi.advanceTimersByTime(wait);
          controller.enqueue(new TextEncoder().encode('a line of a log\n'));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { authorization: `Bearer ${user.token}` };
    const sent = { method: 'POST', headers, body, ...({ duplex: 'half' } as object) };
    return server.fetch('/api/attachments?name=log.txt', sent).finally(() => vi.useRealTimers());
  };

  it('is taken while some of it comes every thirty seconds', async () => {
    expect((await upload(Array(10).fill(29_000))).status).toBe(201);
  });

  it('is refused when nothing comes for thirty seconds', async () => {
    const response = await upload([29_000, 30_000]);
    expect([response.status, await response.json()]).toMatchObject([408, { code: 'body_too_slow' }]);
  });
});

describe('a connection whose body was refused', () => {
  let listener: ServerType;
  beforeAll(async () => {
    listener = await new Promise((resolve) => {
      const fetch: Parameters<typeof serve>[0]['fetch'] = (incoming, env) =>
        server.app.http.fetch(incoming, env);
      const started = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
    });
  });
  afterAll(() => void listener.close());

  it('is closed by its declared length, without the rest', async () => {
    const outgoing = request({
      port: (listener.address() as AddressInfo).port,
      method: 'POST',
      path: submitSurvey.path,
      headers: {
        'content-type': 'application/json',
        'content-length': 10_000_000_000,
        authorization: `Bearer ${user.token}`,
      },
    });
    outgoing.write('{');
    const { status, connection } = await new Promise<{ status?: number; connection?: string }>((resolve) =>
      outgoing.on('response', ({ statusCode, headers }) =>
        resolve({ status: statusCode, connection: headers.connection }),
      ),
    );
    outgoing.on('error', () => {});
    await new Promise((resolve) => outgoing.once('close', resolve));
    expect([status, connection]).toEqual([413, 'close']);
  });
});
