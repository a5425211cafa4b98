import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from './application.ts';
import { serveBrowserFiles } from './static-files.ts';

let folder: string;
const app = createApplication({ log: pino({ level: 'silent' }), https: false, behindProxy: false });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'));
  await mkdir(join(folder, 'assets'));
  for (const [name, content] of [
    ['index.html', '<title>App</title>'],
    ['survey.html', '<title>Survey</title>'],
    ['favicon.svg', '<svg/>'],
    ['assets/app-1a2b.js', 'let app'],
  ] as const) {
    await writeFile(join(folder, name), content);
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
  }
  serveBrowserFiles(app, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function get(path: string, encoding = '') {
  const response = await app.request(path, { headers: { 'accept-encoding': encoding } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe('the browser’s files', () => {
  it.each([
    '/',
    '/settings',
    '/FAQ',
    '/payment-success?session_id=x',
    '/dashboard',
    '/startup-spark-suite/dashboard',
    '/survey/survey-a-1234567/results',
  ])('of %s are the app', async (path) => {
    const { status, bytes } = await get(path);
    expect([status, bytes.toString()]).toEqual([200, '<title>App</title>']);
  });

  it('of a survey are its own page', async () => {
    expect((await get('/survey/survey-a-1234567')).bytes.toString()).toBe('<title>Survey</title>');
  });

  it('of an unknown page are the app with status 404, of an unknown file nothing', async () => {
    expect((await get('/no/such/page')).status).toBe(404);
    expect((await get('/no/such/page')).bytes.toString()).toBe('<title>App</title>');
    expect((await get('/no-such-file.js')).headers.get('content-type')).toMatch(/json/);
    for (const path of [
      '/assets/../../package.json',
      '/..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/x.js',
    ]) {
      expect((await get(path)).bytes.toString()).not.toContain('dependencies');
    }
  });

  it('with a hash in their name are kept for ever, pages are asked for again', async () => {
    expect((await get('/assets/app-1a2b.js')).headers.get('cache-control')).toMatch(/immutable/);
    expect((await get('/')).headers.get('cache-control')).toBe('no-cache');
  });

  it('are never taken for another type, and pages run no foreign script', async () => {
    expect((await get('/assets/app-1a2b.js')).headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get('/assets/app-1a2b.js')).headers.get('content-security-policy')).toBeNull();
    for (const path of ['/', '/survey/survey-a-1234567', '/no/such/page']) {
      expect((await get(path)).headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    }
  });

  it('are sent as they were compressed by the build', async () => {
    for (const path of ['/', '/assets/app-1a2b.js']) {
      const { headers, bytes } = await get(path, 'gzip, br');
      expect(headers.get('content-encoding')).toBe('br');
      expect(brotliDecompressSync(bytes).toString()).toBe((await get(path)).bytes.toString());
    }
  });
});
