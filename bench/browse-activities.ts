import { chromium, type Locator, type Page } from '@playwright/test';
import { chromiumFlags, findChromium, installChromium } from '#scripts/chromium.ts';
import type { Founder } from './founder.ts';

/** What the browser did with the list of activities. A task longer than 50 ms blocks whoever scrolls. */
export type Browsing = {
  entriesAtFirst: number;
  nodesAtFirst: number;
  /** How often "Show more" was pressed. */
  presses: number;
  entries: number;
  nodes: number;
  longTasks: number;
  longest: number;
};

const mostPresses = 10;

/** Opens the dashboard, then presses "Show more" and scrolls to the end, ten times or until there is no more. */
export async function browseActivities(url: string, founder: Founder): Promise<Browsing> {
  installChromium();
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  try {
    const context = await browser.newContext();
    await context.addCookies(
      founder.cookies.map((cookie) => {
        const [name = '', ...value] = cookie.split('=');
        return { name, value: value.join('='), url };
      }),
    );
    const page = await context.newPage();
    await page.goto(`${url}/startup-spark-suite/dashboard`);
    const list = page.getByRole('region', { name: 'Activities', exact: true });
    await list.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    const atFirst = { entriesAtFirst: await countEntries(list), nodesAtFirst: await countNodes(page) };
    await page.evaluate(watchLongTasks);
    const presses = await showMore(page, list);
    const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
    return {
      ...atFirst,
      presses,
      entries: await countEntries(list),
      nodes: await countNodes(page),
      longTasks: tasks.length,
      longest: Math.max(0, ...tasks),
    };
  } finally {
    await browser.close();
  }
}

async function showMore(page: Page, list: Locator): Promise<number> {
  const button = list.getByRole('button', { name: 'Show more' });
  for (let press = 0; press < mostPresses; press += 1) {
    if ((await button.count()) === 0) return press;
    const before = await countEntries(list);
    await button.click();
    await page.waitForFunction(
      (shown) => document.querySelectorAll('[aria-label=Activities] > ul > li').length > shown,
      before,
    );
    await list.evaluate(async (region) => {
      for (let frame = 0; frame < 20; frame += 1) {
        region.scrollTop += region.scrollHeight / 20;
        await new Promise(requestAnimationFrame);
      }
    });
  }
  return mostPresses;
}

function countEntries(list: Locator): Promise<number> {
  return list.locator(':scope > ul > li').count();
}

function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

/** Runs in the page; what it finds lies in `longTasks`. */
function watchLongTasks(): void {
  const found: number[] = [];
  Object.assign(globalThis, { longTasks: found });
  new PerformanceObserver((tasks) => {
    found.push(...tasks.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
}
