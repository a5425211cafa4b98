import { type BrowserContext, type BrowserContextOptions, test as base, expect } from '@playwright/test';
import type { Plan } from '#shared/contracts/account.ts';
import { type Account, enter, openAccount } from './api.ts';
import { type Product, startProduct } from './product.ts';
import { noteToasts } from './toasts.ts';
import { makeWorld, type World } from './world/world.ts';

/** Notes whatever must not happen in a browser, except what a test says that it provokes. */
class Guard {
  readonly #allowed: RegExp[] = [framedMail];
  readonly #noted: string[] = [];

  /** This test provokes these. A failed request reads `console: Failed to load resource: … (address)`. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  note(problem: string): void {
    this.#noted.push(problem);
  }

  /** Watches every page of the context, those that open later too. */
  watch(context: BrowserContext): void {
    context.on('console', (entry) => {
      if (entry.type() === 'error') this.note(`console: ${entry.text()} (${entry.location().url})`);
    });
    context.on('weberror', (error) => this.note(`page error: ${error.error().stack ?? error.error()}`));
    context.on('request', (request) => {
      if (!isAtHome(request.url())) this.note(`foreign request: ${request.url()}`);
    });
  }

  unexpected(): string[] {
    return this.#noted.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }
}

// Chromium's word on the outbox's framed mails, whenever a journey's own script looks into the page.
const framedMail = /^console: Blocked script execution in 'about:srcdoc'/;

function isAtHome(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return !protocol.startsWith('http') || hostname === 'localhost' || hostname === '127.0.0.1';
}

type ForEachWorker = {
  /** Settings of the product, over those of every journey. */
  environment: Record<string, string>;
  product: Product;
  /** The account of that plan that the worker's tests share: sign-ups are limited, and take time. */
  sharedAccount: (plan: Plan) => Promise<Account>;
  /** Everything that the screens show. Its product is not shared with other journeys. */
  world: World;
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
  environment: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ environment }, use) => {
      const product = await startProduct(environment);
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
  world: [async ({ product }, use) => use(await makeWorld(product)), { scope: 'worker', timeout: 120_000 }],
  baseURL: ({ product }, use) => use(product.url),
  guard: [
    async ({ context, product }, use) => {
      const guard = new Guard();
      guard.watch(context);
      await noteToasts(context);
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
      await noteToasts(context);
      if (account) await enter(context, product.url, account);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

export { expect };
