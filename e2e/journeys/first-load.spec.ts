import type { Page } from '@playwright/test';
import { dialog } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { offline } from '#shared/messages/failures.ts';

const headline = { name: 'Know before you build.' };

/** Addresses of the scripts that the page fetches from now on. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

/** Holds the app back, as a slow network would; the returned function lets it through. */
async function holdApp(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

// Texts in `noscript` are none to Playwright's own locators.
const scriptHelp = (page: Page) => page.locator('#root noscript');

test('the landing page says everything without JavaScript', async ({ openBrowser }) => {
  const page = await (await openBrowser(undefined, { javaScriptEnabled: false })).newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', headline)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Support Plan for non-technical founders' })).toBeVisible();
  await expect(page.getByText('Professional support for founders and Vibe coders.')).toBeVisible();
  await expect(scriptHelp(page)).toBeVisible();
  expect(await scriptHelp(page).textContent()).toBe('Signing up and booking a demo need JavaScript.');
  for (const name of ['Get Social', 'Growth', 'Idea and Development'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  const captions = page.getByRole('figure').locator('figcaption');
  await expect(captions).toHaveCount(2);
  for (const caption of await captions.all()) {
    await expect(caption).toBeVisible();
    await expect(caption).toHaveText(/^Example (survey|plan)/);
  }
});

test('no script is fetched before somebody touches the page, then the app is', async ({ page }) => {
  const scripts = watchScripts(page);
  // Stops the timer that fetches the app of a quiet page.
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', headline)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await expect(scriptHelp(page)).toBeHidden();
  // A first move may say only where the pointer is.
  await page.mouse.move(200, 200);
  await page.mouse.move(240, 220);
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
});

test('left alone, the page fetches the app once it has been quiet for a while', async ({ page }) => {
  const scripts = watchScripts(page);
  await page.clock.install();
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await page.clock.fastForward(6_000);
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
});

test('a click that comes before the app is done once it is there, and once only', async ({ page }) => {
  const release = await holdApp(page);
  await page.goto('/');
  const start = page.getByRole('button', { name: 'Get started for Free' });
  await start.click();
  await start.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(dialog(page, 'Welcome to Startup Spark')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(start).toBeFocused();
});

test('Enter in the idea’s box before the app is there shows the preview of that idea', async ({ page }) => {
  const idea = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
  const release = await holdApp(page);
  await page.goto('/');
  const box = page.getByLabel('Your idea in one sentence');
  await box.fill(idea);
  await box.press('Enter');
  await expect(box).toHaveValue(idea);
  await expect(page).toHaveURL('/');
  release();
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible();
  await expect(page.getByLabel('Who has the problem?')).toHaveValue('small bakeries');
  await expect(box).toHaveValue(idea);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a sentence that is typed before the app is there outlives a reload', async ({ page }) => {
  await holdApp(page);
  await page.goto('/');
  const box = page.getByLabel('Your idea in one sentence');
  await box.fill('Bread that gets sold');
  await page.reload();
  await expect(box).toHaveValue('Bread that gets sold');
});

test('what is chosen before the app is there stays so', async ({ page }) => {
  const release = await holdApp(page);
  await page.goto('/');
  await page.getByRole('radio', { name: 'Dark theme' }).check();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  release();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByRole('radio', { name: 'Dark theme' })).toBeChecked();
});

test('the app comes at the next touch when the first found no network', async ({ page, guard }) => {
  guard.allow(/Failed to load resource.*assets/);
  await page.goto('/');
  await page.route('**/assets/*.js', (route) => route.abort());
  const start = page.getByRole('button', { name: 'Get started for Free' });
  await start.click();
  await expect(page.locator('html')).not.toHaveClass(/waiting/);
  await expect(page.getByRole('alert')).toHaveText(offline.text);
  await page.unroute('**/assets/*.js');
  await start.click();
  await expect(dialog(page, 'Welcome to Startup Spark')).toBeVisible();
});

test('says that there is no network, keeps the sentence, and shows its preview once there is', async ({
  page,
  context,
  guard,
}) => {
  guard.allow(/Failed to (load resource|fetch dynamically)|net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  const box = page.getByLabel('Your idea in one sentence');
  await box.fill('An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await box.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(offline.text);
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await box.press('Enter');
  await expect(page.getByLabel('Who has the problem?')).toHaveValue('small bakeries');
  await page.getByLabel('Who has the problem?').fill('village bakers');
  await page.reload();
  await expect(page.getByLabel('Who has the problem?')).toHaveValue('village bakers');
});

test('whoever is signed in gets the dashboard, and never the landing page first', async ({
  page,
  enterAs,
  product,
}) => {
  const { name } = await enterAs('free');
  const first = await page.request.get(product.url);
  expect(await first.text()).not.toContain('<h1');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.split(' ')[0] ?? '');
});

test('whoever was signed in here sees nothing of the landing page while the server is asked', async ({
  page,
}) => {
  const release = await holdApp(page);
  await page.addInitScript(() => localStorage.setItem('signedInAccount', 'somebody'));
  await page.goto('/');
  await expect(page.getByRole('heading', headline)).toBeHidden();
  release();
  // The provider knows no account, so this is a visitor.
  await expect(page.getByRole('heading', headline)).toBeVisible();
});

test('whoever was signed in here reads the landing page when the app can not be fetched', async ({
  page,
  guard,
}) => {
  guard.allow(/Failed to load resource.*assets/);
  await page.addInitScript(() => localStorage.setItem('signedInAccount', 'somebody'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', headline)).toBeVisible();
});

test('an app that is there before the page waits for the rest of it', async ({ page, context }) => {
  // The first visit leaves the app in the browser's cache.
  await page.goto('/?signIn=1');
  await expect(dialog(page, 'Welcome to Startup Spark')).toBeVisible();
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  const slow = { offline: false, latency: 50, downloadThroughput: 12_000, uploadThroughput: 12_000 };
  await protocol.send('Network.emulateNetworkConditions', slow);
  await page.goto('/?signIn=1&again');
  await expect(dialog(page, 'Welcome to Startup Spark')).toBeVisible();
  await expect(page.getByText('Professional support for founders and Vibe coders.')).toBeAttached();
});
