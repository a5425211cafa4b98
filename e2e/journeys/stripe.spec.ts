import type { Page } from '@playwright/test';
import { type Account, enter, openAccount } from '#e2e/harness/api.ts';
import { dialog } from '#e2e/harness/founder.ts';
import {
  becomes,
  readBilling,
  seeMails,
  sessionIdIn,
  startSelling,
  startStripe,
  test,
} from '#e2e/harness/stripe.ts';
import { expect } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { message } from '#shared/messages/catalogue.ts';

// Paid plans by Stripe: the real SDK and real webhooks, against a fake of Stripe's API and pages.

const billingPage = '/startup-spark-suite/billing';
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

let account: Account;
test.beforeEach(async ({ context, product }) => {
  account = await openAccount(product.url);
  await enter(context, product.url, account);
});

const choose = (page: Page, plan: 'Pro' | 'Developer') =>
  dialog(page, 'Support Plan for non-technical founders')
    .getByRole('button', { name: `Choose ${plan} Plan` })
    .click();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** From the pricing dialog to the hosted page. @returns the session's id. */
async function goToStripe(page: Page, plan: 'Pro' | 'Developer', url = ''): Promise<string> {
  await page.goto(`${url}/#pricing`);
  await choose(page, plan);
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  return sessionIdIn(page.url());
}

test('the pro plan is bought in the whole window, after a declined card and a canceled checkout', async ({
  page,
  product,
  stripe,
}) => {
  stripe.faults.plan({ slowMs: 1_000 }, { path: '/v1/checkout/sessions' });
  await page.goto('/#pricing');
  await choose(page, 'Pro');
  const toast = page.getByRole('region', { name: /^Messages/ }).getByRole('status');
  await expect(toast).toHaveText('Processing Payment...Initializing secure checkout with Stripe.');
  await expect(page).toHaveURL(new RegExp(`^${stripe.url}/pay/`));
  const id = sessionIdIn(page.url());
  await expect(page.getByText(`$29.00 for ${account.email}`)).toBeVisible();
  await press(page, 'Decline');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await press(page, 'Cancel');
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
  await expect(page.getByText('You have not been charged')).toBeVisible();
  expect(await readBilling(product.url, account)).toMatchObject({ plan: 'free', receipts: [] });

  expect(await goToStripe(page, 'Pro')).toBe(id);
  await press(page, 'Pay');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('selectedPlan'))).toBe('pro');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to the dashboard' }).click();
  await expect(page.getByText('Pro Plan', { exact: true })).toBeVisible();
  await seeMails(page, account, 'Receipt for your Pro Plan');
});

test('the developer plan is subscribed to, canceled here and in the portal, and resumed', async ({
  page,
  context,
  product,
  stripe,
}) => {
  const id = await goToStripe(page, 'Developer');
  await press(page, 'Pay');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Developer Plan' } });
  const atStripe = () => stripe.state.subscriptions.get(stripe.state.sessions.get(id).subscription ?? '');

  await page.goto(billingPage);
  const subscription = card(page, 'Subscription');
  await expect(subscription.getByText(/^Your Developer Plan renews on /)).toBeVisible();
  await press(page, 'Cancel subscription');
  await expect(subscription.getByText('After that your plan is Free Trial')).toBeVisible();
  await expect(page.getByText('Subscription canceled')).toBeVisible();
  expect(atStripe().cancel_at_period_end).toBe(true);
  await page.reload();
  await press(page, 'Keep the subscription');
  await expect(page.getByText('Subscription goes on')).toBeVisible();

  const opened = context.waitForEvent('page');
  await card(page, 'Receipts')
    .getByRole('link', { name: /^Receipt/ })
    .click();
  const receipt = await opened;
  await expect(receipt.getByText('$99.00')).toBeVisible();
  await receipt.close();
  await press(page, 'Cards and invoices');
  await expect(page.getByRole('heading', { name: 'Billing portal' })).toBeVisible();
  await press(page, 'Cancel subscription');
  await becomes(product.url, account, { subscription: { cancelAtPeriodEnd: true } });
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL(billingPage);
  await expect(subscription.getByText('Canceled', { exact: true })).toBeVisible();
  await press(page, 'Keep the subscription');
  await expect(subscription.getByText('Active', { exact: true })).toBeVisible();
  // The page says so at once, before the provider has heard of it.
  await expect.poll(atStripe).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
});

test('a late payment is waited for and granted by its webhook; its refund is shown', async ({
  page,
  product,
  stripe,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/api\/verify-payment/);
  const id = await goToStripe(page, 'Pro');
  await press(page, 'Pay later');
  await expect(page.getByText('Not confirmed yet. Looking again…')).toBeVisible();
  // Hold the page's reads, so that only the webhook can grant.
  const reads = Promise.withResolvers<void>();
  await page.route('**/api/verify-payment', (route) => reads.promise.then(() => route.continue()));
  stripe.settle(id, 'paid');
  await becomes(product.url, account, { plan: 'pro', receipts: [{ amount: 2900, state: 'paid' }] });
  reads.resolve();
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });

  stripe.refund(id);
  await becomes(product.url, account, { plan: 'free', receipts: [{ state: 'refunded' }] });
  await page.goto(billingPage);
  await expect(card(page, 'Plan').getByRole('heading', { name: 'Free Trial' })).toBeVisible();
  await expect(card(page, 'Receipts').getByText('Refunded', { exact: true })).toBeVisible();
});

test('a disputed payment gives no plan until it is won, and each turn is mailed', async ({
  page,
  product,
  stripe,
}) => {
  const id = await goToStripe(page, 'Pro');
  await press(page, 'Pay');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
  const disputed = card(page, 'Receipts').getByText('Disputed', { exact: true });
  const planHeading = (name: string) => card(page, 'Plan').getByRole('heading', { name });

  const { id: won } = stripe.dispute(id);
  await becomes(product.url, account, { plan: 'free', receipts: [{ state: 'disputed' }] });
  await page.goto(billingPage);
  await expect(planHeading('Free Trial')).toBeVisible();
  await expect(disputed).toBeVisible();
  await seeMails(page, account, 'Your bank disputes a payment');

  stripe.closeDispute(won, 'won');
  await becomes(product.url, account, { plan: 'pro', receipts: [{ state: 'paid' }] });
  await page.goto(billingPage);
  await expect(planHeading('Pro Plan')).toBeVisible();
  await expect(disputed).toHaveCount(0);
  await seeMails(page, account, 'Your payment counts again');

  stripe.closeDispute(stripe.dispute(id).id, 'lost');
  await becomes(product.url, account, { plan: 'free', receipts: [{ state: 'disputed' }] });
  await seeMails(page, account, 'The dispute of your payment is over');
  await seeMails(page, { email: 'support@startup-spark.localhost' }, 'Payments: A dispute was lost');
});

test('two tabs that buy at once are led to one session, which is paid once', async ({
  page,
  context,
  product,
}) => {
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) await tab.goto('/#pricing');
  await Promise.all(tabs.map((tab) => choose(tab, 'Pro')));
  for (const tab of tabs) await expect(tab).toHaveURL(/\/pay\/cs_test_/);
  expect(other.url()).toBe(page.url());
  await press(page, 'Pay');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
  await other.reload();
  await expect(other.getByRole('heading', { name: 'This session has ended' })).toBeVisible();
  expect((await readBilling(product.url, account)).receipts).toHaveLength(1);
});

test('while Stripe is away no checkout starts, and a payment is confirmed when it is back', async ({
  page,
  stripe,
  guard,
}) => {
  guard.allow(
    /^console: .* 502 .*(create-checkout-session|verify-payment)/,
    /^server: .*\/api\/(create-checkout-session|verify-payment)","status":502/,
  );
  stripe.faults.plan('cut', { times: 99 });
  await page.goto('/#pricing');
  await page.waitForLoadState('networkidle');
  const reread = page.waitForRequest('**/api/user/sync');
  await choose(page, 'Pro');
  const reason = { params: { message: message('checkout_session_failed').text } };
  await seeToast(page, 'checkout_failed', reason);
  await reread;
  stripe.faults.clear();
  await choose(page, 'Pro');
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  const id = sessionIdIn(page.url());
  stripe.webhooks.pause(true);
  stripe.pay(id);
  stripe.faults.plan('html', { times: 99 });
  await page.goto(`/payment-success?session_id=${id}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(message('billing_unavailable').text);
  stripe.faults.clear();
  stripe.webhooks.pause(false);
  await press(page, 'Try again');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
});

test('the product killed between payment and grant grants by the webhook that is sent again', async ({
  page,
  context,
}) => {
  const stripe = await startStripe();
  const product = await startSelling(stripe);
  const buyer = await openAccount(product.url);
  await enter(context, product.url, buyer);
  await goToStripe(page, 'Pro', product.url);
  await product.kill();
  await page.getByRole('button', { name: 'Pay', exact: true }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/chrome-error|payment-success/);
  await stripe.webhooks.delivered();
  expect(stripe.webhooks.sent.map(({ status }) => status)).not.toContain(200);
  await product.restart();
  await stripe.webhooks.deliver(stripe.events());
  await becomes(product.url, buyer, { plan: 'pro', receipts: [{ amount: 2900 }] });
  await page.goto(`${product.url}${billingPage}`);
  await expect(page.getByRole('heading', { name: 'Pro Plan' })).toBeVisible();
  await product.remove();
  await stripe.stop();
});
