import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#server/database/test-database.ts';

// The real process, as `npm start` runs it.

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

const main = join(import.meta.dirname, 'main.ts');
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += piece));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output: () => output, ended };
}

async function ready(started: Started): Promise<string> {
  await expect.poll(started.output, { timeout: 30_000 }).toMatch(/is ready on http/);
  return /is ready on (http:\/\/[^"]+)/.exec(started.output())?.[1] ?? '';
}

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'startup-spark-main-'));
  folders.push(folder);
  return folder;
}

describe('the server process', () => {
  it('serves with nothing configured, refuses a second start on its folder, and stops on request', async () => {
    const DATA_DIR = await dataDir();
    const first = start({ DATA_DIR });
    const url = await ready(first);
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });

    const second = start({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/Another Startup Spark process .* is already using this data folder/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.output()).toContain('stopped');
  }, 60_000);

  it('finishes a request that is under way before it stops', async () => {
    const database = await createTestDatabase(inject('testDatabaseUrl'));
    const server = start({
      DATA_DIR: await dataDir(),
      DATABASE_URL: database.url,
      SECRET_KEY: 'k'.repeat(20) + 'y'.repeat(20),
    });
    const url = await ready(server);
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'secret-enough' });
    const headers = { 'content-type': 'application/json', origin: url, expect: '100-continue' };
    const signUp = request(`${url}/api/auth/sign-up/email`, { method: 'POST', headers });
    const response = once(signUp, 'response');
    signUp.flushHeaders();
    // The server has the request, and waits for the rest of it.
    await once(signUp, 'continue');
    server.child.kill('SIGTERM');
    signUp.end(body);
    expect(await response).toMatchObject([{ statusCode: 200 }]);
    expect(await server.ended).toBe(0);
    await database.drop();
  }, 60_000);

  it('is not ready while it waits to stop, still serves, and a second signal ends it at once', async () => {
    const database = await createTestDatabase(inject('testDatabaseUrl'));
    const env = { DATABASE_URL: database.url, SECRET_KEY: 'd'.repeat(20) + 'l'.repeat(20) };
    const server = start({ ...env, DATA_DIR: await dataDir(), STOP_DELAY_SECONDS: '600' });
    const url = await ready(server);
    server.child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 10_000 }).toBe(503);
    expect((await fetch(`${url}/api/config`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    await database.drop();
  }, 60_000);

  it.each([
    [{ PORT: 'eighty' }, 'PORT is not valid'],
    [{ AI: 'openai-compatible' }, 'AI=openai-compatible needs AI_BASE_URL.'],
    [{ NODE_ENV: 'production' }, 'IDENTITY must be named in production'],
    [
      { DATABASE_URL: 'postgres://nobody:wrong@127.0.0.1:1/none', SECRET_KEY: 'z'.repeat(40) },
      'The database could not be reached',
    ],
  ])('stops at start with a sentence for %o', async (env, sentence) => {
    const refused = start({ DATA_DIR: await dataDir(), ...env });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(sentence);
    expect(refused.output()).not.toContain('wrong@');
  });

  it('stops its database too when its port is taken', async () => {
    const DATA_DIR = await dataDir();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const refused = start({ DATA_DIR, PORT: String(port) });
    expect(await refused.ended).toBe(1);
    other.close();
    expect(refused.output()).toContain(`Port ${port} is taken. Set PORT to another one.`);
    expect(await readdir(join(DATA_DIR, 'postgres'))).not.toContain('postmaster.pid');
  }, 60_000);

  it('works tasks apart from the web process', async () => {
    const database = await createTestDatabase(inject('testDatabaseUrl'));
    const env = { DATABASE_URL: database.url, SECRET_KEY: 'q'.repeat(20) + 'w'.repeat(20) };
    const web = start({ ...env, DATA_DIR: await dataDir(), PROCESS_ROLE: 'web' });
    const url = await ready(web);
    const headers = { 'content-type': 'application/json', origin: url };
    const post = (path: string, body: object) =>
      fetch(`${url}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await post('/sign-up/email', { name: 'Ada', email: 'ada@example.com', password: 'secret-enough' });
    await post('/request-password-reset', { email: 'ada@example.com' });
    const outbox = async () => (await fetch(`${url}/outbox`)).text();
    expect(await outbox()).toContain('No mail yet');

    const worker = start({ ...env, DATA_DIR: await dataDir(), PROCESS_ROLE: 'worker' });
    await expect.poll(outbox, { timeout: 20_000 }).toContain('ada@example.com');
    // Its first tasks are done before it is ready, and only then does it stop in order.
    await expect.poll(worker.output, { timeout: 20_000 }).toContain('worker is ready');
    for (const { child, ended } of [worker, web]) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    await database.drop();
  }, 60_000);
});
