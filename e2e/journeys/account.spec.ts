import type { Page } from '@playwright/test';
import { enter, openAccount } from '#e2e/harness/api.ts';
import { dialog, fillSignIn, fillSignUp, signUp } from '#e2e/harness/founder.ts';
import { awaitMail, linkIn } from '#e2e/harness/mail.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { asksWithoutToken } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';
import { totp } from '#server/testing/totp.ts';
import { undoDays } from '#shared/contracts/personal-data.ts';

const welcome = 'Welcome to Startup Spark';
const refusedAttempt = /^console: .* (400|401|403|409|422|429|500|503) .*\/api\/auth\//;

async function openDialog(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In', exact: true }).first().click();
  await expect(dialog(page, welcome)).toBeVisible();
}

test('signing up, out and in again says so each time', async ({ page, guard }) => {
  guard.allow(refusedAttempt);
  const person = newPerson();
  await signUp(page, person);
  await expect(page.getByText(`Welcome, ${person.name}!`)).toBeVisible();
  await expect(page.getByText('What is your idea?')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
  await seeToast(page, 'signed_out');
  await page.getByRole('button', { name: 'Sign In', exact: true }).first().click();
  await fillSignIn(page, { ...person, password: 'not-my-password' });
  await seeToast(page, 'auth/invalid-credential');
  await expect(dialog(page, welcome).getByLabel('Email')).toHaveValue(person.email);
  await fillSignIn(page, person);
  await seeToast(page, 'signed_in');
  await expect(page.getByText('What is your idea?')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Get started for Free' }).click();
  await fillSignUp(page, person);
  await seeToast(page, 'auth/email-already-in-use');
});

test('a forgotten password is replaced through the link in the outbox', async ({ page, product }) => {
  const person = await openAccount(product.url);
  await openDialog(page);
  await dialog(page, welcome).getByRole('button', { name: 'Forgot your password?' }).click();
  const forgotten = dialog(page, 'Reset your password');
  await forgotten.getByLabel('Email').fill(person.email);
  await forgotten.getByRole('button', { name: 'Send link' }).click();
  await seeToast(page, 'reset_mail_sent');
  const mail = page.getByRole('article').filter({ hasText: person.email });
  await expect(async () => {
    await page.goto('/outbox');
    await expect(mail).toHaveCount(1, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await mail.getByRole('link').click();
  const renewed = dialog(page, 'Set a new password');
  await renewed.getByLabel('New password').fill('a-brand-new-word');
  await renewed.getByRole('button', { name: 'Save password' }).click();
  await seeToast(page, 'reset_done');
  expect(page.url()).not.toContain('resetToken');
  await fillSignIn(page, { email: person.email, password: 'a-brand-new-word' });
  await seeToast(page, 'signed_in');
});

test('an address that somebody else registered becomes its owner’s alone', async ({
  page,
  context,
  product,
  openBrowser,
  guard,
}) => {
  guard.allow(/^console: .* 401 .*\/api\//);
  const account = await openAccount(product.url);
  await enter(context, product.url, account);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Send the confirmation link' }).click();
  const link = linkIn(await awaitMail(product.url, { to: account.email, subject: /^Confirm your email/ }));

  const owner = await (await openBrowser()).newPage();
  await owner.goto(link);
  const confirm = dialog(owner, 'Confirm your email');
  await confirm.getByRole('button', { name: 'Confirm my email' }).click();
  await confirm.getByRole('button', { name: 'Set a new password' }).click();
  const renewed = dialog(owner, 'Set a new password');
  await renewed.getByLabel('New password').fill('the-owner-chose-this');
  await renewed.getByRole('button', { name: 'Save password' }).click();
  await seeToast(owner, 'reset_done');
  await fillSignIn(owner, { email: account.email, password: 'the-owner-chose-this' });
  await seeToast(owner, 'signed_in');
  await owner.goto('/settings');
  await expect(owner.getByText('Confirmed', { exact: true })).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true }).first()).toBeVisible();
});

test('a second step is turned on and asked for, by the app and by a backup code', async ({
  page,
  context,
  product,
  openBrowser,
  guard,
}) => {
  guard.allow(refusedAttempt);
  const account = await openAccount(product.url);
  await enter(context, product.url, account);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Set up second step' }).click();
  await page.getByLabel('Current password').fill(account.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const uri =
    (await page.getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')) ?? '';
  await page.getByLabel('Code').fill(totp(uri));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await seeToast(page, 'second_factor_on');
  const backupCode =
    (await page
      .getByText(/^\w{5}-\w{5}$/)
      .first()
      .textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('This device')).toBeVisible();

  for (const code of [() => totp(uri), () => backupCode]) {
    const there = await (await openBrowser()).newPage();
    await openDialog(there);
    await fillSignIn(there, account);
    const dialogThere = dialog(there, 'Enter your code');
    await dialogThere.getByLabel('Code').fill('000-000');
    await dialogThere.getByRole('button', { name: 'Sign In' }).click();
    await expect(dialogThere.getByText('That code is not right.')).toBeVisible();
    await dialogThere.getByLabel('Code').fill(code());
    await dialogThere.getByRole('button', { name: 'Sign In' }).click();
    await seeToast(there, 'signed_in');
  }
});

test('a visitor of a closed survey signs in on the landing page and returns to the survey', async ({
  page,
  product,
  sharedAccount,
  guard,
}) => {
  guard.allow(asksWithoutToken);
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'));
  const visitor = await openAccount(product.url);
  await page.goto(path);
  await expect(page).toHaveURL(new RegExp(`^${product.url}/\\?`));
  await fillSignIn(page, visitor);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('button', { name: 'Submit Feedback' })).toBeVisible();
});

test('two tabs agree about who is signed in', async ({ page, context, product }) => {
  const person = await openAccount(product.url);
  const other = await context.newPage();
  await other.goto('/');
  await openDialog(page);
  await fillSignIn(page, person);
  await expect(other.getByText(`Welcome, ${person.name}!`)).toBeVisible();
  // Requests still running at the sign-out would be refused.
  for (const tab of [page, other]) await expect(tab.getByText('What is your idea?')).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Get started for Free' })).toBeVisible();
});

test('an account changes its name, signs another device out, is exported, deleted and kept', async ({
  page,
  openBrowser,
  product,
  guard,
}) => {
  guard.allow(refusedAttempt);
  const person = await openAccount(product.url);
  const elsewhere = await (await openBrowser()).newPage();
  await openDialog(elsewhere);
  await fillSignIn(elsewhere, person);
  await seeToast(elsewhere, 'signed_in');
  await openDialog(page);
  await fillSignIn(page, person);
  await seeToast(page, 'signed_in');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Full name').fill('Grace Hopper');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Welcome, Grace Hopper!')).toBeVisible();

  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: 'End all others' }).click();
  await seeToast(page, 'devices_ended');
  await elsewhere.reload();
  await expect(elsewhere.getByRole('button', { name: 'Sign In', exact: true }).first()).toBeVisible();
  await elsewhere.close();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('startup-spark.zip');

  await page.getByRole('button', { name: 'Delete…' }).click();
  const question = dialog(page, 'Delete your account?');
  await question.getByRole('button', { name: 'Delete account' }).click();
  const day = await page.evaluate(
    (at) => new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'long' }),
    Date.now() + undoDays * 86_400_000,
  );
  await seeToast(page, 'account_deleting', { params: { day }, action: 'Sign in' });
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('button', { name: 'Sign in' })
    .click();
  await fillSignIn(page, person);
  await dialog(page, 'Keep your account?').getByRole('button', { name: 'Keep my account' }).click();
  await seeToast(page, 'account_kept');
  await page.reload();
  await expect(page.getByText('Welcome, Grace Hopper!')).toBeVisible();
  await expect(dialog(page, 'Keep your account?')).toHaveCount(0);
});
