import type { Locator, Page } from '@playwright/test';
import { openAgent } from '#e2e/harness/agents.ts';
import { enter, openAccount } from '#e2e/harness/api.ts';
import { dialog, validateIdea } from '#e2e/harness/founder.ts';
import { fillProduct, openFind } from '#e2e/harness/outreach-screen.ts';
import { fillRequest, openRequestForm, requestRow } from '#e2e/harness/request-form.ts';
import { openProofOfConcept } from '#e2e/harness/studio.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { seedIdea, seedIdeation, seedRequest } from '#e2e/harness/world/seed.ts';
import { seedCampaign, seedConversation } from '#e2e/harness/world/seed-outreach.ts';
import { message } from '#shared/messages/catalogue.ts';
import { requestPath, trailPath } from '#shared/rules/suite-paths.ts';

const dashboard = '/startup-spark-suite/dashboard';
const greeting = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^Good (?:morning|afternoon|evening)/ });

test('a hash scrolls to its element, another page starts at the top', async ({ page, enterAs }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(
    page.getByRole('heading', { name: 'Support Plan for non-technical founders' }),
  ).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await enterAs('free');
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Dev Support' }).click();
  await expect(page.getByRole('button', { name: 'Start a New Support Request' })).toBeInViewport();
});

test('a signed-in page comes with what it shows first, and asks for none of it', async ({
  page,
  product,
  context,
}) => {
  const account = await openAgent(product.url, 'mary');
  const { trailId } = await seedIdeation(product.url, account, { idea: seedIdea });
  const { id: requestId, requestTitle } = await seedRequest(product.url, account);
  const conversation = 'How do you plan tomorrow’s bread?';
  await seedConversation(product, account, await seedCampaign(product, account), { title: conversation });
  await enter(context, product.url, account);
  await page.goto('/dashboard');
  await expect(greeting(page)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const always = /config$|user\/sync$/;
  for (const [path, words, lists] of [
    [dashboard, seedIdea, /get-session$|trails$|ideation-sessions$|analyses$|jobs$|campaign$/],
    [trailPath(trailId), seedIdea, /get-session$|trails\/[^/]+$/],
    [requestPath(requestId), requestTitle, /api\/jobs\/[^/]+$/],
    ['/startup-spark-suite/history', conversation, /campaign$/],
    ['/startup-spark-suite/billing', 'No payments yet', /api\/billing$/],
    ['/startup-spark-suite/inbox', requestTitle, /api\/inbox$/],
    [`/startup-spark-suite/inbox/${requestId}`, requestTitle, /api\/inbox\/[^/]+$/],
    ['/settings', account.email, /devices$/],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    expect(
      asked.filter((name) => always.test(name) || lists.test(name)),
      path,
    ).toEqual([]);
  }
});

test('every page begins at the left edge of the header', async ({ page, product, context }) => {
  const account = await openAccount(product.url);
  const { trailId } = await seedIdeation(product.url, account, { idea: seedIdea });
  const { id: requestId } = await seedRequest(product.url, account);
  await enter(context, product.url, account);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      dashboard,
      '/settings',
      '/startup-spark-suite/billing',
      requestPath(requestId),
      trailPath(trailId),
      '/FAQ',
      '/ContactUs',
      '/startup-social',
      '/what-your-plan-covers',
    ]) {
      await page.goto(path);
      const title = page.getByRole('heading', { level: 1 }).and(page.locator(':not(.sr-only)'));
      await expect(title).toBeVisible();
      const edge = await page.getByRole('banner').getByRole('link').first().boundingBox();
      expect((await title.boundingBox())?.x, `${path} at ${width}`).toBe(edge?.x);
    }
  }
});

test('the command menu keeps its top edge on a phone while its list shrinks', async ({ page, enterAs }) => {
  await enterAs('free');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Go to', exact: true }).click();
  const menu = dialog(page, 'Go to');
  await menu.getByRole('option').first().waitFor();
  const edge = async () => (await menu.boundingBox())?.y;
  await expect.poll(edge).toBe(20);
  await menu.getByRole('combobox').fill('Light');
  await expect(menu.getByRole('option')).toHaveCount(1);
  expect(await edge()).toBe(20);
});

test('an unknown address answers 404 with a way home; known ones and /dashboard answer 200', async ({
  page,
  guard,
  enterAs,
}) => {
  guard.allow(/^console: .* 404 .*\/no\/such\/page/);
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  for (const path of ['/', '/FAQ', '/settings', '/ContactUs', '/startup-social', '/payment-cancel'])
    expect((await page.goto(path))?.status(), path).toBe(200);
  await enterAs('free');
  expect((await page.goto('/dashboard'))?.status()).toBe(200);
  await expect(page).toHaveURL(dashboard);
});

test('the dashboard of a visitor is the login dialog, and then the dashboard', async ({ page, enterAs }) => {
  await page.goto('/dashboard');
  await expect(dialog(page, 'Welcome to Startup Spark')).toBeVisible();
  await expect(page).toHaveURL('/?signIn=1');
  await enterAs('free');
  await page.reload();
  await expect(page).toHaveURL('/');
  await expect(greeting(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start a New Support Request' })).toBeVisible();
});

test('the theme follows the system until it is chosen, and the choice stays', async ({ page }) => {
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await isDark()).toBe(true);
  // The page may be hydrated by this very click, which is then repeated.
  await page.getByRole('radio', { name: 'Light theme' }).click();
  await expect.poll(isDark).toBe(false);
  await page.reload();
  expect(await isDark()).toBe(false);
  await page.goto('/FAQ');
  await expect(page.getByRole('radio', { name: 'Light theme' })).toBeChecked();
  expect(await isDark()).toBe(false);
  await page.getByRole('radio', { name: 'System theme' }).check();
  expect(await isDark()).toBe(true);
});

test('the main dialogs can be used with the keyboard alone, and give the focus back', async ({
  page,
  enterAs,
}) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await tabTo(page, 'Get started for Free');
  await page.keyboard.press('Enter');
  const welcome = dialog(page, 'Welcome to Startup Spark');
  await expect(welcome.getByLabel('Full Name')).toBeFocused();
  await tabTo(page, 'Sign Up', 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(welcome.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Get started for Free' })).toBeFocused();
  await enterAs('pro');
  await page.reload();
  await validateByKeyboard(page);
});

async function validateByKeyboard(page: Page): Promise<void> {
  const tool = page.getByRole('button', { name: 'Validating & Prototyping' });
  await tool.focus();
  await page.keyboard.press('Enter');
  const validation = dialog(page, 'Validating & Prototyping');
  await expect(validation.getByLabel('Your idea in one sentence')).toBeFocused();
  await page.keyboard.type('Bakers throw away unsold bread every evening');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await seeToast(page, 'validation_ready');
  await page.keyboard.press('Escape');
  await expect(validation).toBeHidden();
  await expect(tool).toBeFocused();
}

/** Presses Tab until the focus is on the control with this text. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === name) return;
  }
  throw new Error(`Tab never reached "${name}".`);
}

test('a tool that is pressed without a network says so, and opens once there is one', async ({
  page,
  context,
  guard,
  enterAs,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  await enterAs('developer');
  await page.goto(dashboard);
  await expect(greeting(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const tools = [
    'Startup Ideation',
    'Validating & Prototyping',
    'Proof of Concept',
    'Launch (First',
    'Startup Social',
    'Start a New Support Request',
  ];
  // Before the page was touched: what says so was not fetched for it.
  await context.setOffline(true);
  for (const name of tools) {
    await page.getByRole('main').getByRole('button', { name }).click();
    const toast = messages(page).getByRole('alert');
    await expect(toast).toContainText('This could not be opened. Check your connection');
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0);
  }
  await context.setOffline(false);
  for (const name of tools) {
    await page.getByRole('main').getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

const messages = (page: Page) => page.getByRole('region', { name: /^Messages/ });

test('a request and its status that are sent without a network say so, lose nothing, and work at the next try', async ({
  page,
  context,
  product,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  await enter(context, product.url, await openAccount(product.url));
  const form = await openRequestForm(page);
  await fillRequest(form, { title: 'Sent in a tunnel' });
  const send = form.getByRole('button', { name: 'Submit Request' });
  await context.setOffline(true);
  await send.click();
  const failure = messages(page).getByRole('alert');
  await expect(failure).toContainText('Submission Failed');
  await expect(form.getByText(/may or may not have arrived\./)).toBeVisible();
  await expect(form.getByLabel('Request Title')).toHaveValue('Sent in a tunnel');
  await seeClearOfToast(page, failure);
  await seeToast(page, 'job_submission_failed');
  await context.setOffline(false);
  await send.click();
  await expect(messages(page).getByRole('status')).toContainText('Job Submitted!');

  const status = requestRow(page, 'Sent in a tunnel').getByRole('combobox', { name: 'Status' });
  await expect(status).toHaveValue('PENDING');
  await context.setOffline(true);
  await status.selectOption('UNDER_REVIEW');
  await seeToast(page, 'offline', { title: message('job_update_failed').title });
  await expect(status).toHaveValue('PENDING');
  await context.setOffline(false);
  await status.selectOption('UNDER_REVIEW');
  await seeToast(page, 'job_status_updated', { params: { status: 'Under review' } });
});

test('whatever is sent without a network says so, and the page around it stays', async ({
  page,
  context,
  guard,
  enterAs,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ChunkLoad|dynamically imported/);
  const offline = message('offline').text;
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const welcome = dialog(page, 'Welcome to Startup Spark');
  await welcome.getByLabel('Email').fill('ada@example.org');
  await welcome.getByLabel('Password', { exact: true }).fill('a long password');
  await context.setOffline(true);
  await welcome.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText(offline)).toBeVisible();
  await context.setOffline(false);

  await enterAs('developer');
  await page.goto(dashboard);
  const plan = await validateIdea(page);
  await context.setOffline(true);
  await plan.getByRole('button', { name: /^Edit question 1/ }).click();
  await plan.getByRole('textbox').first().fill('How often did you forget it last month?');
  await expect(plan.getByText(`${offline} Your edits are kept in this browser.`)).toBeVisible();
  await plan.getByRole('button', { name: 'Share survey' }).click();
  await expect(page.getByText(/This part could not be fetched|could not be opened/).first()).toBeVisible();
  await expect(page.getByText('This page could not be shown.')).toHaveCount(0);
  await context.setOffline(false);

  await page.goto(dashboard);
  await page.getByRole('main').getByRole('button', { name: 'Startup Ideation' }).click();
  const coach = dialog(page, 'Startup Ideation');
  await coach.getByRole('textbox').first().fill('An app for bakers who throw bread away every day');
  await context.setOffline(true);
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await expect(coach.getByText(offline)).toBeVisible();
  await context.setOffline(false);

  await page.goto(dashboard);
  const poc = await openProofOfConcept(page);
  await poc.getByRole('textbox').first().fill('An app for bakers who throw bread away every day');
  await context.setOffline(true);
  await poc
    .getByRole('button', { name: /Enhance|Write|Make/ })
    .first()
    .click();
  await expect(poc.getByText(offline, { exact: true })).toBeVisible();
  await context.setOffline(false);

  await page.goto(dashboard);
  const find = await openFind(page);
  await fillProduct(find);
  await context.setOffline(true);
  await find
    .getByRole('button', { name: /Find|Search/ })
    .last()
    .click();
  await expect(find.getByText(offline)).toBeVisible();
  await context.setOffline(false);

  await page.goto('/settings');
  const name = page.getByRole('region', { name: 'Name, email and password' });
  await name.getByRole('button', { name: 'Change' }).first().click();
  await name.getByRole('textbox').first().fill('Grace Hopper');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await name
    .getByRole('button', { name: /^(Save|Change)/ })
    .first()
    .click();
  await expect(name.getByText(offline)).toBeVisible();
  await page.getByRole('switch').first().click();
  await expect(messages(page).getByRole('alert')).toContainText(offline);
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page.getByText(offline).first()).toBeVisible();
  await context.setOffline(false);
});

/** Sees that the toast covers nothing of the open dialog, on desktops and phones of several sizes. */
async function seeClearOfToast(page: Page, toast: Locator): Promise<void> {
  // It waits while the pointer rests on it.
  await toast.hover();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const [below, above] = [await page.getByRole('dialog').boundingBox(), await toast.boundingBox()];
      if (!below || !above) throw new Error('The dialog or its toast is not on the page.');
      expect(below.y, `${width} × ${height}`).toBeGreaterThanOrEqual(above.y + above.height);
      expect(below.y + below.height).toBeLessThanOrEqual(height);
    }).toPass();
  }
}

const sizes = [
  [390, 844],
  [320, 568],
  [700, 500],
  [1280, 720],
] as const;
