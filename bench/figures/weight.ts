import { execFileSync } from 'node:child_process';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { clearAnswers } from '#bench/lib/counts.ts';
import { signUp } from '#bench/lib/founder.ts';
import { figure, goal, type Section, type Settings } from '#bench/lib/report.ts';
import { openSurveys } from '#bench/lib/surveys.ts';
import { root } from '#bench/stack.ts';
import { chromiumFlags, findChromium, installChromium } from '#scripts/chromium.ts';
import { weighLibraries } from './libraries.ts';

/** Nothing more is fetched after this long. */
const quietMs = 1_500;

/** Kilobytes (1,000 bytes) and the number of requests, as the browser received them. */
type Weight = { script: number; scripts: number; all: number; requests: number };

/** Bytes that Chromium receives on the first load of a page with an empty cache. */
export async function measureWeight({ stack }: Settings): Promise<Section> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  installChromium();
  const server = await stack.serve('server.ts');
  const founder = await signUp(stack, server.url);
  const [surveyId] = await openSurveys(founder, 1);
  const cookies = founder.cookies.map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url: server.url };
  });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  try {
    const untouched = await weigh(browser, `${server.url}/`);
    const landing = await weigh(browser, `${server.url}/`, { isTouched: true });
    const survey = await weigh(browser, `${server.url}/survey/${surveyId}`);
    const dashboard = await weigh(browser, `${server.url}/startup-spark-suite/dashboard`, { cookies });
    return describe({ untouched, landing, survey, dashboard }, await weighLibraries());
  } finally {
    await browser.close();
    await server.stop();
    await clearAnswers(stack);
  }
}

type Visit = { cookies?: Parameters<BrowserContext['addCookies']>[0]; isTouched?: boolean };

async function weigh(browser: Browser, url: string, visit: Visit = {}): Promise<Weight> {
  // A context of its own: nothing is cached.
  const context = await browser.newContext();
  await context.addCookies(visit.cookies ?? []);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  const scripts = new Set<string>();
  const weight: Weight = { script: 0, scripts: 0, all: 0, requests: 0 };
  protocol.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight.all += encodedDataLength / 1_000;
    weight.requests += 1;
    if (!scripts.has(requestId)) return;
    weight.script += encodedDataLength / 1_000;
    weight.scripts += 1;
  });
  const reply = await page.goto(url, { waitUntil: 'networkidle' });
  if (visit.isTouched) await touch(page);
  const inPage = await page.evaluate(() =>
    [...document.scripts].filter(({ src }) => !src).map(({ text }) => text),
  );
  for (const script of inPage) weight.script += brotliCompressSync(script).length / 1_000;
  const heading = await page.getByRole('heading', { level: 1 }).first().textContent();
  if (!reply?.ok() || new URL(page.url()).pathname !== new URL(url).pathname || !heading)
    throw new Error(`${url} did not show its page but ${page.url()} (${reply?.status()}).`);
  await context.close();
  return weight;
}

/** As a hand on the mouse does, then everything that it asked for. */
async function touch(page: Page): Promise<void> {
  const asked = page.waitForRequest((request) => request.resourceType() === 'script');
  await page.mouse.move(100, 100);
  await asked;
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(quietMs);
}

type Page = Awaited<ReturnType<BrowserContext['newPage']>>;
type Weights = Record<'untouched' | 'landing' | 'survey' | 'dashboard', Weight>;

function describe(weights: Weights, libraries: string[][]): Section {
  const row = (name: string, { script, scripts, all, requests }: Weight) => [
    name,
    figure(script),
    String(scripts),
    figure(all),
    String(requests),
  ];
  return {
    title: 'First load',
    how: `Kilobytes on the wire (brotli, headers included) that Chromium receives with an empty cache until the network is quiet,
so what a page fetches ahead when idle counts too. Scripts that stand in a page count too, compressed as the page is. By library, \`/\` after the
first touch holds about: ${libraries.map(([name, weight]) => `${name} ${weight}`).join(', ')} KB.`,
    columns: ['page', 'JavaScript KB', 'scripts', 'everything KB', 'requests'],
    rows: [
      row('`/`, before the first touch', weights.untouched),
      row('`/`, after it', weights.landing),
      row('a public survey, as a stranger', weights.survey),
      row('the dashboard, signed in', weights.dashboard),
    ],
    goals: [
      goal('landing page: JavaScript before the first touch', weights.untouched.script, { below: 15 }, ' KB'),
      goal('landing page: JavaScript in all', weights.landing.script, { below: 90 }, ' KB'),
      goal('first load of a survey: JavaScript', weights.survey.script, { below: 70 }, ' KB'),
      goal('first load of the dashboard: JavaScript', weights.dashboard.script, { below: 170 }, ' KB'),
    ],
  };
}
