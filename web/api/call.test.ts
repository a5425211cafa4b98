// @vitest-environment page
import { describe, expect, it, vi } from 'vitest';
import { endSession } from '#shared/contracts/account.ts';
import { readBilling } from '#shared/contracts/billing.ts';
import { readConfig } from '#shared/contracts/config.ts';
import { startCampaign } from '#shared/contracts/outreach/campaigns.ts';
import { readInboxThread } from '#shared/contracts/support-requests/support-inbox.ts';
import { listSubmissions } from '#shared/contracts/surveys/submissions.ts';
import { setSessionRenewal, setTokenSource } from '#web/identity/token.ts';
import { fakeTimeouts, refusal, silence, stubServer } from '#web/testing/stub-server.ts';
import { address, call } from './call.ts';
import { queryClient } from './query-client.ts';

const ask = (reply: Response, signal?: AbortSignal) => {
  stubServer({ 'GET /api/config': reply });
  return call(readConfig, { signal });
};

it('a page that is in the place of the reply is what no one foresaw', async () => {
  const answer = ask(new Response('<h1>Welcome to the hotel</h1>'));
  await expect(answer).rejects.toThrow(SyntaxError);
});

it('a reply that was given up while it was read rejects with why', async () => {
  const leaving = new AbortController();
  leaving.abort(new Error('left'));
  const broken = new Response(
    new ReadableStream({ start: (controller) => controller.error(leaving.signal.reason) }),
  );
  await expect(ask(broken, leaving.signal)).rejects.toThrow('left');
});

it('leaves undefined fields out of the query', () => {
  const query = { before: undefined, apart: 'true' as const };
  expect(address(listSubmissions, { params: { surveyId: 'survey-a' }, query })).toBe(
    '/api/python/api/surveys/survey-a/submissions?apart=true',
  );
});

it.each([
  [
    'an object as its error',
    { error: { message: 'Model overloaded' }, code: 5 },
    'Server error: 502 Bad Gateway',
  ],
  ['an object as its error and a message', { error: {}, message: 'Overloaded.' }, 'Overloaded.'],
  ['a list', [{ error: 'x' }], 'Server error: 502 Bad Gateway'],
  ['nothing', null, 'Server error: 502 Bad Gateway'],
  ['a text', 'Overloaded', 'Server error: 502 Bad Gateway'],
])('an error with %s is told in words', async (_case, body, text) => {
  const reply = Response.json(body, { status: 502, statusText: 'Bad Gateway' });
  await expect(ask(reply)).rejects.toMatchObject({ message: text, code: null });
});

const billing = 'GET /api/billing';
const outdated = refusal(401, 'sign_in_expired', 'Your sign-in is no longer valid.');

it('a token that is outdated before its time is replaced, once', async () => {
  setTokenSource(async (isNew) => (isNew ? 'new' : 'kept'));
  const { callsOf } = stubServer({
    [billing]: ({ headers }) =>
      headers.get('Authorization') === 'Bearer new' ? { plan: 'free' } : outdated.clone(),
  });
  await expect(call(readBilling, {})).resolves.toMatchObject({ plan: 'free' });
  expect(callsOf(billing)).toHaveLength(2);
});

it('a new token that is refused too is not replaced again', async () => {
  setTokenSource(async (isNew) => (isNew ? 'new' : 'kept'));
  const { callsOf } = stubServer({ [billing]: outdated });
  await expect(call(readBilling, {})).rejects.toMatchObject({ code: 'sign_in_expired' });
  expect(callsOf(billing)).toHaveLength(2);
});

it('what is refused for another reason is asked once', async () => {
  setTokenSource(async (isNew) => (isNew ? 'new' : 'kept'));
  const { callsOf } = stubServer({ [billing]: refusal(403, 'upgrade_to_pro', 'Upgrade.') });
  await expect(call(readBilling, {})).rejects.toMatchObject({ code: 'upgrade_to_pro' });
  expect(callsOf(billing)).toHaveLength(1);
});

const inboxThread = 'GET /api/inbox/r1';
const readThread = () => call(readInboxThread, { params: { id: 'r1' } });
const nothingThere = refusal(404, 'not_found', 'There is nothing at this address.');

it('what only agents see asks with another token before it says that there is nothing', async () => {
  setTokenSource(async (isNew) => (isNew ? 'new' : 'kept'));
  const { callsOf } = stubServer({
    [inboxThread]: ({ headers }) =>
      headers.get('Authorization') === 'Bearer new' ? { id: 'r1' } : nothingThere.clone(),
  });
  await expect(readThread()).resolves.toMatchObject({ id: 'r1' });
  expect(callsOf(inboxThread)).toHaveLength(2);
});

it('what only agents see is asked no third time', async () => {
  setTokenSource(async (isNew) => (isNew ? 'new' : 'kept'));
  const { callsOf } = stubServer({ [inboxThread]: nothingThere });
  await expect(readThread()).rejects.toMatchObject({ code: 'not_found' });
  expect(callsOf(inboxThread)).toHaveLength(2);
});

it.each([
  ['a request that is not there', inboxThread, 'job_not_found', readThread],
  ['an address for everybody', billing, 'not_found', () => call(readBilling, {})],
])('another token is not asked for because of %s', async (_case, name, code, ask) => {
  setTokenSource(async (isNew) => (isNew ? 'new' : 'kept'));
  const { callsOf } = stubServer({ [name]: refusal(404, code, 'Nothing.') });
  await expect(ask()).rejects.toMatchObject({ code });
  expect(callsOf(name)).toHaveLength(1);
});

it('a token that can’t be fetched again is a server that can’t be reached, and nothing is sent', async () => {
  setTokenSource(() => Promise.reject(new TypeError('Failed to fetch')));
  const { calls } = stubServer({ [billing]: { plan: 'free' } });
  await expect(call(readBilling, {})).rejects.toMatchObject({ status: 0, code: 'offline' });
  expect(calls).toEqual([]);
});

describe('a request without an answer', () => {
  const failureAfter = async (milliseconds: number, pending: Promise<unknown>) => {
    let failure: unknown = null;
    pending.catch((error: unknown) => {
      failure = error;
    });
    await vi.advanceTimersByTimeAsync(milliseconds);
    return failure;
  };

  it('fails after 15 seconds when it reads, in a way that is not tried again by itself', async () => {
    fakeTimeouts();
    const { callsOf } = stubServer({ 'GET /api/config': silence });
    const pending = queryClient.fetchQuery({ queryKey: ['silent'], queryFn: () => call(readConfig, {}) });
    expect(await failureAfter(14_999, pending)).toBeNull();
    expect(await failureAfter(1, pending)).toMatchObject({ status: 408, code: 'offline' });
    expect(callsOf('GET /api/config')).toHaveLength(1);
  });

  it('fails too when its body never ends', async () => {
    fakeTimeouts();
    vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
      const cut = (controller: ReadableStreamDefaultController) =>
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      return new Response(new ReadableStream({ start: cut }));
    });
    expect(await failureAfter(15_000, call(readConfig, {}))).toMatchObject({ code: 'offline' });
  });

  it('goes on when it writes', async () => {
    fakeTimeouts();
    stubServer({ 'DELETE /api/user/session': silence });
    expect(await failureAfter(600_000, call(endSession, {}))).toBeNull();
  });
});

const start = 'POST /api/campaigns/start';
const startNow = () =>
  call(startCampaign, {
    body: {
      userId: 'u1',
      product: { name: 'A', url: 'https://a.example', description: 'B' },
      opportunities: [],
    },
  });

it('a call that takes the session cookie sends no token, and renews the cookie once', async () => {
  setTokenSource(async () => 'token');
  let renewals = 0;
  setSessionRenewal(async () => (renewals += 1));
  const { callsOf } = stubServer({ [start]: () => (renewals > 0 ? { saved: 0 } : outdated.clone()) });
  await expect(startNow()).resolves.toMatchObject({ saved: 0 });
  expect(callsOf(start).map(({ headers }) => headers.get('Authorization'))).toEqual([null, null]);
  setSessionRenewal(() => Promise.reject(new Error('signed out')));
  stubServer({ [start]: outdated });
  await expect(startNow()).rejects.toMatchObject({ code: 'sign_in_expired' });
});

it('shows the message of a campaign call before its error', async () => {
  const reply = () => Response.json({ error: 'E', message: 'M' }, { status: 500 });
  stubServer({ [start]: reply(), [billing]: reply() });
  await expect(startNow()).rejects.toThrow('M');
  await expect(call(readBilling, {})).rejects.toThrow('E');
});
