import { expect, type Page } from '@playwright/test';
import { dialog, fillSignIn } from '#e2e/harness/founder.ts';
import { menuAt, pageAt, type Screen } from './screen.ts';

/** The landing page and the ways in. */
export const signInScreens: Screen[] = [
  {
    name: 'landing',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Get started for Free' })).toBeVisible();
    },
  },
  {
    name: 'landing-preview',
    who: 'visitor',
    open: async (page) => {
      await preview(
        page,
        'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread',
      );
      await expect(page.getByRole('button', { name: 'Get the full plan and survey' })).toBeVisible();
    },
  },
  {
    name: 'landing-preview-asked',
    who: 'visitor',
    open: async (page) => {
      await preview(page, 'something with AI');
      await expect(page.getByText('things are missing')).toBeVisible();
    },
  },
  { name: 'sign-in', who: 'visitor', open: openSignIn },
  {
    name: 'sign-up',
    who: 'visitor',
    open: async (page) => {
      await openSignIn(page);
      await page.getByRole('tab', { name: 'Sign Up' }).click();
    },
  },
  {
    name: 'sign-up-errors',
    who: 'visitor',
    open: async (page) => {
      await openSignIn(page);
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect(page.getByRole('alert')).toHaveCount(3);
    },
  },
  {
    name: 'sign-in-refused',
    who: 'visitor',
    open: async (page) => {
      await openSignIn(page);
      await fillSignIn(page, { email: 'nobody@example.com', password: 'not-a-password' });
      await expect(page.getByText('Login Failed')).toBeVisible();
    },
  },
  {
    name: 'forgotten-password',
    who: 'visitor',
    open: async (page, { newcomer }) => {
      await openSignIn(page);
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Email').fill(newcomer.email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByRole('link', { name: 'development outbox' })).toBeVisible();
    },
  },
  {
    name: 'new-password',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/?resetToken=some-token');
      await expect(dialog(page, 'Set a new password')).toBeVisible();
    },
  },
  {
    name: 'verify-email',
    who: 'visitor',
    open: async (page) => {
      await page.goto('/?mode=verifyEmail&oobCode=some-code');
      await expect(dialog(page, 'Confirm your email')).toBeVisible();
    },
  },
];

/** Pages that only say something, and paying. */
export const plainScreens: Screen[] = [
  pageAt('/FAQ', 'visitor', 'questions-and-answers'),
  pageAt('/no/such/page', 'visitor', 'not-found'),
  menuAt('/FAQ', 'visitor', 'menu-signed-out'),
  pageAt('/settings', 'newcomer', 'settings'),
  menuAt('/settings', 'newcomer', 'menu-signed-in'),
  {
    name: 'outbox',
    who: 'visitor',
    open: async (page) => {
      await expect(async () => {
        await page.goto('/outbox');
        await expect(page.getByRole('article').first()).toBeVisible({ timeout: 500 });
      }).toPass();
    },
  },
  pageAt('/payment-cancel', 'newcomer', 'payment-cancel'),
  {
    name: 'test-checkout',
    who: 'newcomer',
    open: async (page, { checkoutPath }) => {
      await page.goto(checkoutPath);
      await expect(page.getByRole('button', { name: 'Pay with test money' })).toBeVisible();
    },
  },
  {
    name: 'payment-success',
    who: 'founder',
    open: async (page, { paidSessionId }) => {
      await page.goto(`/payment-success?session_id=${paidSessionId}`);
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    },
  },
];

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/?signIn=1');
  await expect(dialog(page, 'Welcome to Startup Spark')).toBeVisible();
}

async function preview(page: Page, idea: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Your idea in one sentence').fill(idea);
  await page.keyboard.press('Enter');
}
