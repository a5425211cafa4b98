import type { Page, Request } from '@playwright/test';
import { decodeJwt } from 'jose';
import { openAccount } from '#e2e/harness/api.ts';
import { dialog, fillSignIn, fillSignUp, seeToast, signUp } from '#e2e/harness/founder.ts';
import { newPerson, type Person } from '#e2e/harness/person.ts';
import { startProduct } from '#e2e/harness/product.ts';
import { test as base, expect } from '#e2e/harness/test.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';
import type { FakeAccount } from '#fakes/identity-toolkit/accounts.ts';
import type { Method } from '#fakes/identity-toolkit/answers.ts';
import { type IdentityToolkit, startIdentityToolkit } from '#fakes/identity-toolkit/identity-toolkit.ts';
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

/** Somebody who has an account at Firebase already. */
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

test('signing up brings id, e-mail and name to our own server', async ({ page, toolkit }) => {
  const person = newPerson();
  const synced = page.waitForRequest(isSync);
  await signUp(page, person);
  const account = toolkit.accounts.find(person.email);
  const request = await synced;
  expect(request.postDataJSON()).toEqual({ id: account?.localId, email: person.email, name: person.name });
  expect(await (await request.response())?.json()).toMatchObject({
    id: account?.localId,
    email: person.email,
    name: person.name,
    plan: 'free',
  });
  expect(account?.displayName).toBe(person.name);
  await expect(greeting(page, person)).toBeVisible();
  expect(toolkit.accounts.mailed.at(-1)).toMatchObject({ email: person.email, requestType: 'VERIFY_EMAIL' });
});

test('signing in lasts over a reload, and ends in every tab with signing out', async ({
  page,
  context,
  toolkit,
}) => {
  const person = knownPerson(toolkit);
  const other = await context.newPage();
  await other.goto('/');
  await signIn(page, person);
  await expect(greeting(other, person)).toBeVisible();
  await page.reload();
  await expect(greeting(page, person)).toBeVisible();
  // What is still being asked for when somebody leaves is refused, which is not what this is about.
  for (const tab of [page, other])
    await expect(tab.getByText('No sessions, verdicts or requests yet')).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await seeToast(other, 'signed_out');
  await expect(startButton(page)).toBeVisible();
  await page.reload();
  await expect(startButton(page)).toBeVisible();
});

test('a token in its last half minute is renewed before it is used', async ({ page, toolkit }) => {
  const person = knownPerson(toolkit);
  toolkit.tokens.lastFor = 30;
  toolkit.asked.length = 0;
  await signIn(page, person);
  expect(toolkit.asked).toContain('token');
  await expect(greeting(page, person)).toBeVisible();
  toolkit.tokens.lastFor = 3600;
});

type Attempt = [message: string, code: MessageCode];
const weak = 'WEAK_PASSWORD : Password should be at least 6 characters';
const tooMany = 'TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts. Please try again later.';

// Neighbours differ, so that each toast is a new one.
const refusals: {
  tab: string;
  method: Method;
  title: string;
  /** What the console has to say of the one without words of ours. */
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

test('a wrong password, an unknown person and a taken e-mail are told as they are', async ({
  page,
  guard,
  toolkit,
}) => {
  guard.allow(refusedByGoogle);
  const person = knownPerson(toolkit);
  await openDialog(page);
  await fillSignIn(page, { ...person, password: 'not-my-password' });
  await seeToast(page, 'auth/invalid-credential');
  await fillSignUp(page, person);
  await seeToast(page, 'auth/email-already-in-use');
  await dialog(page, welcome).getByRole('tab', { name: 'Sign In' }).click();
  await fillSignIn(page, newPerson());
  await seeToast(page, 'auth/invalid-credential');
  toolkit.accounts.change(person.email, { disabled: true });
  await fillSignIn(page, person);
  await seeToast(page, 'auth/user-disabled');
});

test('an error without a code is told as unknown', async ({ page, guard }) => {
  guard.allow(/^console: .*ERR_FAILED .*\/assets\/firebase-/);
  await page.route('**/assets/firebase-*.js', (route) => route.abort());
  await openDialog(page);
  await fillSignIn(page, newPerson());
  await seeToast(page, 'auth/unknown', { title: 'Login Failed' });
  await fillSignUp(page, newPerson());
  await seeToast(page, 'auth/unknown', { title: 'Signup Failed' });
});

test('when our own server does not know the person, they are signed out and told', async ({
  page,
  guard,
  toolkit,
}) => {
  guard.allow(/^console: .* 500 .*\/api\/user\/sync/);
  const person = knownPerson(toolkit);
  await page.route('**/api/user/sync', (route) => route.fulfill({ status: 500, body: '{}' }));
  await openDialog(page);
  await fillSignIn(page, person);
  await seeToast(page, 'sync_failed');
  await page.unroute('**/api/user/sync');
  await page.reload();
  await expect(startButton(page)).toBeVisible();
});

test('while Firebase is away the site works, and whoever is signed in stays', async ({
  page,
  guard,
  toolkit,
  openBrowser,
}) => {
  guard.allow(/^console: .*net::ERR_.*googleapis\.com/, /^console: .*sign-in failed: unexpected/);
  const person = knownPerson(toolkit);
  await signIn(page, person);
  toolkit.setAway(true);
  await page.reload();
  await expect(greeting(page, person)).toBeVisible();
  await expect(page.getByText('No sessions, verdicts or requests yet')).toBeVisible();
  const visitor = await (await openBrowser()).newPage();
  await openDialog(visitor);
  await fillSignIn(visitor, person);
  await seeToast(visitor, 'auth/unexpected');
  toolkit.setAway(false);
  await fillSignIn(visitor, person);
  await seeToast(visitor, 'signed_in');
});

test('somebody who was disabled meanwhile is not signed in any more', async ({ page, guard, toolkit }) => {
  guard.allow(refusedByGoogle);
  const person = knownPerson(toolkit);
  await signIn(page, person);
  await expect(page.getByText('No sessions, verdicts or requests yet')).toBeVisible();
  toolkit.accounts.change(person.email, { disabled: true });
  await page.reload();
  await expect(startButton(page)).toBeVisible();
});

test('a forgotten password is replaced through the link in the mail, once', async ({
  page,
  guard,
  toolkit,
}) => {
  guard.allow(refusedByGoogle);
  const person = knownPerson(toolkit);
  await openDialog(page);
  await dialog(page, welcome).getByRole('button', { name: 'Forgot your password?' }).click();
  const forgotten = dialog(page, 'Reset your password');
  await forgotten.getByLabel('Email').fill(person.email);
  await forgotten.getByRole('button', { name: 'Send link' }).click();
  await seeToast(page, 'reset_mail_sent');
  const code = toolkit.accounts.mailed.findLast(({ email }) => email === person.email)?.code;
  const link = `/?mode=resetPassword&oobCode=${code}&apiKey=any&lang=en`;
  await page.goto(link);
  const renewed = dialog(page, 'Set a new password');
  await renewed.getByLabel('New password').fill('a-brand-new-word');
  await expect(page).toHaveURL('/');
  await renewed.getByRole('button', { name: 'Save password' }).click();
  await seeToast(page, 'reset_done');
  await fillSignIn(page, { ...person, password: 'a-brand-new-word' });
  await seeToast(page, 'signed_in');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.goto(link);
  await renewed.getByLabel('New password').fill('another-new-word');
  await renewed.getByRole('button', { name: 'Save password' }).click();
  await seeToast(page, 'reset_link_invalid');
});

test('a forgotten password of nobody is answered like any other', async ({ page, guard, toolkit }) => {
  guard.allow(refusedByGoogle);
  toolkit.accounts.tellsWho = true;
  await openDialog(page);
  await dialog(page, welcome).getByRole('button', { name: 'Forgot your password?' }).click();
  const forgotten = dialog(page, 'Reset your password');
  await forgotten.getByLabel('Email').fill(newPerson().email);
  await forgotten.getByRole('button', { name: 'Send link' }).click();
  await seeToast(page, 'reset_mail_sent');
  toolkit.accounts.tellsWho = false;
});

const verifyLink = (code: string | undefined) => `/?mode=verifyEmail&oobCode=${code}&apiKey=any&lang=en`;
const verifyDialog = (page: Page) => dialog(page, 'Confirm your email');
const confirmEmail = (page: Page) =>
  verifyDialog(page).getByRole('button', { name: 'Confirm my email' }).click();

function mailedCode(toolkit: IdentityToolkit, { email }: Person): string | undefined {
  return toolkit.accounts.mailed.findLast((mail) => mail.email === email)?.code;
}

test('an address is confirmed through the link in the mail, by a button and once', async ({
  page,
  guard,
  toolkit,
}) => {
  guard.allow(refusedByGoogle);
  const person = newPerson();
  await signUp(page, person);
  await expect(greeting(page, person)).toBeVisible();
  const link = verifyLink(mailedCode(toolkit, person));
  await page.goto(link);
  await expect(verifyDialog(page)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(greeting(page, person)).toBeVisible();
  expect(toolkit.accounts.find(person.email)?.emailVerified).toBe(false);
  const synced = page.waitForRequest(isSync);
  await confirmEmail(page);
  await seeToast(page, 'email_verified');
  await expect(verifyDialog(page)).toBeHidden();
  const token = (await (await synced).headerValue('authorization')) ?? '';
  expect(decodeJwt(token.replace('Bearer ', ''))).toMatchObject({ email_verified: true });
  await expect(greeting(page, person)).toBeVisible();
  await page.goto(link);
  await confirmEmail(page);
  await seeToast(page, 'email_link_invalid');
});

test('an address is confirmed by somebody who is not signed in, also after a lost connection', async ({
  page,
  guard,
  toolkit,
}) => {
  guard.allow(/^console: .*net::ERR_.*googleapis\.com/);
  const person = knownPerson(toolkit);
  const { code } = toolkit.accounts.mail(person.email, 'VERIFY_EMAIL');
  await page.goto(verifyLink(code));
  await expect(verifyDialog(page)).toBeVisible();
  toolkit.setAway(true);
  await confirmEmail(page);
  await seeToast(page, 'email_verify_failed');
  toolkit.setAway(false);
  await confirmEmail(page);
  await seeToast(page, 'email_verified');
  expect(toolkit.accounts.find(person.email)?.emailVerified).toBe(true);
  await expect(startButton(page)).toBeVisible();
});

test('a founder keeps plan and surveys when the site changes to Firebase', async ({ page, toolkit }) => {
  const site = await startProduct();
  try {
    const founder = await openAccount(site.url, 'pro');
    const { path } = await seedSurvey(site.url, founder);
    await site.stop();
    await site.restart(toolkit.env);
    const person = knownPerson(toolkit, { email: founder.email, emailVerified: true });
    await page.goto(site.url);
    await page.getByRole('button', { name: 'Sign In', exact: true }).first().click();
    const synced = page.waitForResponse((response) => isSync(response.request()));
    await fillSignIn(page, { ...person, email: founder.email });
    await seeToast(page, 'signed_in');
    expect(await (await synced).json()).toMatchObject({ id: founder.id, plan: 'pro' });
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('button', { name: 'Submit Feedback' })).toBeVisible();
    expect(site.errors()).toEqual([]);
  } finally {
    await site.remove();
  }
});
