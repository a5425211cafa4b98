import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { request as pass } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { goal, median, ratios, type Section, type Settings, spread, takeTurns } from '#bench/lib/report.ts';
import { root, type Stack } from '#bench/stack.ts';
import { openAgent, supportAgents } from '#e2e/harness/agents.ts';
import { type Account, enter, openAccount } from '#e2e/harness/api.ts';
import { dashboard } from '#e2e/harness/founder.ts';
import { seedIdea, seedIdeation, seedRequest } from '#e2e/harness/world/seed.ts';
import { chromiumFlags, findChromium, installChromium } from '#scripts/chromium.ts';
import { inboxPath, trailPath } from '#shared/rules/suite-paths.ts';

const latency = 400;
const slow = 1_600_000 / 8;
const unlimited = -1;
const title = 'The checkout says nothing after paying';

/** A page of somebody who is signed in, and words on it that are theirs. */
type Target = { path: string; account: Account | null; words: string };
type Visit = { first: number; slow: number };

/** How soon signed-in people read something of their own over a slow network. */
export async function measureFirstWords({ stack, rounds }: Settings): Promise<Section> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  installChromium();
  const server = await stack.serve('server.ts', { settings: { SUPPORT_AGENTS: supportAgents } });
  const plain = await stack.serve('server.ts', { files: await withPlainPage(stack) });
  const targets = await fill(server.url);
  const fronts = [await startFront(stack, plain.url), await startFront(stack, server.url)] as const;
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const pages = { plain: { path: '/', account: null, words: seedIdea }, ...targets };
  const visits = Object.entries(pages).map(([name, page]) => {
    const site = fronts[name === 'plain' ? 0 : 1].url;
    return [name, () => visit(browser, site, page)] as const;
  });
  // The first visits after a start also compile.
  for (const [, once] of visits) await once();
  const taken = await takeTurns<string, Visit>(rounds, Object.fromEntries(visits));
  await browser.close();
  for (const front of fronts) front.stop();
  await Promise.all([server.stop(), plain.stop()]);
  return describe(taken);
}

/** A page without scripts that says the same in the same style, at `/`. */
async function withPlainPage({ folder }: Stack): Promise<string> {
  const files = join(folder, 'with-plain-page');
  await cp(join(root, 'dist/web'), files, { recursive: true });
  const html = await readFile(join(files, 'index.html'), 'utf8');
  const plain = html
    .replaceAll(/<script\b.*?<\/script>|<link rel="modulepreload".*?>/gs, '')
    .replace('<div id="root">', `<div id="root"><h1>${seedIdea}</h1>`);
  await writeFile(join(files, 'landing.html'), plain);
  return files;
}

/** A server before the site: HTTP/2 by TLS, where browsers fetch everything at once and not six files at a time. */
async function startFront({ folder }: Stack, to: string): Promise<{ url: string; stop: () => void }> {
  const [key, cert] = ['front.key', 'front.pem'].map((name) => join(folder, name)) as [string, string];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createSecureServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (asked, reply) => {
      const names = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'));
      const headers = { ...Object.fromEntries(names), host: asked.headers[':authority'] };
      const passed = pass(to + asked.url, { method: asked.method, headers }, (response) => {
        const { connection, 'keep-alive': _, 'transfer-encoding': __, ...kept } = response.headers;
        reply.writeHead(response.statusCode ?? 502, kept);
        response.pipe(reply);
      });
      asked.pipe(passed);
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, stop: () => void server.close() };
}

async function fill(url: string): Promise<Record<string, Target>> {
  const account = await openAccount(url, 'pro');
  const { trailId } = await seedIdeation(url, account, { idea: seedIdea });
  await seedRequest(url, account, { requestTitle: title });
  const agent = await openAgent(url, 'grace');
  return {
    dashboard: { path: dashboard, account, words: seedIdea },
    'an idea': { path: trailPath(trailId), account, words: seedIdea },
    settings: { path: '/settings', account, words: account.email },
    inbox: { path: inboxPath, account: agent, words: title },
  };
}

async function visit(browser: Browser, site: string, target: Target): Promise<Visit> {
  const inNewBrowser = async (throughput: number) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const time = await timeWords(context, site, target, throughput);
    await context.close();
    return time;
  };
  return { first: await inNewBrowser(unlimited), slow: await inNewBrowser(slow) };
}

/** @returns milliseconds from the start of the visit until the words are there. */
async function timeWords(
  context: BrowserContext,
  site: string,
  { path, account, words }: Target,
  throughput: number,
): Promise<number> {
  if (account) {
    await enter(context, site, account);
    // As in every browser that was signed in before.
    await context.addInitScript((id) => localStorage.setItem('signedInAccount', id), account.id);
  }
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await page.goto(site + path, { waitUntil: 'commit' });
  const found = await page.waitForFunction(
    (wanted) => document.getElementById('root')?.innerText.includes(wanted) && performance.now(),
    words,
    { polling: 'raf' },
  );
  const time = Number(await found.jsonValue());
  await page.close();
  return time;
}

function describe(taken: Record<string, Visit[]>): Section {
  const of = (name: string, what: keyof Visit) => (taken[name] ?? []).map((visit) => visit[what]);
  const names = Object.keys(taken).filter((name) => name !== 'plain');
  const row = (name: string) => [
    name === 'plain' ? 'the page without scripts' : name,
    spread(of(name, 'first')),
    spread(ratios(of(name, 'first'), of('plain', 'first'))),
    spread(of(name, 'slow')),
    spread(ratios(of(name, 'slow'), of('plain', 'slow'))),
  ];
  return {
    title: 'The first words of a signed-in page',
    how: `Milliseconds from the start of a visit until a person reads something of their own (an idea, their e-mail, a request), in Chromium
over HTTP/2 with ${latency} ms added to each request; nothing kept from before. The baseline is a page of one sentence with the same style sheet and font.`,
    columns: ['page', 'at full speed', 'of the baseline', 'at 1.6 Mbit/s', 'of the baseline'],
    rows: ['plain', ...names].map(row),
    goals: names.map((name) =>
      goal(`first words: ${name}`, median(of(name, 'first')), { below: 1_300 }, ' ms'),
    ),
  };
}
