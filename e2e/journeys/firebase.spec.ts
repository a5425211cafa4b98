import type { Page, Request } from '@playwright/test';
import { decodeJwt } from 'jose';
import { dialog, fillSignIn, fillSignUp, signUp } from '#e2e/harness/founder.ts';
import { newPerson, type Person } from '#e2e/harness/person.ts';
import { startProduct } from '#e2e/harness/product.ts';
import { test as base, expect } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import {
  type FakeAccount,
  type IdentityToolkit,
  startIdentityToolkit,
} from '#fakes/identity-toolkit/identity-toolkit.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';

// The product with Firebase: the real SDK in a real browser, against a fake of Google's servers.

const test = base.extend<object, { toolkit: IdentityToolkit }>({
  toolkit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern
    async ({}, use) => {
      const toolkit = await startIdentityToolkit();
      await use(toolkit);
      await toolkit.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ toolkit }, use) => {
      const product = await startProduct(toolkit.env);
      await use(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const welcome = 'Welcome to Startup Spark';
const refusedByGoogle = /^console: .* 400 .*(identitytoolkit|securetoken)\.googleapis\.com/;
const isSync = (request: Request) => request.url().endsWith('/api/user/sync');

async function openDialog(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In', exact: true }).first().click();
  await expect(dialog(page, welcome)).toBeVisible();
}

/** A person with an account at Firebase. */
function knownPerson(toolkit: IdentityToolkit, given: Partial<FakeAccount> = {}): Person {
  const { name, email, password } = newPerson('Grace Founder');
  toolkit.accounts.add({ email, password, displayName: name, ...given });
  return { name, email, password };
}

async function signIn(page: Page, person: Person): Promise<void> {
  await openDialog(page);
  await fillSignIn(page, person);
  await seeToast(page, 'signed_in');
}

const greeting = (page: Page, { name }: Person) => page.getByText(`Welcome, ${name}!`);
const startButton = (page: Page) => page.getByRole('button', { name: 'Get started for Free' });

test('signing up brings id, e-mail and name to our own server, and the address is confirmed by a button, once', async ({
  page,
  guard,
  toolkit,
  openBrowser,
}) => {
  guard.allow(refusedByGoogle, /^console: .*net::ERR_.*googleapis\.com/);
  const person = newPerson();
  const synced = page.waitForRequest(isSync);
  await signUp(page, person);
  const account = () => toolkit.accounts.find(person.email);
  const { localId: id } = account() ?? {};
  const request = await synced;
  const { name, email } = person;
  expect(request.postDataJSON()).toEqual({ id, email, name });
  expect(await (await request.response())?.json()).toMatchObject({ id, email, name, plan: 'free' });
  expect(account()?.displayName).toBe(name);
  await expect(greeting(page, person)).toBeVisible();

  await page.goto('/settings');
  const waiting = page.getByText('Had a plan here before? It returns once your email is confirmed.');
  await expect(waiting).toBeVisible();
  await page.goto('/');
  const mail = toolkit.accounts.mailed.findLast((one) => one.email === email);
  expect(mail?.requestType).toBe('VERIFY_EMAIL');
  const link = `/?mode=verifyEmail&oobCode=${mail?.code}&apiKey=any&lang=en`;
  const confirm = () =>
    dialog(page, 'Confirm your email').getByRole('button', { name: 'Confirm my email' }).click();
  const elsewhere = await (await openBrowser()).newPage();
  await elsewhere.goto(link);
  await dialog(elsewhere, 'Confirm your email').getByRole('button', { name: 'Confirm my email' }).click();
  await expect(elsewhere.getByText(/^Sign in to its account first\./)).toBeVisible();
  expect(account()?.emailVerified).toBe(false);
  await page.goto(link);
  await expect(page).toHaveURL('/');
  await expect(greeting(page, person)).toBeVisible();
  expect(account()?.emailVerified).toBe(false);
  toolkit.setAway(true);
  await confirm();
  await seeToast(page, 'email_verify_failed');
  toolkit.setAway(false);
  const reread = page.waitForRequest(isSync);
  await confirm();
  await seeToast(page, 'email_verified');
  const token = (await (await reread).headerValue('authorization')) ?? '';
  expect(decodeJwt(token.replace('Bearer ', ''))).toMatchObject({ email_verified: true });
  await page.goto(link);
  await confirm();
  await seeToast(page, 'email_link_invalid');
});

test('signing in lasts over a reload and while Firebase is away, and ends in every tab with signing out', async ({
  page,
  context,
  guard,
  toolkit,
  openBrowser,
}) => {
  guard.allow(/^console: .*net::ERR_.*googleapis\.com/, /^console: .*sign-in failed: unexpected/);
  const person = knownPerson(toolkit);
  const other = await context.newPage();
  await other.goto('/');
  // In its last half minute a token is renewed before it is used.
  toolkit.tokens.lastFor = 30;
  toolkit.requests.length = 0;
  await signIn(page, person);
  expect(toolkit.requests).toContain('token');
  toolkit.tokens.lastFor = 3600;
  await expect(greeting(other, person)).toBeVisible();
  await page.reload();
  await expect(greeting(page, person)).toBeVisible();

  toolkit.setAway(true);
  await page.reload();
  await expect(greeting(page, person)).toBeVisible();
  const visitor = await (await openBrowser()).newPage();
  await openDialog(visitor);
  await fillSignIn(visitor, person);
  await seeToast(visitor, 'auth/unexpected');
  toolkit.setAway(false);
  await fillSignIn(visitor, person);
  await seeToast(visitor, 'signed_in');

  // Requests still running at the sign-out would be refused.
  for (const tab of [page, other]) await expect(tab.getByText('What is your idea?')).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await seeToast(other, 'signed_out');
  await expect(startButton(page)).toBeVisible();
  await page.reload();
  await expect(startButton(page)).toBeVisible();
});

test('name, email and password change under Settings, each at Firebase', async ({ page, guard, toolkit }) => {
  guard.allow(refusedByGoogle);
  const person = knownPerson(toolkit);
  await signIn(page, person);
  await page.goto('/settings');
  await expect(
    page.getByText('Change your password to sign out your other devices within an hour.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel('Full name').fill('Grace Hopper');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Welcome, Grace Hopper!')).toBeVisible();
  expect(toolkit.accounts.find(person.email)?.displayName).toBe('Grace Hopper');

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('not-my-password');
  await page.getByLabel('New password').fill('a-brand-new-word');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('That is not your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await seeToast(page, 'password_changed');
  expect(toolkit.accounts.find(person.email)?.password).toBe('a-brand-new-word');

  const next = `new-${person.email}`;
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(next);
  await page.getByLabel('Current password').fill('a-brand-new-word');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`Open the link we sent to ${next}. Your email changes then.`)).toBeVisible();
  const mail = toolkit.accounts.mailed.findLast(({ newEmail }) => newEmail === next);
  await page.goto(`/?mode=verifyAndChangeEmail&oobCode=${mail?.code}&apiKey=any&lang=en`);
  await dialog(page, 'Confirm your email').getByRole('button', { name: 'Confirm my email' }).click();
  await seeToast(page, 'email_verified');
  expect(toolkit.accounts.find(next)?.emailVerified).toBe(true);
});

test('a user who is disabled meanwhile is signed out', async ({ page, guard, toolkit }) => {
  guard.allow(refusedByGoogle);
  const person = knownPerson(toolkit);
  await signIn(page, person);
  await expect(page.getByText('What is your idea?')).toBeVisible();
  toolkit.accounts.change(person.email, { disabled: true });
  await page.reload();
  await expect(startButton(page)).toBeVisible();
});

type Attempt = [message: string, code: MessageCode];
const weak = 'WEAK_PASSWORD : Password should be at least 6 characters';
const tooMany = 'TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts. Please try again later.';

// Neighbours differ, so that each toast is a new one.
const refusals: {
  tab: string;
  method: 'signInWithPassword' | 'signUp';
  title: string;
  /** Code of the unexpected one, for the console. */
  reason: string;
  attempts: Attempt[];
}[] = [
  {
    tab: 'Sign In',
    method: 'signInWithPassword',
    title: 'Login Failed',
    reason: 'auth/operation-not-allowed',
    attempts: [
      ['INVALID_LOGIN_CREDENTIALS', 'auth/invalid-credential'],
      ['USER_DISABLED', 'auth/user-disabled'],
      ['EMAIL_NOT_FOUND', 'auth/invalid-credential'],
      [tooMany, 'auth/too-many-requests'],
      ['INVALID_PASSWORD', 'auth/invalid-credential'],
      ['OPERATION_NOT_ALLOWED', 'auth/unexpected'],
      ['INVALID_EMAIL', 'auth/invalid-credential'],
    ],
  },
  {
    tab: 'Sign Up',
    method: 'signUp',
    title: 'Signup Failed',
    reason: 'auth/admin-restricted-operation',
    attempts: [
      ['EMAIL_EXISTS', 'auth/email-already-in-use'],
      [weak, 'auth/weak-password'],
      [tooMany, 'auth/too-many-requests'],
      ['INVALID_EMAIL', 'auth/invalid-credential'],
      ['USER_DISABLED', 'auth/user-disabled'],
      ['ADMIN_ONLY_OPERATION', 'auth/unexpected'],
    ],
  },
];

for (const { tab, method, title, reason, attempts } of refusals) {
  test(`what Firebase refuses on the tab ${tab} is told in our words`, async ({ page, guard, toolkit }) => {
    guard.allow(refusedByGoogle, /^console: .*sign-in failed: unexpected/);
    const written: string[] = [];
    page.on('console', (entry) => written.push(entry.text()));
    await openDialog(page);
    const person = newPerson();
    for (const [message, code] of attempts) {
      toolkit.refuseNext(method, message);
      await (tab === 'Sign In' ? fillSignIn(page, person) : fillSignUp(page, person));
      await seeToast(page, code, { title });
      await expect(dialog(page, welcome).getByLabel('Email')).toHaveValue(person.email);
    }
    expect(written.filter((text) => text.includes(reason))).toHaveLength(1);
  });
}

test('an error without a code is unknown', async ({ page, guard }) => {
  guard.allow(/^console: .*ERR_FAILED .*\/assets\/firebase-/);
  await page.route('**/assets/firebase-*.js', (route) => route.abort());
  await openDialog(page);
  await fillSignIn(page, newPerson());
  await seeToast(page, 'auth/unknown', { title: 'Login Failed' });
  await fillSignUp(page, newPerson());
  await seeToast(page, 'auth/unknown', { title: 'Signup Failed' });
});

test('a forgotten password is replaced through the link in the mail, once', async ({
  page,
  guard,
  toolkit,
}) => {
  guard.allow(refusedByGoogle);
  const person = knownPerson(toolkit);
  await openDialog(page);
  await expect(dialog(page, welcome).getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await dialog(page, welcome).getByRole('button', { name: 'Forgot your password?' }).click();
  const forgotten = dialog(page, 'Reset your password');
  await forgotten.getByLabel('Email').fill(person.email);
  await forgotten.getByRole('button', { name: 'Send link' }).click();
  await seeToast(page, 'reset_mail_sent');
  // Firebase sends it, whatever mail is set up here.
  await expect(page.getByText('development outbox')).toHaveCount(0);
  const code = toolkit.accounts.mailed.findLast(({ email }) => email === person.email)?.code;
  const link = `/?mode=resetPassword&oobCode=${code}&apiKey=any&lang=en`;
  await page.goto(link);
  const renewed = dialog(page, 'Set a new password');
  await expect(renewed.getByText('Other devices are logged out within an hour.')).toBeVisible();
  await renewed.getByLabel('New password').fill('a-brand-new-word');
  await expect(page).toHaveURL('/');
  await renewed.getByRole('button', { name: 'Save password' }).click();
  await seeToast(page, 'reset_done');
  await fillSignIn(page, { ...person, password: 'a-brand-new-word' });
  await seeToast(page, 'signed_in');
  // Requests that are under way at a sign-out are refused.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.goto(link);
  await renewed.getByLabel('New password').fill('another-new-word');
  await renewed.getByRole('button', { name: 'Save password' }).click();
  await seeToast(page, 'reset_link_invalid');
});

test('a forgotten password of an unknown address is answered like any other', async ({
  page,
  guard,
  toolkit,
}) => {
  guard.allow(refusedByGoogle);
  toolkit.refuseNext('sendOobCode', 'EMAIL_NOT_FOUND');
  await openDialog(page);
  await dialog(page, welcome).getByRole('button', { name: 'Forgot your password?' }).click();
  const forgotten = dialog(page, 'Reset your password');
  await forgotten.getByLabel('Email').fill(newPerson().email);
  await forgotten.getByRole('button', { name: 'Send link' }).click();
  await seeToast(page, 'reset_mail_sent');
});
