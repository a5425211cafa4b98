import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { seeToast } from '#e2e/harness/founder.ts';
import { mailServerAway } from '#e2e/harness/mail.ts';
import { startProduct } from '#e2e/harness/product.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { takeTime } from '#e2e/harness/visitor.ts';

const refused = /^console: Failed to load resource: .* (400|404|500) .*\/api\/(python\/api\/)?notify/;
const newAddress = () => `visitor-${randomBytes(5).toString('hex')}@example.com`;

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await takeTime(page);
  await page.getByRole('button', { name: 'Notify Me' }).click();
}

const sayYes = (page: Page) => page.getByRole('button', { name: 'Yes, tell me when it opens' }).click();

/** Where the links of the mail to this address lead. */
async function readLinks(page: Page, email: string): Promise<{ confirm: string; unsubscribe: string }> {
  const mail = page.getByRole('article').filter({ hasText: `To ${email}` });
  await expect(async () => {
    await page.goto('/outbox');
    await expect(mail).toHaveCount(1, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  const links = await mail.getByRole('link').evaluateAll((all) => all.map((link) => link.textContent ?? ''));
  const find = (name: string) => links.find((link) => link.includes(`/startup-social?${name}=`)) ?? '';
  return { confirm: find('confirm'), unsubscribe: find('unsubscribe') };
}

test('the page says what is planned and refuses what is no address', async ({ page }) => {
  await page.goto('/startup-social');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Startup Social');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Momentum Circles',
    'Capital Points',
    'Daily Challenge',
  ]);
  for (const address of ['', 'ada', '<b>ada</b>']) {
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Notify Me' }).click();
    await seeToast(page, 'email_invalid');
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Please enter a valid email.');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue(address);
  }
});

test('an address is on the list after its owner says yes behind the link, and off it after the other', async ({
  page,
}) => {
  const email = newAddress();
  await page.goto('/startup-social');
  await register(page, email);
  await seeToast(page, 'waitlist_joined');
  await expect(page.getByRole('heading', { name: "We'll let you know!" })).toBeFocused();
  await expect(page.getByRole('link', { name: 'development outbox' })).toHaveAttribute('href', '/outbox');
  const links = await readLinks(page, email);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/notify/confirm')) asked += 1;
  });
  await page.goto(links.confirm);
  await expect(page).toHaveURL('/startup-social');
  await page.waitForLoadState('networkidle');
  // Mail scanners open links and run their scripts.
  expect(asked).toBe(0);
  await sayYes(page);
  await seeToast(page, 'waitlist_confirmed', { params: { email } });
  await expect(page.getByRole('heading', { name: 'Confirmed' })).toBeFocused();
  await page.goto(links.confirm);
  await sayYes(page);
  await seeToast(page, 'waitlist_confirmed', { params: { email } });
  await page.goto(links.unsubscribe);
  await expect(page).toHaveURL('/startup-social');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await seeToast(page, 'waitlist_left', { params: { email } });
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeFocused();
});

test('a link that is not known says so and leaves the form to get a new one', async ({ page, guard }) => {
  guard.allow(refused);
  for (const token of ['A'.repeat(43), 'cut', '', 'x'.repeat(500)]) {
    await page.goto(`/startup-social?confirm=${token}`);
    await sayYes(page);
    await seeToast(page, 'waitlist_link_invalid');
    await expect(page).toHaveURL('/startup-social');
    await expect(page.getByRole('heading', { name: 'Link not valid' })).toBeVisible();
    await expect(page.getByLabel('Email')).toBeVisible();
  }
  await page.goto('/startup-social?unsubscribe=cut');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await seeToast(page, 'waitlist_link_invalid');
});

test('what fails can be tried again, by hand and by link', async ({ page, guard }) => {
  guard.allow(refused);
  const email = newAddress();
  await page.route('**/api/notify', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/startup-social');
  await register(page, email);
  await seeToast(page, 'waitlist_failed');
  await expect(page.getByText('Not sent.')).toBeVisible();
  await page.unroute('**/api/notify');
  await page.getByRole('button', { name: 'Notify Me' }).click();
  await seeToast(page, 'waitlist_joined');
  const { confirm } = await readLinks(page, email);
  await page.route('**/api/notify/confirm', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(confirm);
  await sayYes(page);
  await seeToast(page, 'waitlist_failed');
  await page.unroute('**/api/notify/confirm');
  await page.getByRole('button', { name: 'Try again' }).click();
  await seeToast(page, 'waitlist_confirmed', { params: { email } });
});

test('whoever is signed in registers with the keyboard alone; sooner than anybody could is refused', async ({
  page,
  enterAs,
  guard,
}) => {
  guard.allow(refused);
  const { email } = await enterAs('free');
  await page.goto('/startup-social');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Email').press('Enter');
  await seeToast(page, 'looks_automatic');
  await takeTime(page);
  await page.getByLabel('Email').press('Enter');
  await seeToast(page, 'waitlist_joined');
});

test('while the mail server is down the answer is the same as ever', async ({ openBrowser }) => {
  const product = await startProduct(await mailServerAway());
  try {
    const page = await (await openBrowser(undefined, { baseURL: product.url })).newPage();
    await page.goto('/startup-social');
    await register(page, newAddress());
    await seeToast(page, 'waitlist_joined');
    await expect(page.getByRole('heading', { name: "We'll let you know!" })).toBeFocused();
    await expect(page.getByRole('link', { name: 'development outbox' })).toHaveCount(0);
  } finally {
    await product.remove();
  }
});
