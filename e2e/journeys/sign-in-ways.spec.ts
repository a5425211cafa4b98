import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { enter, openAccount } from '#e2e/harness/api.ts';
import { dialog, fillSignIn } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { codeOf, type ProviderPerson } from '#fakes/sign-in/sign-in.ts';
import { totp } from '#server/testing/totp.ts';
import { offline } from '#shared/messages/failures.ts';

const preload = fileURLToPath(new URL('../../fakes/sign-in/preload.ts', import.meta.url));
test.use({
  environment: {
    GITHUB_CLIENT_ID: 'github-client',
    GITHUB_CLIENT_SECRET: 'github-secret-of-tests',
    NODE_OPTIONS: `--import=${preload}`,
  },
});

const welcome = 'Welcome to Startup Spark';
const refusedAttempt = /^console: .* (400|401|403) .*\/api\//;
const atGitHub = /^foreign request: https:\/\/github\.com\/login\/oauth\/authorize\?/;

async function openDialog(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In', exact: true }).first().click();
  await expect(dialog(page, welcome)).toBeVisible();
}

/** GitHub's page, where the person agrees or not at once. */
async function standInForGitHub(page: Page, answer: () => Record<string, string>): Promise<void> {
  await page.route('https://github.com/login/oauth/authorize**', async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.search = `${new URLSearchParams({ ...answer(), state: asked.get('state') ?? '' })}`;
    await route.fulfill({ status: 302, headers: { location: back.href } });
  });
}

/** A device that checks its owner by itself. */
async function addDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('a passkey is added, signs in without a password, and is removed', async ({
  page,
  context,
  product,
  guard,
}) => {
  guard.allow(refusedAttempt);
  const account = await openAccount(product.url);
  await enter(context, product.url, account);
  const setUserVerified = await addDevice(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Current password').fill(account.password);
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Current password').fill(account.password);
  await page.getByLabel('Name', { exact: true }).fill('Again');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('This device has a passkey of your account already.')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await seeToast(page, 'signed_out');
  await openDialog(page);
  await setUserVerified(false);
  await dialog(page, welcome).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Your device gave no passkey.')).toBeVisible();
  await setUserVerified(true);
  await dialog(page, welcome).getByRole('button', { name: 'Use a passkey' }).click();
  await seeToast(page, 'signed_in');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await expect(page.getByText('None', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await seeToast(page, 'signed_out');
  await openDialog(page);
  await dialog(page, welcome).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No account here has that passkey.')).toBeVisible();
});

test('a passkey says so when its part could not be fetched', async ({ page, guard }) => {
  guard.allow(/Failed to load resource.*passkey-sign-in/);
  await openDialog(page);
  await page.route('**/assets/passkey-sign-in-*', (route) => route.abort());
  await dialog(page, welcome).getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog(page, welcome).getByText(offline.text)).toBeVisible();
  await expect(dialog(page, welcome).getByRole('button', { name: 'Use a passkey' })).toBeEnabled();
});

test('a passkey stands in for the code of a second step', async ({ page, context, product, guard }) => {
  guard.allow(refusedAttempt);
  const account = await openAccount(product.url);
  await enter(context, product.url, account);
  await addDevice(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Current password').fill(account.password);
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up second step' }).click();
  await page.getByLabel('Current password').fill(account.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const app = page.getByRole('link', { name: 'Open the app on this device' });
  await page.getByLabel('Code').fill(totp((await app.getAttribute('href')) ?? ''));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await seeToast(page, 'second_factor_on');
  await page.getByRole('button', { name: 'Logout' }).click();
  await openDialog(page);
  await fillSignIn(page, account);
  await dialog(page, 'Enter your code').getByRole('button', { name: 'Use a passkey' }).click();
  await seeToast(page, 'signed_in');
});

test('GitHub signs somebody up, and in again, and its refusal is said', async ({ page, guard }) => {
  guard.allow(atGitHub);
  const { name, email } = newPerson();
  const person: ProviderPerson = { id: String(Date.now()), name, email, verified: true };
  let answer: Record<string, string> = { error: 'access_denied' };
  await standInForGitHub(page, () => answer);
  await openDialog(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByText('You were not signed in there.')).toBeVisible();
  answer = { code: codeOf({ ...person, verified: false }) };
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByText('That account has no confirmed email.')).toBeVisible();
  answer = { code: codeOf(person) };
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByText(`Welcome, ${name}!`)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.goto('/settings');
  await expect(page.getByText('None yet')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
  await openDialog(page);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByText(`Welcome, ${name}!`)).toBeVisible();
});

test('GitHub takes an address back from a stranger, and a second step is asked for after it', async ({
  page,
  context,
  product,
  openBrowser,
  guard,
}) => {
  guard.allow(atGitHub, refusedAttempt);
  const account = await openAccount(product.url);
  await enter(context, product.url, account);
  const owner = await (await openBrowser()).newPage();
  const code = codeOf({ id: String(Date.now()), name: account.name, email: account.email, verified: true });
  await standInForGitHub(owner, () => ({ code }));
  await openDialog(owner);
  await owner.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(owner.getByText(`Welcome, ${account.name}!`)).toBeVisible();
  await openDialog(page);
  await fillSignIn(page, account);
  await seeToast(page, 'auth/invalid-credential');

  await owner.goto('/settings');
  await owner.getByRole('button', { name: 'Set up second step' }).click();
  await owner.getByRole('button', { name: 'Continue' }).click();
  const app = owner.getByRole('link', { name: 'Open the app on this device' });
  const uri = (await app.getAttribute('href')) ?? '';
  await owner.getByLabel('Code').fill(totp(uri));
  await owner.getByRole('button', { name: 'Turn on' }).click();
  await seeToast(owner, 'second_factor_on');
  await owner.getByRole('button', { name: 'Logout' }).click();
  await openDialog(owner);
  await owner.getByRole('button', { name: 'Continue with GitHub' }).click();
  const step = dialog(owner, 'Enter your code');
  await step.getByLabel('Code').fill(totp(uri));
  await step.getByRole('button', { name: 'Sign In' }).click();
  await seeToast(owner, 'signed_in');
});
