import type { Locator, Page } from '@playwright/test';
import { openAccount } from '#e2e/harness/api.ts';
import { dialog, fillSignIn, seeToast } from '#e2e/harness/founder.ts';
import { mailServerAway } from '#e2e/harness/mail.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { startProduct } from '#e2e/harness/product.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { takeTime } from '#e2e/harness/visitor.ts';
import { longestAheadDays } from '#shared/rules/demo-days.ts';

const refused =
  /^console: Failed to load resource: .* (400|429|500) .*\/api\/(send-email|demo-requests|notify)/;
const hello = 'Where do I find the answers to my survey?';

async function fillMessage(page: Page, { email = 'ada@example.com', message = hello } = {}): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await messageField(page).fill(message);
}

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

test('a message without email or text is refused as specified, and nothing typed is lost', async ({
  page,
}) => {
  await page.goto('/ContactUs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expect(page.getByText('New York, NY')).toBeVisible();
  await page.getByLabel('Full Name').fill('Ada');
  await messageField(page).fill('  \n ');
  await send(page);
  await seeToast(page, 'contact_missing_fields');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText([
    'Enter your email.',
    'Enter a message.',
  ]);
  await expect(page.getByLabel('Email')).toBeFocused();
  await fillMessage(page, { email: 'ada at example' });
  await send(page);
  await seeToast(page, 'email_invalid');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada');
});

test('a message reaches the support address as it was typed, HTML, emoji and lines included', async ({
  page,
}) => {
  await page.goto('/ContactUs');
  await page.getByLabel('Full Name').fill('<b>Ada</b> 🎈 & "Co"');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await fillMessage(page, { message: '<img src=x onerror=alert(1)> first line 🎈\nand a second one' });
  await takeTime(page);
  await send(page);
  await seeToast(page, 'contact_sent');
  await expect(page.getByRole('heading', { name: 'Message sent!' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'development outbox' })).toHaveAttribute('href', '/outbox');
  await page.goto('/ContactUs');
  await expect(messageField(page)).toHaveValue('');
  await expect(page.getByLabel('Email')).toHaveValue('');
  const mail = await findMail(page, 'and a second one');
  await expect(mail).toContainText('<img src=x onerror=alert(1)> first line 🎈');
  await expect(mail).toContainText('<b>Ada</b> 🎈 & "Co"');
  await expect(mail.locator('img')).toHaveCount(0);
});

test('what is sent the way programs do is refused, and pressing again works for people', async ({
  page,
  guard,
}) => {
  guard.allow(refused);
  await page.goto('/ContactUs');
  await page.locator('input[name=website]').evaluate((trap: HTMLInputElement) => {
    trap.value = 'https://filled-by-a-program.example';
  });
  await fillMessage(page);
  await send(page);
  await seeToast(page, 'looks_automatic');
  await expect(page.getByText('Not sent.')).toBeVisible();
  await expect(messageField(page)).toHaveValue(hello);
  await takeTime(page);
  await send(page);
  await seeToast(page, 'contact_sent');
});

test('a name that turns the text around it is refused, and nothing typed is lost', async ({
  page,
  guard,
}) => {
  guard.allow(refused);
  await page.goto('/ContactUs');
  // A right-to-left override, which a name in a letter must not hold.
  const name = 'Ada\u202Egnp.exe';
  await page.getByLabel('Full Name').fill(name);
  await fillMessage(page);
  await takeTime(page);
  await send(page);
  await seeToast(page, 'one_line_fields');
  await expect(page.getByText('Not sent.')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue(name);
  await expect(messageField(page)).toHaveValue(hello);
});

test('a draft survives a lost connection and a closed tab, and can then be sent', async ({
  page,
  context,
  guard,
}) => {
  guard.allow(/^console: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await page.goto('/ContactUs');
  await fillMessage(page);
  await context.setOffline(true);
  await send(page);
  await seeToast(page, 'contact_failed');
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await context.setOffline(false);
  const other = await context.newPage();
  await page.close();
  await other.goto('/ContactUs');
  await expect(messageField(other)).toHaveValue(hello);
  await takeTime(other);
  await send(other);
  await seeToast(other, 'contact_sent');
});

test('a failure without words is told as specified', async ({ page, guard }) => {
  guard.allow(refused);
  await page.route('**/api/send-email', (route) => route.fulfill({ status: 500, body: 'no JSON at all' }));
  await page.goto('/ContactUs');
  await fillMessage(page);
  await send(page);
  await seeToast(page, 'contact_failed');
  await expect(messageField(page)).toHaveValue(hello);
});

test('whoever is signed in finds name and email filled in and can change them', async ({ page, enterAs }) => {
  const { name, email } = await enterAs('free');
  await page.goto('/ContactUs');
  await expect(page.getByLabel('Full Name')).toHaveValue(name);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Email').fill('');
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue(name);
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('a draft is its writer’s: it comes along when they sign in, and leaving forgets it', async ({
  page,
  product,
}) => {
  const person = newPerson();
  await openAccount(product.url, 'free', person);
  await page.goto('/ContactUs');
  await messageField(page).fill(hello);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await fillSignIn(page, person);
  await seeToast(page, 'signed_in');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(messageField(page)).toHaveValue(hello);
  await page.reload();
  await expect(messageField(page)).toHaveValue(hello);
  await page.getByRole('button', { name: 'Logout' }).click();
  await seeToast(page, 'signed_out');
  await page.goto('/ContactUs');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(messageField(page)).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(hello);
});

test('the keyboard alone writes a message, and then another', async ({ page }) => {
  await page.goto('/ContactUs');
  await page.getByLabel('Full Name').focus();
  for (const text of ['Ada', 'ada@example.com', '', hello]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused();
  await takeTime(page);
  await page.keyboard.press('Enter');
  await seeToast(page, 'contact_sent');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'development outbox' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(messageField(page)).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('a demo is booked from the landing page: refused first, then sent, with the focus back', async ({
  page,
}) => {
  const button = page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).first();
  await page.goto('/');
  await button.focus();
  await page.keyboard.press('Enter');
  const demo = dialog(page, 'Book a Demo');
  await expect(demo).toContainText('You get a calendar invitation, or another proposal, by e-mail.');
  await expect(demo).toContainText('Your time zone: UTC.');
  await expect(demo.getByLabel('Name')).toBeFocused();
  await demo.getByRole('button', { name: 'Send Request' }).click();
  await seeToast(page, 'demo_missing_fields');
  await demo.getByLabel('Name').fill('Ada <b>& Co</b>');
  await demo.getByLabel('Email').fill('ada at example');
  await demo.getByRole('button', { name: 'Send Request' }).click();
  await seeToast(page, 'email_invalid');
  await demo.getByLabel('Email').fill('ada@example.com');
  const proposed = await demo.getByLabel('Date').inputValue();
  await demo.getByLabel('Date').fill('2020-01-01');
  await demo.getByRole('button', { name: 'Send Request' }).click();
  await seeToast(page, 'demo_time_invalid', { params: { days: longestAheadDays } });
  await expect(demo.getByLabel('Date')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(demo.getByLabel('Name')).toHaveValue('Ada <b>& Co</b>');
  await demo.getByLabel('Date').fill(proposed);
  await demo.getByLabel('Note').fill('How do verdicts come about? 🎈');
  await takeTime(page);
  await demo.getByRole('button', { name: 'Send Request' }).click();
  await seeToast(page, 'demo_sent');
  await expect(demo.getByRole('heading', { name: 'Request sent!' })).toBeFocused();
  await expect(demo.getByRole('link', { name: 'development outbox' })).toHaveAttribute('href', '/outbox');
  await demo.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(demo).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(demo.getByLabel('Name')).toHaveValue('Ada <b>& Co</b>');
  await expect(demo.getByLabel('Note')).toHaveValue('');
  const mail = await findMail(page, 'How do verdicts come about? 🎈');
  await expect(mail).toContainText('Ada <b>& Co</b>');
});

test('a time that the clocks skip is refused at its field, in the time zone of the visitor', async ({
  openBrowser,
}) => {
  const context = await openBrowser(undefined, { timezoneId: 'America/New_York' });
  const page = await context.newPage();
  await page.clock.setFixedTime('2027-03-05T15:00:00Z');
  await page.goto('/');
  await page.getByRole('button', { name: 'Book a Demo' }).first().click();
  const demo = dialog(page, 'Book a Demo');
  await expect(demo).toContainText('Your time zone: America/New_York.');
  await expect(demo.getByLabel('Date')).toHaveValue('2027-03-08');
  await demo.getByLabel('Name').fill('Ada');
  await demo.getByLabel('Email').fill('ada@example.com');
  await demo.getByLabel('Date').fill('2027-03-14');
  await demo.getByLabel('Time').fill('02:30');
  await demo.getByRole('button', { name: 'Send Request' }).click();
  await expect(demo.getByRole('alert')).toContainText('The clocks skip this time on that day.');
  await expect(demo.getByLabel('Time')).toBeFocused();
});

test('the forms fit a touch screen of 320 pixels, where the controls are larger', async ({ openBrowser }) => {
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

test('while the mail server is down the truth is told; after many messages the limit is', async ({
  openBrowser,
  guard,
}) => {
  guard.allow(refused);
  const product = await startProduct(await mailServerAway());
  try {
    const page = await (await openBrowser(undefined, { baseURL: product.url })).newPage();
    await page.goto('/ContactUs');
    await fillMessage(page);
    await takeTime(page);
    await send(page);
    await seeToast(page, 'contact_kept');
    await expect(page.getByRole('heading', { name: 'Message kept' })).toBeVisible();
    await bookDemo(page);
    await seeToast(page, 'demo_kept');
    await expect(dialog(page, 'Book a Demo').getByRole('heading', { name: 'Request kept' })).toBeVisible();
    await sendMany(page);
    await page.goto('/ContactUs');
    await fillMessage(page);
    await takeTime(page);
    await send(page);
    const told = page.getByRole('alert').filter({ hasText: 'Too many messages' });
    await expect(told).toContainText(/Please wait \d+ seconds and send it again/);
    await expect(messageField(page)).toHaveValue(hello);
  } finally {
    await product.remove();
  }
});

async function bookDemo(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Book a Demo' }).first().click();
  const demo = dialog(page, 'Book a Demo');
  await demo.getByLabel('Name').fill('Ada');
  await demo.getByLabel('Email').fill('ada@example.com');
  await takeTime(page);
  await demo.getByRole('button', { name: 'Send Request' }).click();
}

/** Until the limit says no. */
async function sendMany(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: 'ada@example.com', message: 'Again' });
    let last = 0;
    for (let sent = 0; sent < 30 && last !== 429; sent += 1)
      last = (await fetch('/api/send-email', { method: 'POST', headers, body })).status;
    return last;
  });
  expect(status).toBe(429);
}
