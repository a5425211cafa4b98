import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { type Section, type Settings, spread } from '#bench/lib/report.ts';
import { root } from '#bench/stack.ts';
import { chromiumFlags, findChromium, installChromium } from '#scripts/chromium.ts';

/** Milliseconds from a tap to its dialog, and how long the page was blocked meanwhile (what tasks took beyond 50 ms). */
type Tap = { answered: number; blocked: number };

const taps = 5;
const slowdown = 4;
/** Lighthouse's slow 4G: bytes a second and milliseconds. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };

/** Cost of the first tap on the landing page on a slow phone: React, the dialog and the hydration come after it. */
export async function measureTouch({ stack }: Settings): Promise<Section> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  installChromium();
  const server = await stack.serve('server.ts');
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  const untouched: Tap[] = [];
  const ready: Tap[] = [];
  try {
    await tap(browser, server.url, false);
    for (let round = 0; round < taps; round += 1) {
      untouched.push(await tap(browser, server.url, false));
      ready.push(await tap(browser, server.url, true));
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  const row = (name: string, of: Tap[]) => [
    name,
    spread(of.map(({ answered }) => answered)),
    spread(of.map(({ blocked }) => blocked)),
  ];
  return {
    title: 'The first tap on the landing page',
    how: `From a tap on "Get started for Free" to its dialog, on a processor slowed ${slowdown} times and slow 4G, nothing cached; ${taps} taps each.
Before the tap nothing of the app is there; the second row had been left alone until it was.`,
    columns: ['', 'until the dialog, ms', 'blocked meanwhile, ms'],
    rows: [row('at once', untouched), row('after the app came by itself', ready)],
    goals: [],
  };
}

async function tap(browser: Browser, url: string, isReady: boolean): Promise<Tap> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await slowDown(context, page);
  await page.goto(`${url}/`, { waitUntil: 'load' });
  if (isReady) await page.waitForEvent('request', (request) => request.resourceType() === 'script');
  if (isReady) await page.waitForLoadState('networkidle');
  const button = page.getByRole('button', { name: 'Get started for Free' });
  const measured = await button.evaluate(waitForDialog);
  await context.close();
  return measured;
}

async function slowDown(context: BrowserContext, page: Awaited<ReturnType<BrowserContext['newPage']>>) {
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', slow4g);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Runs in the page. */
function waitForDialog(button: Element): Promise<Tap> {
  return new Promise((resolve) => {
    let blocked = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blocked += duration - 50;
    });
    tasks.observe({ type: 'longtask' });
    const began = performance.now();
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[role=dialog]')) return;
      watch.disconnect();
      requestAnimationFrame(() => resolve({ answered: performance.now() - began, blocked }));
    });
    watch.observe(document.body, { childList: true, subtree: true });
    if (button instanceof HTMLElement) button.click();
  });
}
