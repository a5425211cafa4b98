import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { screens } from '#e2e/harness/screens/screens.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { makeWorld, type World } from '#e2e/harness/world/world.ts';

/** Each theme once: the light one wide, the dark one on a phone. */
const looks = [
  { theme: 'light', width: 1280, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
] as const;

// Nothing is shared but what was seeded; a trace of each axe run would take longer than the run.
test.describe.configure({ mode: 'parallel' });
test.use({ trace: 'off' });

let world: World;
test.beforeAll(async ({ product }) => {
  world = await makeWorld(product);
});

for (const { name, who, open } of screens) {
  test(`${name}: axe finds nothing, light and wide, dark and narrow, and 320 pixels hold it`, async ({
    openBrowser,
    guard,
  }) => {
    guard.allow(/^console: Failed to load resource: .*status of (401|404|409|500)/);
    const account = who === 'visitor' ? undefined : world[who];
    const context = await openBrowser(account, { reducedMotion: 'reduce' });
    const page = await context.newPage();
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
}

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

/** No frame here is of another origin, and nobody reads what passed: axe takes a quarter of the time then. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

/** What axe objects to, a line each. */
async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  );
}
