import { expect, test } from '#e2e/harness/outreach.ts';
import { invoices } from '#e2e/harness/outreach-screen.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { seedCampaign } from '#e2e/harness/world/seed-outreach.ts';

test('a Hacker News account is proven by a code in its profile, in a window of its own, and unlinked', async ({
  page,
  product,
  places,
  founder,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/api\/hn\/links/);
  const { forum } = places;
  forum.addUser('mary');
  await seedCampaign(product, founder, invoices);
  await page.goto('/settings');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Link Hacker News Account' }).click();
  const there = await opening;
  await expect(there.getByRole('heading', { name: 'Link your Hacker News account' })).toBeVisible();
  expect(await there.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 600]);

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
  const account = page.getByRole('article', { name: `mary on ${host}` });
  await expect(account).toContainText('By hand');
  const closed = there.waitForEvent('close');
  // The window may be gone before the press is confirmed.
  await there
    .getByRole('button', { name: 'Close this window' })
    .click()
    .catch(() => closed);
  await closed;

  await page.bringToFront();
  await account.getByRole('button', { name: 'Unlink' }).click();
  await seeToast(page, 'account_unlinked');
  await expect(account).toHaveCount(0);
  // A code links once.
  await page.goto(address);
  await expect(page.getByText('This page is too old. Close it and press Link again.')).toBeVisible();
});
