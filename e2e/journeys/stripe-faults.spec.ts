import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { type Account, call, enter, openAccount } from '#e2e/harness/api.ts';
import { dialog, seeToast } from '#e2e/harness/founder.ts';
import {
  becomes,
  buyAtStripe,
  openSession,
  readBilling,
  seeMails,
  startSelling,
  startStripe,
  test,
} from '#e2e/harness/stripe.ts';
import { expect } from '#e2e/harness/test.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { message } from '#shared/messages/catalogue.ts';

// Paid plans by Stripe when something goes wrong: there, on the way, or in the product.

const free = { plan: 'free', receipts: [] };
const minute = 60_000;
/** The log's line of a request that Stripe's fault let fail. */
const noted = (call: string) => new RegExp(`^server: .*/api/${call}","status":502`);
const pricing = (page: Page) => dialog(page, 'Support Plan for non-technical founders');
const choosePro = (page: Page) => pricing(page).getByRole('button', { name: 'Choose Pro Plan' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

let account: Account;
test.beforeEach(async ({ context, product }) => {
  account = await openAccount(product.url);
  await enter(context, product.url, account);
});
test.afterEach(({ stripe }) => {
  stripe.faults.clear();
  stripe.webhooks.holdBack(false);
});

for (const fault of ['error', 'html', 'cut', 'nothing', 'silence'] as const) {
  test(`with Stripe answering ${fault} no checkout starts, nothing is granted, and the next try works`, async ({
    page,
    product,
    stripe,
    guard,
  }) => {
    guard.allow(/^console: .* 502 .*create-checkout-session/, noted('create-checkout-session'));
    stripe.faults.plan(fault, { times: 9 });
    await page.goto('/#pricing');
    await page.waitForLoadState('networkidle');
    const reread = page.waitForRequest('**/api/user/sync');
    await choosePro(page).click();
    const reason = { params: { message: message('checkout_session_failed').text } };
    await seeToast(page, 'checkout_failed', reason);
    const toldAt = Date.now();
    await reread;
    expect(Date.now() - toldAt).toBeLessThan(5_000);
    await expect(choosePro(page)).toBeEnabled();
    expect(await readBilling(product.url, account)).toMatchObject(free);
    stripe.faults.clear();
    await choosePro(page).click();
    await expect(page).toHaveURL(/\/pay\/cs_test_/);
    const ours = stripe.state.sessions.all().filter((one) => one.client_reference_id === account.id);
    expect(ours).toHaveLength(1);
  });
}

test('a slow Stripe is waited for', async ({ page, stripe }) => {
  stripe.faults.plan({ slowMs: 2_500 }, { path: '/v1/checkout/sessions' });
  await page.goto('/#pricing');
  await choosePro(page).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
});

test('a payment that Stripe can not confirm now is confirmed when it can', async ({
  page,
  product,
  stripe,
  guard,
}) => {
  guard.allow(/^console: .* 502 .*verify-payment/, noted('verify-payment'));
  const id = await openSession(product.url, account, 'pro');
  stripe.webhooks.holdBack(true);
  stripe.pay(id);
  stripe.faults.plan('html', { times: 99 });
  await page.goto(`/payment-success?session_id=${id}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(message('billing_unavailable').text);
  expect(await readBilling(product.url, account)).toMatchObject(free);
  stripe.faults.clear();
  await press(page, 'Try again');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
});

test('a price or a key that is missing is a configuration error, and Stripe is not asked', async ({
  page,
  stripe,
}) => {
  // The product itself does not start like this; a page of another release may still meet it.
  const asked = stripe.asked.length;
  const gaps = [{ prices: { pro: '', developer: 'price_...' } }, { stripePublishableKey: 'pk_test_xxxx' }];
  for (const gap of gaps) {
    await page.route('**/api/config', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...gap } });
    });
    await page.goto('about:blank');
    await page.goto('/#pricing');
    await choosePro(page).click();
    await seeToast(page, 'checkout_not_configured');
  }
  expect(stripe.asked).toHaveLength(asked);
});

test("another user's session is refused and changes nothing for either", async ({
  page,
  product,
  stripe,
  guard,
}) => {
  guard.allow(/^console: .* 404 .*verify-payment/);
  const other = await openAccount(product.url);
  const sessionId = await openSession(product.url, other, 'pro');
  stripe.webhooks.holdBack(true);
  stripe.pay(sessionId);
  const stolen = call(product.url, '/api/verify-payment', { token: account.token, body: { sessionId } });
  await expect(stolen).rejects.toThrow('payment_session_unknown');
  for (const address of [
    `/payment-success?session_id=${sessionId}`,
    `/?success=true&session_id=${sessionId}`,
  ]) {
    await page.goto(address);
    await seeToast(page, 'payment_session_unknown');
  }
  for (const one of [account, other]) expect(await readBilling(product.url, one)).toMatchObject(free);
  await call(product.url, '/api/verify-payment', { token: other.token, body: { sessionId } });
  expect(await readBilling(product.url, other)).toMatchObject({ plan: 'pro' });
  expect(await readBilling(product.url, account)).toMatchObject(free);
});

test('a made-up address grants nothing', async ({ page, product, guard }) => {
  guard.allow(/^console: .* 404 .*verify-payment/);
  for (const id of ['cs_test_made_up', '..%2Fcustomers%2Fcus_1']) {
    await page.goto(`/?success=true&session_id=${id}`);
    await seeToast(page, 'payment_session_unknown');
    await expect(page).toHaveURL('/');
  }
  await page.goto('/?plan=developer');
  await expect(page).toHaveURL('/');
  expect(await readBilling(product.url, account)).toMatchObject(free);
});

test('forged, truncated and old webhooks are refused; repeated and reordered ones count once', async ({
  page,
  product,
  stripe,
}) => {
  const id = await openSession(product.url, account, 'pro');
  stripe.webhooks.holdBack(true);
  const before = stripe.events().length;
  stripe.pay(id);
  const events = stripe.events().slice(before);
  const { deliver } = stripe.webhooks;
  const refused = [
    await deliver(events, { secret: 'whsec_of_somebody_else' }),
    await deliver(events, { truncated: true }),
    await deliver(events, { signedAt: Date.now() - 6 * minute }),
    await deliver(events, { signedAt: Date.now() + 6 * minute }),
  ].flat();
  expect(new Set(refused)).toEqual(new Set([400]));
  const unsigned = await fetch(`${product.url}/api/webhooks/stripe`, {
    method: 'POST',
    body: JSON.stringify(events[0]),
  });
  expect(unsigned.status).toBe(400);
  expect(await readBilling(product.url, account)).toMatchObject(free);

  stripe.refund(id, 900);
  const all = stripe.events().slice(before).reverse();
  const taken = await Promise.all([deliver(all), deliver(all), deliver([...all].reverse())]);
  expect(new Set(taken.flat())).toEqual(new Set([200]));
  await becomes(product.url, account, { plan: 'pro', receipts: [{ refundedAmount: 900, state: 'paid' }] });
  await deliver(all);
  expect((await readBilling(product.url, account)).receipts).toHaveLength(1);
  await seeMails(page, account, 'Receipt for your Pro Plan');
});

test('a refund and a cancellation that are told before the payment still count', async ({
  product,
  stripe,
}) => {
  stripe.webhooks.holdBack(true);
  const before = stripe.events().length;
  const pro = await openSession(product.url, account, 'pro');
  stripe.pay(pro);
  stripe.refund(pro);
  const other = await openAccount(product.url);
  const { subscription } = stripe.pay(await openSession(product.url, other, 'developer'));
  stripe.end(subscription ?? '');
  await stripe.webhooks.deliver(stripe.events().slice(before).reverse());
  await becomes(product.url, account, { plan: 'free', receipts: [{ state: 'refunded' }] });
  await becomes(product.url, other, {
    plan: 'free',
    subscription: { state: 'ended' },
    receipts: [{ state: 'paid' }],
  });
});

test('the product killed between payment and grant grants by the webhook that Stripe sends again', async ({
  page,
  context,
}) => {
  const stripe = await startStripe();
  const product = await startSelling(stripe);
  const buyer = await openAccount(product.url);
  await enter(context, product.url, buyer);
  await page.goto(`${product.url}/#pricing`);
  await choosePro(page).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await product.kill();
  await page.getByRole('button', { name: 'Pay', exact: true }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/chrome-error|payment-success/);
  await stripe.webhooks.delivered();
  expect(stripe.webhooks.sent.map(({ status }) => status)).not.toContain(200);
  await product.restart();
  await stripe.webhooks.deliver(stripe.events());
  await becomes(product.url, buyer, { plan: 'pro', receipts: [{ amount: 2900 }] });
  await page.goto(`${product.url}/startup-spark-suite/billing`);
  await expect(page.getByRole('heading', { name: 'Pro Plan' })).toBeVisible();
  await product.remove();
  await stripe.stop();
});

test('the product killed between payment and grant grants without any webhook and without its buyer', async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'startup-spark-journey-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
  const stripe = await startStripe();
  const database = { DATABASE_URL: postgres.url, SECRET_KEY: randomBytes(24).toString('hex') };
  const product = await startSelling(stripe, database);
  stripe.webhooks.sendTo(null);
  const buyer = await openAccount(product.url);
  const id = await openSession(product.url, buyer, 'pro');
  await product.kill();
  stripe.pay(id);
  await product.restart();
  expect(await readBilling(product.url, buyer)).toMatchObject(free);
  await letFiveMinutesPass(postgres.url);
  await becomes(product.url, buyer, { plan: 'pro', receipts: [{ amount: 2900, state: 'paid' }] });
  expect(stripe.webhooks.sent).toEqual([]);
  await seeMails(page, buyer, 'Receipt for your Pro Plan', { url: product.url });
  await product.remove();
  await stripe.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What the product does by itself every five minutes is due now. */
async function letFiveMinutesPass(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('update checkouts set ask_at = now()');
  await client.end();
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.send('reconcile-payments', {});
  await boss.stop({ graceful: false });
}

test('a payment is asked about once more than Stripe reports it, and is granted once', async ({
  page,
  product,
  stripe,
}) => {
  const { id } = await buyAtStripe(stripe, product.url, account, 'pro');
  await page.goto(`/payment-success?session_id=${id}`);
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await stripe.webhooks.deliver(stripe.events());
  expect((await readBilling(product.url, account)).receipts).toHaveLength(1);
  await seeMails(page, account, 'Receipt for your Pro Plan');
});
