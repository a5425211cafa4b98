import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

let folder: string;
let server: TestServer;
let founder: TestUser;
let agent: TestUser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-load-'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/module-files.json'), '{}');
  await writeFile(join(folder, 'index.html'), '<!-- head --><!-- /head --></head><div id="root"></div>');
  await writeFile(join(folder, 'landing.html'), '<!-- head --><!-- /head --><p>landing</p>');
  server = await startTestServer(
    { browserFiles: folder, firstAnswersWithinMs: 60_000 },
    { SUPPORT_AGENTS: 'agent@spark.example' },
  );
  founder = await server.signUp();
  agent = await server.signUp('free', 'agent@spark.example');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function signIn({ email }: { email: string }): Promise<string> {
  const response = await server.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({ email, password: 'secret-enough' }),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function open(path: string, cookie: string) {
  const response = await server.fetch(path, { headers: { cookie, accept: 'text/html' } });
  const text = await response.text();
  const [, json] = /id="first-answers">(.*?)<\/script>/s.exec(text) ?? [];
  const sent = json ? (JSON.parse(json) as { userId: string; answers: Record<string, unknown> }) : null;
  return { response, text, sent };
}

describe('what comes with a page', () => {
  it('is what its first calls say to that person', async () => {
    const { sent, response } = await open('/startup-spark-suite/dashboard', await signIn(founder));
    expect(sent?.userId).toBe(founder.id);
    expect(Object.keys(sent?.answers ?? {}).sort()).toEqual([
      'GET /api/auth/get-session',
      'GET /api/python/api/config',
      'GET /api/python/api/ideation-sessions?limit=21&preview=1',
      'GET /api/python/api/jobs?limit=21',
      'GET /api/python/api/products/campaign?limit=100',
      'GET /api/python/api/survey-analyses?limit=21',
      'GET /api/python/api/trails?limit=100',
      'POST /api/python/api/user/sync',
    ]);
    expect(sent?.answers['POST /api/python/api/user/sync']).toMatchObject({
      email: founder.email,
      plan: 'free',
    });
    expect(response.headers.getSetCookie().join()).toMatch(
      /startup_spark_session=.*HttpOnly.*SameSite=Strict/,
    );
  });

  it('holds no token, neither of the session nor for calls', async () => {
    const cookie = await signIn(founder);
    const { text } = await open('/settings', cookie);
    expect(text).toContain(founder.email);
    const session = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';
    expect(session.length).toBeGreaterThan(10);
    expect(text).not.toContain(session);
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });

  it('is nothing once the session has ended, and nothing of a cookie that somebody made up', async () => {
    const cookie = await signIn(founder);
    const headers = { cookie, origin: 'http://localhost:3000', 'content-type': 'application/json' };
    await server.fetch('/api/auth/sign-out', { method: 'POST', headers, body: '{}' });
    for (const given of [cookie, 'better-auth.session_token=made.up', '']) {
      const { sent, response } = await open('/settings', given);
      expect(sent).toBeNull();
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('is of the inbox for agents alone; nobody else’s page differs from any other there', async () => {
    const other = await open('/startup-spark-suite/no-such-page', await signIn(founder));
    const inbox = await open('/startup-spark-suite/inbox', await signIn(founder));
    expect(Object.keys(inbox.sent?.answers ?? {})).toEqual(Object.keys(other.sent?.answers ?? {}));
    const { rowCount } = await server.database.pool.query(
      `update identity_users set email_verified = true where email = $1`,
      [agent.email],
    );
    expect(rowCount).toBe(1);
    const { sent } = await open('/startup-spark-suite/inbox', await signIn(agent));
    expect(Object.keys(sent?.answers ?? {})).toContain('GET /api/python/api/inbox?queue=open');
  });
});
