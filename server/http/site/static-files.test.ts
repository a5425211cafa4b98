import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '#server/http/application.ts';
import type { FirstAnswers } from './first-load.ts';
import { serveBrowserFiles } from './static-files.ts';

let folder: string;
const moduleFilesHere = {
  'web/pages/SettingsPage.tsx': ['assets/settings-1a2b.js', 'assets/shared-1a2b.js'],
  'web/features/account/account.ts': ['assets/shared-1a2b.js'],
  'web/pages/suite/InboxPage.tsx': ['assets/inbox-1a2b.js'],
};
/** People by a part of their cookies; both ask with a session of their own. */
const holders: Record<string, FirstAnswers> = {
  'session=1': firstOf('founder', '</script><script>alert(1)</script>'),
  'session=2': { ...firstOf('agent', 'calm'), user: { ...userOf('agent'), supportAgent: true } },
};

function userOf(id: string): FirstAnswers['user'] {
  return { id, email: `${id}@spark.example`, name: id, plan: 'free' };
}

function firstOf(id: string, words: string): FirstAnswers {
  return {
    user: userOf(id),
    answers: { 'GET /api/trails': [words] },
    cookies: [`own=${id}; Path=/; HttpOnly`],
  };
}

const app = createApplication({ log: pino({ level: 'silent' }), https: false });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  for (const [name, content] of [
    ['index.html', '<!-- head --><title>App</title><!-- /head --></head><p>app</p><div id="root"></div>'],
    ['survey.html', '<!-- head --><title>Survey</title><!-- /head --><p>survey</p>'],
    ['landing.html', '<!-- head --><!-- /head --><script>let start</script><p>landing</p>'],
    ['favicon.svg', '<svg/>'],
    ['assets/app-1a2b.js', 'let app'],
    ['.vite/module-files.json', JSON.stringify(moduleFilesHere)],
  ] as const) {
    await writeFile(join(folder, name), content);
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
  }
  serveBrowserFiles(app, {
    folder,
    siteUrl: () => 'https://spark.example',
    hasSession: (cookies) => cookies.includes('session='),
    firstAnswers: async ({ req }) =>
      holders[/session=\d/.exec(req.header('cookie') ?? '')?.[0] ?? ''] ?? null,
    findSurveyTitle: async (id) =>
      id === 'survey-open-1234567' ? 'Feedback for: <b>Bread & $& more</b>' : null,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function get(path: string, encoding = '', more: Record<string, string> = {}) {
  const response = await app.request(path, { headers: { 'accept-encoding': encoding, ...more } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe('the browser’s files', () => {
  it.each([
    '/settings',
    '/FAQ',
    '/payment-success?session_id=x',
    '/dashboard',
    '/startup-spark-suite/dashboard',
    '/startup-spark-suite/inbox',
    '/startup-spark-suite/no/such/page',
    '/survey/survey-a-1234567/results',
    '/results/abc',
  ])('of %s are the app', async (path) => {
    const { status, bytes } = await get(path);
    expect(status).toBe(200);
    expect(bytes.toString()).toContain('<p>app</p>');
  });

  it('of a survey are its own page', async () => {
    expect((await get('/survey/survey-a-1234567')).bytes.toString()).toContain('<p>survey</p>');
  });

  it('of an unknown page are the app with status 404, of an unknown file nothing', async () => {
    expect((await get('/no/such/page')).status).toBe(404);
    expect((await get('/no/such/page')).bytes.toString()).toContain('<p>app</p>');
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

  it('of a page with a slash at its end are at the address without', async () => {
    for (const path of ['/FAQ/', '/startup-spark-suite/', '/survey/survey-a-1234567/']) {
      const { status, headers } = await get(path);
      expect([status, headers.get('location')]).toEqual([308, path.slice(0, -1)]);
    }
    for (const path of ['//evil.example/', '/no/such/page/']) expect((await get(path)).status).toBe(404);
  });

  it('are none at the address of the API itself', async () => {
    const { status, headers } = await get('/api');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      404,
      'application/json',
      'no-store',
    ]);
  });

  it('are guarded by what they are, whatever their address looks like', async () => {
    const page = await get('/survey/survey-a.b');
    expect(page.headers.get('content-type')).toMatch(/html/);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect((await get('/no-such-file.js')).headers.get('x-frame-options')).toBe('DENY');
  });

  it('are never taken for another type, and pages run no foreign script', async () => {
    expect((await get('/assets/app-1a2b.js')).headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get('/assets/app-1a2b.js')).headers.get('content-security-policy')).toBeNull();
    for (const path of ['/settings', '/survey/survey-a-1234567', '/no/such/page']) {
      expect((await get(path)).headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    }
  });

  it('may be framed only where anybody may answer a survey', async () => {
    const framing = async (path: string, more = {}) => {
      const { headers } = await get(path, '', more);
      const policy = headers.get('content-security-policy') ?? '';
      return [headers.get('x-frame-options'), /frame-ancestors ([^;]*)/.exec(policy)?.[1]];
    };
    const open = '/survey/survey-open-1234567';
    expect(await framing(open)).toEqual([null, '*']);
    const etag = (await get(open)).headers.get('etag') ?? '';
    expect(await framing(open, { 'if-none-match': etag })).toEqual([null, '*']);
    for (const path of ['/survey/survey-a-1234567', `${open}/results`, '/', '/settings', '/results/abc'])
      expect(await framing(path)).toEqual(['DENY', "'none'"]);
  });

  it('are not compressed for a browser that refuses it', async () => {
    expect((await get('/', 'br;q=0, identity')).headers.get('content-encoding')).toBeNull();
  });

  it('are sent as they were compressed by the build', async () => {
    for (const path of ['/', '/assets/app-1a2b.js']) {
      const { headers, bytes } = await get(path, 'gzip, br');
      expect(headers.get('content-encoding')).toBe('br');
      expect(brotliDecompressSync(bytes).toString()).toBe((await get(path)).bytes.toString());
    }
  });
});

describe('the first page', () => {
  it('is the landing page for visitors and the app for whoever is signed in', async () => {
    const visitor = await get('/');
    expect(visitor.bytes.toString()).toContain('<p>landing</p>');
    expect(visitor.headers.get('vary')).toMatch(/cookie/i);
    const founder = await get('/', '', { cookie: 'theme=dark; session=1' });
    expect(founder.bytes.toString()).toContain('<p>app</p>');
  });

  it('may run its own inline script, and no other page may', async () => {
    const hash = createHash('sha256').update('let start').digest('base64');
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect((await get('/FAQ')).headers.get('content-security-policy')).not.toContain('sha256');
  });

  it('is not sent again to a browser that has it, in either encoding', async () => {
    for (const encoding of ['', 'gzip, br']) {
      const first = await get('/', encoding);
      const etag = first.headers.get('etag') ?? '';
      const again = await get('/', encoding, { 'if-none-match': etag });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      for (const known of [`W/${etag}`, `"old", ${etag}`, '*'])
        expect((await get('/', encoding, { 'if-none-match': known })).status).toBe(304);
      expect((await get('/', encoding, { 'if-none-match': '"old"' })).status).toBe(200);
    }
  });

  it('is the new one after a new build', async () => {
    const { etag } = Object.fromEntries((await get('/')).headers);
    const file = join(folder, 'landing.html');
    await writeFile(file, '<p>newer</p>');
    await utimes(file, new Date(), new Date(Date.now() + 5_000));
    const newer = await get('/', '', { 'if-none-match': etag ?? '' });
    expect([newer.status, newer.bytes.toString()]).toEqual([200, '<p>newer</p>']);
  });
});

describe('a page of somebody who is signed in', () => {
  const open = (path: string, session = 'session=1', encoding = '') =>
    get(path, encoding, { cookie: session });
  const block = (page: string) =>
    /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(page)?.[1];

  it('comes with the replies to its first calls, and can’t be left by what they say', async () => {
    const { bytes, headers } = await open('/settings');
    const page = bytes.toString();
    expect(JSON.parse(block(page) ?? '')).toEqual({
      userId: 'founder',
      answers: { 'GET /api/trails': ['</script><script>alert(1)</script>'] },
    });
    expect(page).not.toContain('<script>alert');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(headers.getSetCookie()).toEqual(['own=founder; Path=/; HttpOnly']);
  });

  it('is that person’s alone: kept nowhere, and never sent to anybody else', async () => {
    for (const path of ['/', '/settings', '/startup-spark-suite/dashboard', '/no/such/page']) {
      const { headers, bytes } = await open(path, 'session=1', 'br');
      expect(brotliDecompressSync(bytes).toString()).toContain('founder@spark.example'.split('@')[0]);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('vary')).toMatch(/Cookie/);
      expect(headers.get('etag')).toBeNull();
      const agent = (await open(path, 'session=2')).bytes.toString();
      expect(agent).not.toContain('founder');
      for (const cookie of ['', 'session=3']) {
        const stranger = await get(path, '', cookie ? { cookie } : {});
        expect(stranger.bytes.toString()).not.toMatch(/founder|agent|first-answers/);
        expect(stranger.headers.getSetCookie()).toEqual([]);
        expect(stranger.headers.get('vary')).toMatch(/Cookie/);
      }
    }
  });

  it('is not answered by its ETag: what it says may have changed', async () => {
    const etag = (await get('/settings')).headers.get('etag') ?? '';
    const again = await get('/settings', '', { cookie: 'session=1', 'if-none-match': etag });
    expect(again.status).toBe(200);
  });

  it('names the files of its page, each once, and those of an agents’ page to agents alone', async () => {
    const preloads = (page: string) =>
      [...page.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map((found) => found[1]);
    const settings = ['/assets/shared-1a2b.js', '/assets/settings-1a2b.js'];
    expect(preloads((await open('/settings')).bytes.toString())).toEqual(settings);
    expect(preloads((await get('/settings')).bytes.toString())).toEqual(settings);
    const inbox = '/startup-spark-suite/inbox';
    expect(preloads((await open(inbox, 'session=2')).bytes.toString())).toContain('/assets/inbox-1a2b.js');
    expect((await open(inbox)).bytes.toString()).not.toContain('inbox-1a2b');
  });
});

describe('the head of a page', () => {
  const head = async (path: string) => (await get(path)).bytes.toString();

  it('names an indexed page, its own address and a picture, absolute', async () => {
    const faq = await head('/FAQ?from=mail');
    expect(faq).toContain('<title>Questions and answers · Startup Spark</title>');
    expect(faq).toContain('<link rel="canonical" href="https://spark.example/FAQ">');
    expect(faq).toContain('<meta property="og:image" content="https://spark.example/og/home.png">');
    expect(faq).not.toContain('noindex');
  });

  it.each(['/settings', '/dashboard', '/payment-success', '/no/such/page', '/survey/x/results'])(
    'keeps %s out of every index',
    async (path) => {
      expect(await head(path)).toContain('<meta name="robots" content="noindex">');
      expect(await head(path)).not.toContain('canonical');
    },
  );

  it('of an inbox is that of any address beside it', async () => {
    const unknown = await get('/startup-spark-suite/no-such-page');
    for (const address of ['inbox', 'inbox/request-1']) {
      const { status, bytes, headers } = await get(`/startup-spark-suite/${address}`);
      expect([status, bytes.toString(), headers.get('etag')]).toEqual([
        200,
        unknown.bytes.toString(),
        unknown.headers.get('etag'),
      ]);
    }
    expect(unknown.bytes.toString()).toContain('<meta name="robots" content="noindex">');
  });

  it('of a survey that anybody may open shows its title, escaped, and is in no index', async () => {
    const survey = await head('/survey/survey-open-1234567');
    expect(survey).toContain('<title>Feedback for: &lt;b&gt;Bread &amp; $&amp; more&lt;/b&gt;</title>');
    expect(survey).toContain('og/survey.png');
    expect(survey).toContain('noindex');
  });

  it('of any other survey says nothing about it', async () => {
    expect(await head('/survey/survey-secret-1234567')).toContain('A survey on Startup Spark');
  });
});
