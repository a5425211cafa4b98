import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { enter } from '#e2e/harness/api.ts';
import { test as base, expect } from '#e2e/harness/test.ts';
import type { Screen } from '#e2e/harness/world/screen.ts';
import { screens } from '#e2e/harness/world/screens.ts';

/** Each theme once: the light one wide, the dark one on a phone. */
const looks = [
  { theme: 'light', width: 1280, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
] as const;

// Tests share only the seeded world. A trace of each axe run would take longer than the run.
base.describe.configure({ mode: 'parallel' });
base.use({ trace: 'off', environment: { PROCESS_ROLE: 'all' } });

/** One context a person: the files that a screen has fetched are cached for the next. */
const contexts = new Map<Screen['who'], BrowserContext>();

const test = base.extend<{ who: Screen['who'] }>({
  who: ['visitor', { option: true }],
  context: async ({ browser, world, who, locale, timezoneId }, use) => {
    const options = { baseURL: world.url, locale, timezoneId, reducedMotion: 'reduce' } as const;
    const context = contexts.get(who) ?? (await browser.newContext(options));
    if (!contexts.has(who) && who !== 'visitor') await enter(context, world.url, world.people[who]);
    contexts.set(who, context);
    await use(context);
  },
  page: async ({ context }, use) => {
    const page = await context.newPage();
    // Drafts of the screen before.
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.clear());
    await use(page);
    await page.close();
  },
});

for (const { name, who, open } of screens)
  test.describe(() => {
    test.use({ who });
    test(`${name}: axe finds nothing, light and wide, dark and narrow, and 320 pixels hold it`, async ({
      page,
      world,
      guard,
    }) => {
      guard.allow(/^console: Failed to load resource: .*status of (401|404|409|500)/);
      await open(page, world);
      await drawUnseen(page, 'visible');
      for (const { theme, ...size } of looks) {
        await page.setViewportSize(size);
        await showTheme(page, theme);
        expect.soft(await findings(axeOn(page)), `${name} ${theme} ${size.width}`).toEqual([]);
      }
      await drawUnseen(page, '');
      await page.setViewportSize({ width: 320, height: 640 });
      expect.soft(await scrollsSideways(page), `${name} at 320`).toEqual([]);
    });
  });

/** Rows that are only drawn once they are scrolled to: axe would meet them in the colours of before. */
function drawUnseen(page: Page, contentVisibility: 'visible' | ''): Promise<void> {
  return page.evaluate((wanted) => {
    for (const place of document.querySelectorAll<HTMLElement>('[class*=content-visibility]'))
      place.style.contentVisibility = wanted;
  }, contentVisibility);
}

/** Changes the theme and waits until no colour is on its way any more. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const fades = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fades.map((fade) => fade.finished));
  });
}

/** The page and the scrolling parts of it that are wider inside than outside. */
function scrollsSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter(
        (place) =>
          place === document.documentElement || /auto|scroll/.test(getComputedStyle(place).overflowX),
      )
      .filter((place) => !place.matches('input, textarea') && place.scrollWidth > place.clientWidth + 1)
      .map((place) => `${place.tagName} ${place.className}: ${place.scrollWidth} in ${place.clientWidth}`),
  );
}

/** No frame here is of another origin, and passed rules are not reported: axe takes a quarter of the time then. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

/** Findings of axe, a line each. */
async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}
