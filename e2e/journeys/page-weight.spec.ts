import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/test.ts';
import { screens } from '#e2e/harness/world/screens.ts';

/** Kilobytes over the network that a screen may fetch for a first visit: scripts, styles and fonts, compressed. */
const budgets = {
  landing: 30,
  survey: 108,
  dashboard: 213,
  'ideation-sections': 294,
  'validation-plan': 284,
  'poc-result': 264,
  'request-form': 254,
  'request-masked-answer': 235,
  inbox: 219,
  'launch-review': 268,
  'history-details': 241,
  settings: 207,
  'results-go': 217,
  'sign-in': 186,
};

// A product of its own, shared with the accessibility tests: the world needs an inbox without requests of other journeys.
test.use({ environment: { PROCESS_ROLE: 'all' } });

for (const [name, budget] of Object.entries(budgets)) {
  test(`${name} fetches at most ${budget} kB`, async ({ openBrowser, world }) => {
    const screen = screens.find((one) => one.name === name);
    if (!screen) throw new Error(`No screen is named ${name}.`);
    const account = screen.who === 'visitor' ? undefined : world.people[screen.who];
    const page = await (await openBrowser(account)).newPage();
    const weigh = watchWeight(page);
    await screen.open(page, world);
    await page.waitForLoadState('networkidle');
    expect(await weigh()).toBeLessThanOrEqual(budget);
  });
}

/** Sums what the page fetches from now on; the returned function gives it in kilobytes. */
function watchWeight(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet', 'font'].includes(request.resourceType())) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => {
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return Math.round(bytes / 100) / 10;
  };
}
