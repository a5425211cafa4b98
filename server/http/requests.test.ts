import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { AppError } from '#server/app-error.ts';
import { signUpVerified } from '#server/testing/agents.ts';
import { jobDraft, submitJob } from '#server/testing/request-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import { completePrompt } from '#shared/contracts/ai.ts';
import { createCheckoutSession, verifyPayment } from '#shared/contracts/billing.ts';
import { requestDemo, sendEmail } from '#shared/contracts/contact.ts';
import { setMailSettings } from '#shared/contracts/mail-settings.ts';
import { changeCampaign, startCampaign } from '#shared/contracts/outreach/campaigns.ts';
import { confirmPosted, setConversationStatus } from '#shared/contracts/outreach/conversations.ts';
import { startHackerNewsLink } from '#shared/contracts/outreach/linked-accounts.ts';
import { findOpportunities } from '#shared/contracts/outreach/opportunities.ts';
import { previewIdea } from '#shared/contracts/preview.ts';
import {
  createJob,
  updateJob,
  updateJobStatus,
} from '#shared/contracts/support-requests/support-requests.ts';
import { answerJob } from '#shared/contracts/support-requests/support-threads.ts';
import { analyzeSurvey } from '#shared/contracts/surveys/analyses.ts';
import {
  createSurvey,
  readSurvey,
  setSurveyAccess,
  submitSurvey,
} from '#shared/contracts/surveys/surveys.ts';
import { joinWaitlist } from '#shared/contracts/waitlist.ts';
import { bodyLimit } from './body.ts';
import { readContracts } from './openapi/contracts.ts';

const all = [...(await readContracts()).endpoints.values()];
const endpoints = all.filter(({ body }) => body);
const guarded = all.flatMap((endpoint) => (endpoint.access === 'signed-in' ? [endpoint] : []));

let isLimited = false;
const take = async () => {
  if (isLimited) throw new AppError('too_many_requests', { wait: 'in a moment' }, { retryAfter: 1 });
};
const takeFrom = (points: Promise<number>) => points.then(take);
const server = openTestServer(
  { limits: () => ({ take, check: take, takeFrom, giveBack: async () => {} }) },
  { SUPPORT_AGENTS: 'agent@support.example' },
);
let user: TestUser;
let developer: TestUser;
let agent: TestUser;
let listener: ServerType;
let port: number;
beforeAll(async () => {
  user = await server.signUp();
  developer = await server.signUp('developer');
  agent = await signUpVerified(server, 'agent@support.example', 'Grace');
  listener = await new Promise((resolve) => {
    const fetch: Parameters<typeof serve>[0]['fetch'] = (incoming, env) =>
      server.app.http.fetch(incoming, env);
    const started = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
  });
  port = (listener.address() as AddressInfo).port;
});
beforeEach(() => {
  isLimited = false;
});
afterAll(() => void listener.close());

function send(method: string, path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const { token } = path.startsWith('/api/inbox') ? agent : developer;
  return server.fetch(path.replace(/\{\w+\}/, 'survey-x-1234567'), {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body,
    ...({ duplex: 'half' } as object),
  });
}

async function expectRefusal(response: Response, status?: number) {
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  if (status) expect(response.status).toBe(status);
  const body = await response.json();
  expect(body).toEqual({ code: expect.any(String), error: body.message, message: expect.any(String) });
}

/** Larger than what most endpoints take. */
const large = 600_000;
const deep = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
const wide = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`;

describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, { method, path, body: schema, bodyLimit: limit = bodyLimit }) => {
    // The path then names nothing that is there.
    const isUnknown = path.includes('{') && schema && z.core.safeParse(schema, {}).success;
    it.each([
      ['no body', '', 400],
      ['half an object', '{"a":', 400],
      ['a list', '[]', 400],
      ['null', 'null', 400],
      ['a number', '7', 400],
      ['an empty object', '{}', isUnknown ? 404 : 400],
      ['a polluted prototype', '{"__proto__":{"plan":"developer"}}', 400],
      ['deep JSON', deep, 400],
      ['wide JSON', wide, 400],
      ['more than it takes', JSON.stringify({ a: 'x'.repeat(limit) }), 413],
    ])('refuses %s', async (_case, body, status) => {
      await expectRefusal(await send(method, path, body), status);
    });

    it('refuses bytes that are not UTF-8, also after a byte order mark', async () => {
      await expectRefusal(
        await send(method, path, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
        400,
      );
      await expectRefusal(await send(method, path, new Uint8Array([0xef, 0xbb, 0xbf, 0x80])), 400);
    });

    it('refuses other content types', async () => {
      await expectRefusal(
        await send(method, path, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
        415,
      );
      await expectRefusal(await send(method, path, '{}', { 'content-type': 'text/plain' }), 415);
    });
  },
);

describe.each(guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s without a login',
  (_name, { method, path, act }) => {
    it('names what needs the login', async () => {
      const response = await server.fetch(path.replace(/\{\w+\}/, 'x'), { method });
      expect((await response.json()).error).toBe(`You must be logged in to ${act}.`);
    });

    it.each([
      ['no token', ''],
      ['an empty token', 'Bearer '],
      ['another scheme', 'Basic dXNlcjpwYXNz'],
      ['a token of garbage', `Bearer ${'x'.repeat(4000)}`],
    ])('refuses %s', async (_case, authorization) => {
      const body = method === 'GET' ? undefined : '{}';
      const response = await server.fetch(path.replace(/\{\w+\}/, 'x'), {
        method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body,
      });
      await expectRefusal(response, 401);
    });
  },
);

describe('a body of 100 MB', () => {
  it.each(['/api/submit-survey', '/api/auth/sign-in/email', '/api/auth/sign-up/email'])(
    'to %s is refused without being read, and the server goes on',
    async (path) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const outcome = await new Promise<number | 'closed'>((resolve) => {
        const options = { port, method: 'POST', path };
        const outgoing = request(
          { ...options, headers: { 'content-type': 'application/json' } },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        );
        outgoing.on('error', () => resolve('closed'));
        let sent = 0;
        const pump = () => {
          while (sent < 1600) {
            sent += 1;
            if (!outgoing.write(chunk)) return outgoing.once('drain', pump);
          }
          return outgoing.end();
        };
        pump();
      });
      expect([413, 'closed']).toContain(outcome);
      expect((await server.fetch('/healthz')).status).toBe(200);
    },
  );
});

describe('a reply', () => {
  it('of the API is never kept by a cache', async () => {
    for (const path of ['/api/config', '/api/nothing', '/api/auth/get-session']) {
      expect((await server.fetch(path)).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('the front door', () => {
  it('takes each address with and without the prefix', async () => {
    for (const path of ['/api/config', '/api/python/config', '/api/python/api/config']) {
      expect((await server.fetch(path)).status).toBe(200);
    }
  });

  it('answers an unknown address with 404 and another method with 405 in our form', async () => {
    await expectRefusal(await server.fetch('/api/nothing'), 404);
    await expectRefusal(await server.fetch('/api/config', { method: 'DELETE' }), 405);
    await expectRefusal(await server.fetch(readSurvey.path, { method: 'PATCH' }), 405);
  });

  it('sends strict headers and a request id with every reply', async () => {
    for (const path of ['/api/config', '/healthz', '/api/nothing', '/api', '/%00']) {
      const { headers } = await server.fetch(path);
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('is ready while database and queue answer', async () => {
    expect(await (await server.fetch('/readyz')).json()).toEqual({ status: 'ready' });
  });
});

describe('the log', () => {
  it('names the request in each line that belongs to it', async () => {
    await server.fetch('/api/nothing', { headers: { 'x-request-id': 'request-1' } });
    const lines = server.logs.filter((line) => line.includes('"requestId":"request-1"'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ path: '/api/nothing', status: 404 }]);
  });

  it('never holds tokens or passwords', () => {
    const lines = server.logs.join('\n');
    expect(lines).toContain('"path":"/api/surveys"');
    expect(lines).not.toContain(developer.token);
    expect(lines).not.toContain('secret-enough');
  });
});

describe('a large body', () => {
  const jobs = { method: 'POST', path: '/api/jobs' };
  const codeOf = async (body: string) =>
    (await (await send(jobs.method, jobs.path, body)).json()) as { code: string };

  it.each([
    ['keys', `{${Array.from({ length: large / 12 + 1 }, (_, index) => `"k${index}":1`).join()}}`],
    [
      'values',
      `[${Array(large / 2)
        .fill(1)
        .join()}]`,
    ],
    ['levels', '['.repeat(large)],
  ])('of many %s is refused before it is parsed', async (_name, body) => {
    expect(await codeOf(body)).toMatchObject({ code: 'body_too_large' });
  });

  it('of long text is parsed, whatever characters it holds', async () => {
    const issue = '[,{"\\'.repeat(8_000);
    const body = JSON.stringify({ issueDescriptions: Array(8).fill(issue) });
    expect(body.length).toBeGreaterThan(bodyLimit);
    expect(await codeOf(body)).toMatchObject({ code: 'body_invalid' });
  });
});

type Called = { method: string; path: string };

/** Refused to the user of these tests, who is on the free plan. */
const planGated = new Set<Called>([startCampaign, findOpportunities, createSurvey]);

/** Sends a body that notes whether it is read. */
async function sendUnread({ method, path }: Called, { token } = user) {
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
    expect((await sendUnread(endpoint)).isRead).toBe(!planGated.has(endpoint));
    isLimited = true;
    expect(await sendUnread(endpoint)).toEqual({ status: 429, code: 'too_many_requests', isRead: false });
  });

  it.each([
    [startCampaign, 'upgrade_to_developer'],
    [findOpportunities, 'upgrade_to_developer'],
    [createSurvey, 'upgrade_to_pro'],
  ])('the plan is checked', async (endpoint, code) => {
    expect(await sendUnread(endpoint)).toEqual({ status: 403, code, isRead: false });
  });

  it('used up requests are refused, and one that comes again with its key is not', async () => {
    const founder = await server.signUp();
    const key = { 'idempotency-key': 'the-first-request' };
    const submit = () =>
      server.call('POST', '/api/jobs', { token: founder.token, body: jobDraft(), headers: key });
    expect((await submit()).status).toBe(201);
    expect(await sendUnread(createJob, founder)).toMatchObject({ code: 'request_limit_free', isRead: false });
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
  it('is closed by its declared length, without the rest', async () => {
    const outgoing = request({
      port,
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
