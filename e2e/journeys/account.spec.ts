import type { Page } from '@playwright/test';
import { openAccount } from '#e2e/harness/api.ts';
import { dialog, fillSignIn, fillSignUp, seeToast, signUp } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { asksWithoutToken } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';

const welcome = 'Welcome to Startup Spark';
const refusedAttempt = /^console: .* (400|401|403|409|422|429|500|503) .*\/api\/auth\//;

async function openDialog(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In', exact: true }).first().click();
  await expect(dialog(page, welcome)).toBeVisible();
}

test('the dialog has the specified words on both tabs, and Cancel closes it', async ({ page }) => {
  await openDialog(page);
  const form = dialog(page, welcome);
  await expect(form.getByText('Sign in to submit support requests and track your issues')).toBeVisible();
  await expect(form.getByRole('tab')).toHaveText(['Sign In', 'Sign Up']);
  await expect(form.getByLabel('Full Name')).toHaveCount(0);
  await form.getByRole('tab', { name: 'Sign Up' }).click();
  for (const label of ['Full Name', 'Email']) await expect(form.getByLabel(label)).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
});

test('what is missing is said in the field, the first wrong field has the focus', async ({ page }) => {
  await openDialog(page);
  const form = dialog(page, welcome);
  await form.getByRole('tab', { name: 'Sign Up' }).click();
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(form.getByRole('alert')).toHaveCount(3);
  await expect(form.getByLabel('Full Name')).toBeFocused();
  await form.getByLabel('Full Name').fill('Ada');
  await form.getByLabel('Email').fill('not-an-address');
  await form.getByLabel('Password', { exact: true }).fill('12345');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(form.getByLabel('Email')).toBeFocused();
  await expect(form.getByText('Password is too weak. It should be at least 6 characters.')).toBeVisible();
  await expect(form.getByLabel('Full Name')).toHaveValue('Ada');
});

test('signing up, out and in again says so each time', async ({ page, guard }) => {
  guard.allow(refusedAttempt);
  const person = newPerson();
  await signUp(page, person);
  await expect(page.getByText(`Welcome, ${person.name}!`)).toBeVisible();
  await expect(page.getByText('No sessions, verdicts or requests yet')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await seeToast(page, 'signed_out');
  await page.getByRole('button', { name: 'Sign In', exact: true }).first().click();
  await fillSignIn(page, { ...person, password: 'not-my-password' });
  await seeToast(page, 'auth/invalid-credential');
  await expect(dialog(page, welcome).getByLabel('Email')).toHaveValue(person.email);
  await fillSignIn(page, person);
  await seeToast(page, 'signed_in');
  await expect(page.getByText('No sessions, verdicts or requests yet')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Get started for Free' }).click();
  await fillSignUp(page, person);
  await seeToast(page, 'auth/email-already-in-use');
});

test('an account is closed for a while after many wrong passwords', async ({
  page,
  guard,
  sharedAccount,
}) => {
  guard.allow(refusedAttempt);
  const { email } = await sharedAccount('free');
  await openDialog(page);
  await fillSignIn(page, { email: `nobody-${email}`, password: 'wrong-password' });
  await seeToast(page, 'auth/invalid-credential');
  await page.evaluate(async (address) => {
    const body = JSON.stringify({ email: address, password: 'wrong-password' });
    const headers = { 'Content-Type': 'application/json' };
    for (let attempt = 0; attempt < 10; attempt += 1)
      await fetch('/api/auth/sign-in/email', { method: 'POST', headers, body });
  }, `nobody-${email}`);
  await fillSignIn(page, { email: `nobody-${email}`, password: 'wrong-password' });
  await seeToast(page, 'auth/too-many-requests');
});

/** What the identity provider can also answer, and what the person is told. */
const refusals = [
  { tab: 'Sign In', status: 403, reply: '{"code":"BANNED_USER"}', code: 'auth/user-disabled' },
  { tab: 'Sign Up', status: 400, reply: '{"code":"PASSWORD_TOO_SHORT"}', code: 'auth/weak-password' },
  { tab: 'Sign In', status: 500, reply: '{"code":"SOMETHING_ELSE"}', code: 'auth/unexpected' },
  { tab: 'Sign In', status: 503, reply: 'no JSON at all', code: 'auth/unknown' },
] as const;

for (const { tab, status, reply, code } of refusals) {
  test(`a provider's answer ${status} ${reply} is told as ${code}`, async ({ page, guard }) => {
    guard.allow(refusedAttempt, /^console: .*sign-in failed: unexpected/);
    await page.route('**/api/auth/sign-*/email', (route) => route.fulfill({ status, body: reply }));
    await openDialog(page);
    const person = newPerson();
    if (tab === 'Sign In') await fillSignIn(page, person);
    else await fillSignUp(page, person);
    await seeToast(page, code);
    await expect(dialog(page, welcome).getByLabel('Email')).toHaveValue(person.email);
  });
}

test('when our own server does not know the person, they are signed out and told', async ({
  page,
  guard,
}) => {
  guard.allow(/^console: .* 500 .*\/api\/user\/sync/);
  await page.route('**/api/user/sync', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started for Free' }).click();
  await fillSignUp(page, newPerson());
  await seeToast(page, 'sync_failed');
  await page.unroute('**/api/user/sync');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true }).first()).toBeVisible();
});

test('the buttons say that they are busy', async ({ page }) => {
  await page.route('**/api/auth/sign-*/email', () => {});
  await openDialog(page);
  const form = dialog(page, welcome);
  await fillSignIn(page, newPerson());
  await expect(form.getByRole('button', { name: 'Signing In...' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Get started for Free' }).click();
  await fillSignUp(page, newPerson());
  await expect(form.getByRole('button', { name: 'Creating Account...' })).toBeVisible();
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

test('an address that would lead to a foreign site after signing in is not followed', async ({
  page,
  product,
}) => {
  const person = await openAccount(product.url);
  await page.goto('/?signIn=1&next=https://evil.example/survey/x');
  await fillSignIn(page, person);
  await seeToast(page, 'signed_in');
  await expect(page).toHaveURL('/');
});

test('two tabs agree about who is signed in', async ({ page, context, product }) => {
  const person = await openAccount(product.url);
  const other = await context.newPage();
  await other.goto('/');
  await openDialog(page);
  await fillSignIn(page, person);
  await expect(other.getByText(`Welcome, ${person.name}!`)).toBeVisible();
  // What is still being asked for when somebody leaves is refused, which is not what this is about.
  for (const tab of [page, other])
    await expect(tab.getByText('No sessions, verdicts or requests yet')).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Get started for Free' })).toBeVisible();
});
