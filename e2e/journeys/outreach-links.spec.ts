import type { Page } from '@playwright/test';
import { seeToast } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/outreach.ts';
import { invoices } from '#e2e/harness/outreach-screen.ts';
import { seedCampaign, seedConversation } from '#e2e/harness/world/seed-outreach.ts';

const button = (page: Page) => page.getByRole('button', { name: 'Link Hacker News Account' });

async function openWindow(page: Page): Promise<Page> {
  await page.goto('/settings');
  const opening = page.waitForEvent('popup');
  await button(page).click();
  const there = await opening;
  await expect(there.getByRole('heading', { name: 'Link your Hacker News account' })).toBeVisible();
  return there;
}

test('an account is proven by a code in its profile, in a window of its own, and unlinked at once', async ({
  page,
  product,
  places,
  founder,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/api\/hn\/links/);
  const { forum } = places;
  forum.addUser('mary', 'a-forum-password');
  await seedCampaign(product, founder, invoices);
  const there = await openWindow(page);
  expect(await there.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 600]);
  await there.getByRole('button', { name: 'Check' }).click();
  await expect(there.getByText(/^Your name on .* is missing\.$/)).toBeVisible();
  const { host } = new URL(forum.url);
  await there.getByLabel(`Type your name on ${host}`).fill('mary');
  await there.getByRole('button', { name: 'Check' }).click();
  await expect(there.getByText(/The profile of mary does not show verify-\w+ yet\./).first()).toBeVisible();
  const code = (await there.getByText(/^verify-[0-9a-f]{8}$/).textContent()) ?? '';
  const mary = forum.users.get('mary');
  if (mary) mary.about = `Makes things. ${code}`;
  await there.getByRole('button', { name: 'Check' }).click();
  await expect(there.getByRole('heading', { name: 'Account linked' })).toBeFocused();
  const address = there.url();
  const closed = there.waitForEvent('close');
  // The window may be gone before the press is confirmed.
  await there
    .getByRole('button', { name: 'Close this window' })
    .click()
    .catch(() => closed);
  await closed;

  const account = page.getByRole('article', { name: `mary on ${host}` });
  await page.bringToFront();
  await page.reload();
  await expect(account).toContainText('By hand');
  await account.getByRole('button', { name: 'Unlink' }).click();
  await seeToast(page, 'account_unlinked');
  await expect(account).toHaveCount(0);
  // A code links once.
  await page.goto(address);
  await expect(page.getByText('This page is too old. Close it and press Link again.')).toBeVisible();
});

test('a password is exchanged once for a session; a wrong one and a captcha are told apart', async ({
  page,
  product,
  places,
  founder,
  guard,
}) => {
  guard.allow(/^console: .* (400|409) .*\/api\/hn\/links/);
  const { forum } = places;
  forum.addUser('joan', 'the-forum-password');
  await seedCampaign(product, founder, invoices);
  const there = await openWindow(page);
  const { host } = new URL(forum.url);
  await there.getByLabel(`Type your name on ${host}`).fill('joan');
  const password = there.getByLabel(`Password on ${host}`);
  await password.fill('another-password');
  await there.getByRole('button', { name: 'Sign in once' }).click();
  await expect(there.getByText(`${host} does not accept these sign-in details.`).first()).toBeVisible();
  forum.loginFaults.add('captcha');
  await password.fill('the-forum-password');
  await there.getByRole('button', { name: 'Sign in once' }).click();
  await expect(there.getByText(/asks for a captcha now, which only you can solve\./).first()).toBeVisible();
  await there.getByRole('button', { name: 'Sign in once' }).click();
  await expect(there.getByRole('heading', { name: 'Account linked' })).toBeVisible();
  await there.close();
  await page.reload();
  await expect(page.getByRole('article', { name: `joan on ${host}` })).toContainText('Sends replies');
});

test('a window that can not be opened for says so, and somebody else’s page shows nothing', async ({
  page,
  product,
  founder,
  openBrowser,
  sharedAccount,
  guard,
}) => {
  guard.allow(/^console: .* (500|404) .*\/api\/hn\//);
  await seedCampaign(product, founder, invoices);
  const there = await openWindow(page);
  const address = there.url();
  await there.close();
  await page.route('**/api/hn/login', (route) => route.fulfill({ status: 500, json: {} }));
  await button(page).click();
  await seeToast(page, 'account_link_failed');
  await expect(page.getByText('Not opened.')).toBeVisible();
  const other = await (await openBrowser(await sharedAccount('developer'))).newPage();
  await other.goto(address);
  await expect(other.getByText('There is no such page for this account.')).toBeVisible();
});

test('a short link leads on in one step, also for bots, and an unknown one is a plain 404', async ({
  page,
  product,
  founder,
}) => {
  const campaignId = await seedCampaign(product, founder, invoices);
  const { code } = await seedConversation(product, founder, campaignId);
  const reply = await page.request.get(`${product.url}/go/${code}`, { maxRedirects: 0 });
  expect([reply.status(), reply.headers().location]).toEqual([302, invoices.url]);
  expect(reply.headers()['set-cookie']).toBeUndefined();
  const unknown = await page.request.get(`${product.url}/go/0000000000`, { maxRedirects: 0 });
  expect(unknown.status()).toBe(404);
});
