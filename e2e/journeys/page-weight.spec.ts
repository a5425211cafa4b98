import type { Page } from '@playwright/test';
import { dashboard } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { screens } from '#e2e/harness/world/screens.ts';

/** Kilobytes over the network that a screen may fetch for a first visit: scripts, styles and fonts, compressed. */
const budgets = {
  landing: 30,
  survey: 108,
  dashboard: 209,
  'ideation-sections': 318,
  'validation-plan': 301,
  'poc-result': 278,
  'request-form': 254,
  'request-masked-answer': 235,
  inbox: 219,
  'launch-review': 268,
  'history-details': 241,
  settings: 220,
  'results-go': 239,
  'sign-in': 194,
};

/** Kilobytes of script alone; a respondent's are 70 of 1,024 bytes. */
const scriptBudgets: Partial<Record<string, number>> = { dashboard: 166, survey: 71.6 };

// A product of its own, shared with the accessibility tests: the world needs an inbox without requests of other journeys.
test.use({ environment: { PROCESS_ROLE: 'all' } });

for (const [name, budget] of Object.entries(budgets)) {
  test(`${name} fetches at most ${budget} kB`, async ({ openBrowser, world, guard }) => {
    if (name === 'request-masked-answer') guard.allow(/^console: Failed to load resource: .*status of 500/);
    const screen = screens.find((one) => one.name === name);
    if (!screen) throw new Error(`No screen is named ${name}.`);
    const account = screen.who === 'visitor' ? undefined : world.people[screen.who];
    const page = await (await openBrowser(account)).newPage();
    const weigh = watchWeight(page);
    await screen.open(page, world);
    await page.waitForLoadState('networkidle');
    const { all, scripts } = await weigh();
    expect(all).toBeLessThanOrEqual(budget);
    expect(scripts).toBeLessThanOrEqual(scriptBudgets[name] ?? budget);
  });
}

test('a tool is fetched for a pointer that moves over it, not before', async ({ openBrowser, world }) => {
  const page = await (await openBrowser(world.people.newcomer)).newPage();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const fetched = () => scripts.some((address) => address.includes('FindDialog'));
  await page.goto(dashboard);
  const launch = page.locator('#startup-growth').getByRole('button', { name: /^Launch/ });
  await expect(launch).toBeVisible();
  expect(fetched()).toBe(false);
  await launch.hover({ position: { x: 20, y: 20 } });
  await expect.poll(fetched).toBe(true);
});

/** Sums what the page fetches from now on; the returned function gives it in kilobytes, and the scripts' part. */
function watchWeight(page: Page): () => Promise<{ all: number; scripts: number }> {
  const sizes: Promise<{ type: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    const type = request.resourceType();
    if (!['script', 'stylesheet', 'font'].includes(type)) return;
    sizes.push(request.sizes().then(({ responseBodySize: bytes }) => ({ type, bytes })));
  });
  const kilobytes = (parts: { bytes: number }[]) =>
    Math.round(parts.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;
  return async () => {
    const parts = await Promise.all(sizes);
    return { all: kilobytes(parts), scripts: kilobytes(parts.filter(({ type }) => type === 'script')) };
  };
}
