import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { takeTime } from '#e2e/harness/visitor.ts';

const newAddress = () => `visitor-${randomBytes(5).toString('hex')}@example.com`;

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await takeTime(page);
  await page.getByRole('button', { name: 'Notify Me' }).click();
}

const sayYes = (page: Page) => page.getByRole('button', { name: 'Yes, tell me when it opens' }).click();

/** Links in the mail to this address. */
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
  await page.goto(links.unsubscribe);
  await expect(page).toHaveURL('/startup-social');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await seeToast(page, 'waitlist_left', { params: { email } });
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeFocused();
});
