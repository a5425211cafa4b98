import type { Locator, Page } from '@playwright/test';
import { dialog } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/test.ts';

const metrics = ['growth', 'funded', 'users', 'points', 'goals'];

function strip(page: Page): Locator {
  return page.getByRole('region', { name: 'Startup Spark in figures' });
}

/** `running` or `paused`, as the browser itself has it; null when nothing moves. */
function motion(page: Page): Promise<string | null> {
  return strip(page).evaluate((region) => {
    const [animation] = region.getAnimations({ subtree: true });
    return animation ? animation.playState : null;
  });
}

test('the hero leads to signing up and to the demo, and gives the focus back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started for Free' }).click();
  const welcome = dialog(page, 'Welcome to Startup Spark');
  await expect(welcome.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Book a Demo' }).click();
  await expect(dialog(page, /demo/i)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Book a Demo' })).toBeFocused();
  await page.getByRole('button', { name: 'Type your idea' }).click();
  await expect(page.getByLabel('Your idea in one sentence')).toBeFocused();
});

test('Enter that ends a word of an input method sends nothing, before any script runs and after', async ({
  page,
}) => {
  const endWord = (field: HTMLTextAreaElement) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
    );
  const idea = page.getByLabel('Your idea in one sentence');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await idea.fill('An app');
  expect(await idea.evaluate(endWord)).toBe(true);
  await expect(page.locator('#root [aria-busy]')).toHaveCount(0);
  release();
  await page.unrouteAll({ behavior: 'wait' });
  await idea.press('Shift');
  await page.waitForLoadState('networkidle');
  expect(await idea.evaluate(endWord)).toBe(true);
  await expect(page.getByRole('region', { name: 'Your idea' })).toHaveCount(0);
});

test('the places of the page are reached by their hash, and lead on to the plans and to a request', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [hash, name] of [
    ['startup-growth', 'Growth'],
    ['dev-support', 'Dev Support, when the code stops you'],
    ['pricing', 'Support Plan for non-technical founders'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`/#${hash}`);
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  }
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/#pricing');
  await expect(page.getByRole('heading', { name: /^Support Plan/ })).toBeInViewport();
  await page.getByRole('link', { name: 'Start a support request' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome to Startup Spark' })).toBeVisible();
});

test('the strip is 50 pixels high, goes round in 20 seconds and stops for whoever looks closely', async ({
  page,
}) => {
  await page.goto('/');
  await expect(strip(page).getByRole('listitem')).toHaveCount(metrics.length);
  expect((await strip(page).boundingBox())?.height).toBe(50);
  const duration = await strip(page).evaluate(
    (region) => region.getAnimations({ subtree: true })[0]?.effect?.getTiming().duration,
  );
  expect(duration).toBe(20_000);
  await expect.poll(() => motion(page)).toBe('running');
  await strip(page).hover();
  await expect.poll(() => motion(page)).toBe('paused');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(() => motion(page)).toBe('running');
  await page.getByRole('button', { name: 'Book a Demo' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Stop the moving figures' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => motion(page)).toBe('paused');
  await page.keyboard.press('Enter');
  await expect.poll(() => motion(page)).toBe('running');
});

test('both buttons for visitors stand in the header from 768 pixels on, and in the menu below', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  for (const [width, isWide] of [
    [768, true],
    [767, false],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    for (const name of ['Watch how it works', 'Sign In'])
      await expect(header.getByRole('button', { name })).toBeVisible({ visible: isWide });
    await expect(header.getByRole('button', { name: 'Open menu' })).toBeVisible({ visible: !isWide });
  }
});

test('under reduced motion the strip stands still and shows all five', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await strip(page).scrollIntoViewIfNeeded();
    expect(await motion(page)).toBeNull();
    for (const item of await strip(page).getByRole('listitem').all())
      await expect(item).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Stop the moving figures' })).toBeHidden();
  }
});

test('an image that fails becomes its first letter, before any script runs and after', async ({
  page,
  guard,
}) => {
  guard.allow(/^console: Failed to load resource: net::ERR_FAILED /);
  await page.route('**/icons/marquee-users.svg', (route) => route.abort());
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  const image = strip(page).getByRole('listitem').filter({ hasText: 'first users' }).locator('img');
  const shown = await image.evaluate((element) => {
    const { content, width, height } = getComputedStyle(element, '::after');
    return { content, drawn: [width, height], radius: getComputedStyle(element).borderRadius };
  });
  // As large as the picture's own round box, at which browsers cut it.
  expect(await image.boundingBox()).toMatchObject({ width: 24, height: 24 });
  expect(shown).toMatchObject({ content: '"F"', drawn: ['24px', '24px'] });
  expect(Number.parseFloat(shown.radius)).toBeGreaterThanOrEqual(12);
  await page.unroute('**/*.js');
  await page.reload();
  const items = strip(page).getByRole('listitem');
  await expect(items.filter({ hasText: 'first users' }).getByText('F', { exact: true })).toBeVisible();
  await expect(items.locator('img')).toHaveCount(metrics.length - 1);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`in the ${colorScheme} theme only its pictures are fetched, each when it is near, and nothing jumps`, async ({
    page,
  }) => {
    const fetched = new Set<string>();
    page.on('request', (request) => {
      const name = request.url().match(/\/pictures\/(.*)\.webp$/)?.[1];
      if (name) fetched.add(name);
    });
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await page.evaluate(async () => {
      await document.fonts.ready;
      const seen = { shift: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift' });
    });
    for (const figure of await page.getByRole('figure').all()) {
      await figure.scrollIntoViewIfNeeded();
      const image = figure.getByRole('img');
      await expect(image).toHaveCount(1);
      await expect
        .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
        .toBeGreaterThan(0);
    }
    expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBe(0);
    const names = ['questions', 'survey'];
    expect([...fetched].sort()).toEqual(names.map((name) => `${name}-${colorScheme}`));
  });

test('320 pixels and 200 % zoom hold the page, its headings are in order', async ({ page }) => {
  await page.goto('/');
  // 1280 pixels at 200 % are 640 of CSS.
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  const levels = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName.slice(1))));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
});
