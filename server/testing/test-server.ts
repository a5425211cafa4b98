import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, inject } from 'vitest';
import { type App, createApp, type Overrides } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { frontDoor } from '#server/http/application.ts';
import { noLimits } from '#server/http/limits.ts';
import { createLog } from '#server/http/log.ts';
import { type ApiDocument, describeApi, type Operation } from '#server/http/openapi/document.ts';
import type { User } from '#shared/contracts/account.ts';

export type TestUser = User & { token: string };
export type TestResponse = { status: number; headers: Headers; body: Record<string, unknown> & unknown[] };

/** The whole server in process on a database of its own, called as a browser would. */
export type TestServer = {
  databaseUrl: string;
  /** A connection of its own to the server's database. */
  database: Database;
  app: App;
  /** The raw in-process call, for what is not JSON. Throws for a response that the API document does not name. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  /** Signs up, syncs and, for a paid plan, walks through the test checkout. */
  signUp(plan?: 'free' | 'pro' | 'developer', email?: string): Promise<TestUser>;
  /** The routes of the application in the router's words, such as `GET /api/jobs/:id`. */
  routes: string[];
  /** Everything logged so far, one JSON line an entry. */
  logs: string[];
  close(): Promise<void>;
};

type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> };

const origin = 'http://localhost:3000';
/** Hashed at once: a sign-up would take a tenth of a second. */
const passwords: Overrides['passwords'] = {
  hash: async (password) => `hash of ${password}`,
  verify: async ({ hash, password }) => hash === `hash of ${password}`,
};

/** Starts a server before the tests of a file or block and closes it behind them. */
export function openTestServer(...options: Parameters<typeof startTestServer>): TestServer {
  const server = {} as TestServer; // Its members come before the first test.
  beforeAll(async () => void Object.assign(server, await startTestServer(...options)));
  afterAll(() => server.close());
  return server;
}

/**
 * On a database of its own, or on that of `sibling`, like a second process.
 * Background work waits for `app.runDueTasks()`; `tasksByHand: false` starts workers.
 */
export async function startTestServer(
  overrides: Overrides = {},
  env: Record<string, string> = {},
  sibling?: Pick<TestServer, 'databaseUrl'>,
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'startup-spark-test-'));
  const testDatabase = sibling
    ? { url: sibling.databaseUrl, drop: async () => {} }
    : await createTestDatabase(inject('testDatabaseUrl'));
  const logs: string[] = [];
  const app = await createApp(
    readConfig({ DATA_DIR: dataDir, ...env }),
    {
      databaseUrl: testDatabase.url,
      log: createLog('debug', { write: (line) => void logs.push(line) }),
      listeningUrl: () => origin,
    },
    { limits: noLimits, passwords, tasksByHand: true, ...overrides },
  );
  const database = connectDatabase(testDatabase.url, () => {});
  const check = await responseCheck();
  const fetch = async (path: string, init?: RequestInit) => {
    const response = await app.http.request(origin + path, init);
    await check(init?.method ?? 'GET', path, response);
    return response;
  };
  const call = caller(fetch);
  return {
    databaseUrl: testDatabase.url,
    database,
    app,
    fetch,
    call,
    routes: app.http.routes.map(({ method, path }) => `${method} ${path}`),
    logs,
    signUp: (plan = 'free', email) => signUp({ fetch, call }, plan, email),
    async close() {
      await database.close();
      await app.stop();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function caller(fetch: TestServer['fetch']): TestServer['call'] {
  return async (method, path, { token, body, headers = {} } = {}) => {
    const response = await fetch(`/api/python${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}

let people = 0;

async function signUp(
  { fetch, call }: Pick<TestServer, 'fetch' | 'call'>,
  plan: User['plan'],
  email = `founder-${++people}@example.com`,
): Promise<TestUser> {
  const signedUp = await fetch('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name: 'Ada Founder', email, password: 'secret-enough' }),
  });
  if (!signedUp.ok) throw new Error(`sign-up failed: ${await signedUp.text()}`);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((entry) => entry.split(';')[0])
    .join('; ');
  const { token } = (await (await fetch('/api/auth/token', { headers: { cookie } })).json()) as {
    token: string;
  };
  const { user } = (await signedUp.json()) as { user: { id: string; name: string } };
  const synced = await call('POST', '/api/user/sync', {
    token,
    body: { id: user.id, email, name: user.name },
  });
  if (plan !== 'free') await buy({ fetch, call }, plan, { id: user.id, email, token });
  return { ...(synced.body as unknown as User), plan, token };
}

async function buy(
  { fetch, call }: Pick<TestServer, 'fetch' | 'call'>,
  plan: 'pro' | 'developer',
  { id, email, token }: { id: string; email: string; token: string },
): Promise<void> {
  const mode = plan === 'pro' ? 'payment' : 'subscription';
  const body = { priceId: `price_embedded_${plan}`, userId: id, mode, userEmail: email };
  const checkout = await call('POST', '/api/create-checkout-session', { token, body });
  const { pathname } = new URL(String(checkout.body.url));
  const paid = await fetch(`${pathname}/pay`, { method: 'POST' });
  const sessionId = new URL(paid.headers.get('location') ?? '').searchParams.get('session_id');
  const verified = await call('POST', '/api/verify-payment', { token, body: { sessionId } });
  if (verified.status !== 200) throw new Error(`verify-payment failed: ${JSON.stringify(verified.body)}`);
}

/** Throws for a response of the API that its document does not name. */
type ResponseCheck = (method: string, path: string, response: Response) => Promise<void>;

let made: Promise<ResponseCheck> | undefined;

/** One for all servers of a test file, because compiling schemas takes a while. */
function responseCheck(): Promise<ResponseCheck> {
  made ??= describeApi({ withAgents: true }).then(checkAgainst);
  return made;
}

function checkAgainst(document: ApiDocument): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, 'api');
  return async (method, url, response) => {
    const methods = findPath(document, frontDoor(`http://localhost${url}`));
    if (!methods) return;
    const fail = (problem: string) => {
      throw new Error(
        `${method} ${url} answered ${response.status}, which the API document does not allow: ${problem}`,
      );
    };
    const operation = methods[method.toLowerCase()];
    if (!operation) return checkOtherMethod(method, response, fail);
    const content = operation.responses[response.status]?.content ?? fail('it does not name this status');
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const named = content?.[type] ?? fail(`it does not name the type ${type}`);
    if (type !== 'application/json' || typeof named?.schema.$ref !== 'string') return;
    const validate = ajv.getSchema(`api${named.schema.$ref}`);
    if (!validate?.(await response.clone().json())) fail(ajv.errorsText(validate?.errors));
  };
}

function checkOtherMethod(method: string, response: Response, fail: (problem: string) => void): void {
  const isRefused = response.status === 405 && response.headers.has('allow');
  // Agents' addresses look unknown, and some are served by pages of their own.
  if (!isRefused && ![404, 200, 303].includes(response.status)) fail(`it does not name ${method}`);
}

/** A path without parameters goes before one with them. */
function findPath({ paths }: ApiDocument, path: string): Record<string, Operation> | undefined {
  const pattern = (named: string) => new RegExp(`^${named.replace(/\{\w+\}/g, '[^/]+')}$`);
  return paths[path] ?? Object.entries(paths).find(([named]) => pattern(named).test(path))?.[1];
}
