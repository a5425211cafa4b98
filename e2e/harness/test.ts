import { type BrowserContext, type BrowserContextOptions, test as base, expect } from '@playwright/test';
import type { Plan } from '#shared/contracts/account.ts';
import { type Account, enter, openAccount } from './api.ts';
import { Guard } from './guard.ts';
import { type Product, startProduct } from './product.ts';

type ForEachWorker = {
  product: Product;
  /** The account of that plan that the worker's tests share: sign-ups are limited, and take time. */
  sharedAccount: (plan: Plan) => Promise<Account>;
};

type ForEachTest = {
  guard: Guard;
  /** Signs the test's own browser in, as the account of that plan which the worker's tests share. */
  enterAs: (plan: Plan) => Promise<Account>;
  /** Another person's browser: nothing in it is shared with `page`. */
  openBrowser: (account?: Account, options?: BrowserContextOptions) => Promise<BrowserContext>;
};

/** Every test gets a running product and fails on anything unexpected in a browser or in the product's log. */
export const test = base.extend<ForEachTest, ForEachWorker>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  sharedAccount: [
    async ({ product }, use) => {
      const accounts = new Map<Plan, Promise<Account>>();
      await use((plan) => {
        const account = accounts.get(plan) ?? openAccount(product.url, plan);
        accounts.set(plan, account);
        return account;
      });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.url),
  guard: [
    async ({ context, product }, use) => {
      const guard = new Guard();
      guard.watch(context);
      const before = product.errors().length;
      await use(guard);
      for (const line of product.errors().slice(before)) guard.note(`server: ${line}`);
      expect(guard.unexpected(), 'nothing unexpected in the browser or on the server').toEqual([]);
    },
    { auto: true },
  ],
  enterAs: ({ context, product, sharedAccount }, use) =>
    use(async (plan) => {
      const account = await sharedAccount(plan);
      await enter(context, product.url, account);
      return account;
    }),
  openBrowser: async ({ browser, product, guard, locale, timezoneId }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (account, options) => {
      const context = await browser.newContext({ baseURL: product.url, locale, timezoneId, ...options });
      opened.push(context);
      guard.watch(context);
      if (account) await enter(context, product.url, account);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

export { expect };
