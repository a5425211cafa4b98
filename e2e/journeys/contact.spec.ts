import type { Locator, Page } from '@playwright/test';
import { dialog } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { takeTime } from '#e2e/harness/visitor.ts';

/** The toasts' region is called Messages. */
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();

/** The mail in the outbox that holds this text. */
async function findMail(page: Page, text: string): Promise<Locator> {
  const mail = page.getByRole('article').filter({ hasText: text });
  await expect(async () => {
    await page.goto('/outbox');
    await expect(mail).toHaveCount(1, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  return mail;
}

test('a message survives a lost connection and a closed tab, and reaches the support address as typed', async ({
  page,
  context,
  guard,
}) => {
  guard.allow(/^console: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/ContactUs');
  await page.getByLabel('Full Name').fill('<b>Ada</b> 🎈 & "Co"');
  await page.getByLabel('Email').fill('ada@example.com');
  await messageField(page).fill('<img src=x onerror=alert(1)> first line 🎈\nand a second one');
  await context.setOffline(true);
  await send(page);
  await seeToast(page, 'contact_failed');
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await context.setOffline(false);
  const other = await context.newPage();
  await page.close();
  await other.goto('/ContactUs');
  await expect(messageField(other)).toHaveValue(/first line/);
  await takeTime(other);
  await send(other);
  await seeToast(other, 'contact_sent');
  await expect(other.getByRole('heading', { name: 'Message sent!' })).toBeFocused();
  await other.goto('/ContactUs');
  await expect(messageField(other)).toHaveValue('');
  const mail = await findMail(other, 'and a second one');
  await expect(mail).toContainText('<img src=x onerror=alert(1)> first line 🎈');
  await expect(mail).toContainText('<b>Ada</b> 🎈 & "Co"');
  await expect(mail.locator('img')).toHaveCount(0);
});

test('a demo is booked from the landing page with the keyboard, and the focus comes back', async ({
  page,
}) => {
  const button = page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).first();
  await page.goto('/');
  await button.focus();
  await page.keyboard.press('Enter');
  const demo = dialog(page, 'Book a Demo');
  await expect(demo).toContainText('Your time zone: UTC.');
  await expect(demo.getByLabel('Name')).toBeFocused();
  await demo.getByLabel('Name').fill('Ada <b>& Co</b>');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(demo.getByLabel('Name')).toHaveValue('Ada <b>& Co</b>');
  await demo.getByLabel('Email').fill('ada@example.com');
  await demo.getByLabel('Note').fill('How do verdicts come about? 🎈');
  await takeTime(page);
  await demo.getByRole('button', { name: 'Send Request' }).click();
  await seeToast(page, 'demo_sent');
  await expect(demo.getByRole('heading', { name: 'Request sent!' })).toBeFocused();
  await demo.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(button).toBeFocused();
  const mail = await findMail(page, 'How do verdicts come about? 🎈');
  await expect(mail).toContainText('Ada <b>& Co</b>');
});

test('the forms fit a touch screen of 320 pixels', async ({ openBrowser }) => {
  const touch = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const page = await (await openBrowser(undefined, touch)).newPage();
  for (const path of ['/ContactUs', '/startup-social']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Book a Demo' }).first().click();
  const demo = dialog(page, 'Book a Demo');
  for (const label of ['Name', 'Date', 'Time', 'Note']) {
    const box = await demo.getByLabel(label).boundingBox();
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0)), label).toBeLessThanOrEqual(300);
  }
});
