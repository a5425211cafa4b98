import type { Page } from '@playwright/test';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import type { Billing } from '#shared/contracts/billing.ts';
import { type Account, call } from './api.ts';
import { type Product, startProduct } from './product.ts';
import { test as base, expect } from './test.ts';

const stripePrices = { pro: 'price_journey_pro', developer: 'price_journey_developer' };

/** Another fake of Stripe than the worker's. */
export function startStripe(): Promise<StripeFake> {
  return startStripeFake({ prices: stripePrices, webhookSecret: 'whsec_journey' });
}

/** A product that sells by this fake, which knows where to report. */
export async function startSelling(
  stripe: StripeFake,
  env: Record<string, string> = {},
): Promise<Product & { webhookUrl: string }> {
  const product = await startProduct({ ...stripe.env, ...env });
  const webhookUrl = `${product.url}/api/webhooks/stripe`;
  stripe.webhooks.sendTo(webhookUrl);
  return { ...product, webhookUrl };
}

/** The journeys' own test, with a product that sells by a fake of Stripe. */
export const test = base.extend<object, { stripe: StripeFake }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern
    async ({}, use) => {
      const stripe = await startStripe();
      await use(stripe);
      await stripe.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ stripe }, use) => {
      const product = await startSelling(stripe);
      await use(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

export function readBilling(url: string, { token }: Account): Promise<Billing> {
  return call<Billing>(url, '/api/billing', { method: 'GET', token });
}

/** Waits until what the server says of an account's payments is so. */
export async function becomes(url: string, account: Account, wanted: Record<string, unknown>): Promise<void> {
  await expect.poll(() => readBilling(url, account), { timeout: 30_000 }).toMatchObject(wanted);
}

/** Waits until this many mails with this subject were sent to an address. */
export async function seeMails(
  page: Page,
  { email }: Pick<Account, 'email'>,
  subject: string,
  { count = 1, url = '' } = {},
): Promise<void> {
  const mails = page
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .filter({ has: page.getByRole('heading', { name: subject }) });
  await expect(async () => {
    await page.goto(`${url}/outbox`);
    await expect(mails).toHaveCount(count, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

export function sessionIdIn(address: string): string {
  return new URL(address).pathname.split('/').at(-1) ?? '';
}
