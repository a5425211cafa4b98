import type { Page } from '@playwright/test';
import { type Account, call, enter, openAccount } from '#e2e/harness/api.ts';
import { dialog, seeToast } from '#e2e/harness/founder.ts';
import {
  becomes,
  buyAtStripe,
  readBilling,
  seeMails,
  sessionIdIn,
  stripePrices,
  test,
} from '#e2e/harness/stripe.ts';
import { expect } from '#e2e/harness/test.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';
import type { Trail } from '#shared/contracts/trails.ts';

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

/** From the pricing dialog to the hosted page; tells the session's id. */
async function goToStripe(page: Page, plan: 'Pro' | 'Developer'): Promise<string> {
  await page.goto('/#pricing');
  await choose(page, plan);
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  return sessionIdIn(page.url());
}

test('the pro plan is bought on the hosted page in the whole window, and is there at once', async ({
  page,
  stripe,
}) => {
  stripe.faults.plan({ slowMs: 1_000 }, { path: '/v1/checkout/sessions' });
  await page.goto('/#pricing');
  await choose(page, 'Pro');
  const toast = page.getByRole('region', { name: /^Messages/ }).getByRole('status');
  await expect(toast).toHaveText('Processing Payment...Initializing secure checkout with Stripe.');
  await expect(page).toHaveURL(new RegExp(`^${stripe.url}/pay/`));
  const session = stripe.state.sessions.get(sessionIdIn(page.url()));
  await expect(page.getByText(`$29.00 for ${account.email}`)).toBeVisible();
  await press(page, 'Pay');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('selectedPlan'))).toBe('pro');
  expect(session).toMatchObject({
    mode: 'payment',
    client_reference_id: account.id,
    metadata: { userId: account.id, plan: 'pro' },
  });
  await page.getByRole('link', { name: 'Continue to the dashboard' }).click();
  await expect(page.getByText('Pro Plan', { exact: true })).toBeVisible();
  await seeMails(page, account, 'Receipt for your Pro Plan');
});

test('the developer plan is subscribed to, canceled for the end of its month, and kept after all', async ({
  page,
  stripe,
}) => {
  const id = await goToStripe(page, 'Developer');
  await press(page, 'Pay');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Developer Plan' } });
  const { subscription } = stripe.state.sessions.get(id);
  const atStripe = () => stripe.state.subscriptions.get(subscription ?? '');
  expect(atStripe().metadata).toMatchObject({ userId: account.id });

  await page.goto(billingPage);
  const standing = card(page, 'Subscription');
  await expect(standing.getByText(/^Your Developer Plan renews on /)).toBeVisible();
  await press(page, 'Cancel subscription');
  await expect(standing.getByText('After that your plan is Free Trial')).toBeVisible();
  await expect(page.getByText('Subscription canceled')).toBeVisible();
  expect(atStripe().cancel_at_period_end).toBe(true);
  await expect(card(page, 'Plan').getByRole('heading', { name: 'Developer Plan' })).toBeVisible();

  await page.reload();
  await press(page, 'Keep the subscription');
  await expect(page.getByText('Subscription goes on')).toBeVisible();
  await expect(standing.getByText('Active')).toBeVisible();
  expect(atStripe()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
});

test('the billing page leads to the receipt and to the portal, and shows what was canceled there', async ({
  page,
  context,
  product,
  stripe,
}) => {
  const { subscription } = await buyAtStripe(stripe, product.url, account, 'developer');
  await page.goto(billingPage);
  const opened = context.waitForEvent('page');
  await card(page, 'Receipts')
    .getByRole('link', { name: /^Receipt/ })
    .click();
  const receipt = await opened;
  await expect(receipt.getByRole('heading', { name: 'Invoice' })).toBeVisible();
  await expect(receipt.getByText('$99.00')).toBeVisible();
  await receipt.close();

  await press(page, 'Cards and invoices');
  await expect(page.getByRole('heading', { name: 'Billing portal' })).toBeVisible();
  await press(page, 'Cancel subscription');
  await expect(page.getByText('active, canceled')).toBeVisible();
  expect(stripe.state.subscriptions.get(subscription ?? '').cancel_at).not.toBeNull();
  await becomes(product.url, account, { subscription: { cancelAtPeriodEnd: true } });
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL(billingPage);
  await expect(card(page, 'Subscription').getByText('Canceled', { exact: true })).toBeVisible();
  await press(page, 'Keep the subscription');
  await expect(page.getByText('Subscription goes on')).toBeVisible();
  await expect(card(page, 'Subscription').getByText('Active', { exact: true })).toBeVisible();
  expect(stripe.state.subscriptions.get(subscription ?? '').cancel_at).toBeNull();
});

test('a card that is declined and a checkout that is left charge nothing, and the same one goes on', async ({
  page,
  product,
}) => {
  const first = await goToStripe(page, 'Pro');
  await press(page, 'Decline');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await press(page, 'Cancel');
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
  await expect(page.getByText('You have not been charged')).toBeVisible();
  expect(await readBilling(product.url, account)).toMatchObject({ plan: 'free', receipts: [] });
  expect(await goToStripe(page, 'Pro')).toBe(first);
});

test('money that comes later is waited for, and grants the plan by webhook when it has come', async ({
  page,
  product,
  stripe,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/api\/verify-payment/);
  const id = await goToStripe(page, 'Pro');
  await press(page, 'Pay later');
  await expect(page.getByText('Your payment is not confirmed yet. Looking again…')).toBeVisible();
  await stripe.webhooks.delivered();
  expect(await readBilling(product.url, account)).toMatchObject({ plan: 'free', receipts: [] });
  // What the page asks from here on is held back: only the webhook can grant.
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/api/verify-payment', (route) => held.then(() => route.continue()));
  stripe.settle(id, 'paid');
  await becomes(product.url, account, { plan: 'pro', receipts: [{ amount: 2900, state: 'paid' }] });
  open();
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test('money that does not come grants nothing and is told by mail, and the plan can be bought again', async ({
  page,
  product,
  stripe,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/api\/verify-payment/);
  const id = await goToStripe(page, 'Pro');
  await press(page, 'Pay later');
  await expect(page.getByText('Your payment is not confirmed yet. Looking again…')).toBeVisible();
  stripe.settle(id, 'failed');
  await seeMails(page, account, 'A payment for your Pro Plan failed');
  expect(await readBilling(product.url, account)).toMatchObject({ plan: 'free', receipts: [] });
  expect(await goToStripe(page, 'Pro')).not.toBe(id);
});

test('a renewal that fails keeps the plan, is shown and mailed, and is paid at the next try', async ({
  page,
  product,
  stripe,
}) => {
  const { subscription } = await buyAtStripe(stripe, product.url, account, 'developer');
  stripe.failRenewal(subscription ?? '');
  await becomes(product.url, account, { plan: 'developer', subscription: { state: 'past_due' } });
  await page.goto(billingPage);
  const standing = card(page, 'Subscription');
  await expect(standing.getByText('Payment failed')).toBeVisible();
  await expect(standing.getByRole('alert')).toContainText('The last payment did not go through.');
  await expect(standing.getByRole('button', { name: 'Update your card' })).toBeVisible();
  await seeMails(page, account, 'A payment for your Developer Plan failed');

  stripe.tryAgain(subscription ?? '', 'paid');
  await becomes(product.url, account, { subscription: { state: 'active' } });
  await seeMails(page, account, 'Receipt for your Developer Plan', { count: 2 });
  await page.goto(billingPage);
  await expect(standing.getByText('Active')).toBeVisible();
  await expect(card(page, 'Receipts').getByRole('listitem')).toHaveCount(2);
});

test('a refund takes the plan and nothing that was made on it', async ({ page, product, stripe }) => {
  const { id } = await buyAtStripe(stripe, product.url, account, 'pro');
  const { surveyId } = await seedSurvey(product.url, account, { publicLink: true });
  await seeMails(page, account, 'Receipt for your Pro Plan');
  stripe.refund(id, 900);
  await becomes(product.url, account, { plan: 'pro', receipts: [{ refundedAmount: 900, state: 'paid' }] });
  stripe.refund(id);
  await becomes(product.url, account, { plan: 'free', receipts: [{ state: 'refunded' }] });

  await page.goto(billingPage);
  await expect(card(page, 'Plan').getByRole('heading', { name: 'Free Trial' })).toBeVisible();
  await expect(card(page, 'Receipts').getByText('Refunded', { exact: true })).toBeVisible();
  await page.goto('/startup-spark-suite/dashboard');
  await page.getByRole('button', { name: 'Validating & Prototyping' }).click();
  await seeToast(page, 'upgrade_to_pro');
  const { token } = account;
  const [trail] = await call<Trail[]>(product.url, '/api/trails', { method: 'GET', token });
  await page.goto(`/startup-spark-suite/ideas/${trail?.id}`);
  await press(page, 'Open plan');
  const plan = dialog(page, 'Validating & Prototyping');
  await expect(plan.getByText('Your plan no longer includes validation plans.')).toBeVisible();
  await expect(plan.getByLabel('App name')).toHaveJSProperty('readOnly', true);
  await expect(plan.getByLabel('Survey link')).toHaveValue(new RegExp(surveyId));
  await seeMails(page, account, 'Receipt for your Pro Plan');
});

test('a dispute takes the plan while it stands, and gives it back when it is won', async ({
  page,
  product,
  stripe,
}) => {
  const { id } = await buyAtStripe(stripe, product.url, account, 'pro');
  const dispute = stripe.dispute(id);
  await becomes(product.url, account, { plan: 'free', receipts: [{ state: 'disputed' }] });
  await page.goto(billingPage);
  await expect(card(page, 'Receipts').getByText('Disputed')).toBeVisible();
  stripe.closeDispute(dispute.id, 'won');
  await becomes(product.url, account, { plan: 'pro', receipts: [{ state: 'paid' }] });
  await page.reload();
  await expect(card(page, 'Plan').getByRole('heading', { name: 'Pro Plan' })).toBeVisible();
});

test('two tabs that buy at once are led to one session, which is paid once', async ({
  page,
  context,
  product,
  stripe,
}) => {
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) await tab.goto('/#pricing');
  await Promise.all(tabs.map((tab) => choose(tab, 'Pro')));
  for (const tab of tabs) await expect(tab).toHaveURL(/\/pay\/cs_test_/);
  expect(other.url()).toBe(page.url());
  const ours = stripe.state.sessions.all().filter((one) => one.client_reference_id === account.id);
  expect(ours).toHaveLength(1);
  await press(page, 'Pay');
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Pro Plan' } });
  await other.reload();
  await expect(other.getByRole('heading', { name: 'This session has ended' })).toBeVisible();
  expect((await readBilling(product.url, account)).receipts).toHaveLength(1);
});

test('what a browser says of prices, plans and other people is refused', async ({ product, stripe }) => {
  const ask = (changes: object) => {
    const { id: userId, email: userEmail, token } = account;
    const body = { priceId: stripePrices.pro, userId, mode: 'payment', userEmail, ...changes };
    return call(product.url, '/api/create-checkout-session', { token, body });
  };
  const before = stripe.state.sessions.all().length;
  await expect(ask({ amount: 1 })).rejects.toThrow(': 400 ');
  await expect(ask({ priceId: 'price_of_something_cheap' })).rejects.toThrow('checkout_price_unknown');
  await expect(ask({ mode: 'subscription' })).rejects.toThrow('checkout_price_unknown');
  await expect(ask({ userId: 'somebody-else' })).rejects.toThrow('foreign_user');
  expect(stripe.state.sessions.all()).toHaveLength(before);
  await ask({ userEmail: 'somebody.else@example.com' });
  expect(stripe.state.sessions.all()[0]).toMatchObject({
    customer_email: account.email,
    client_reference_id: account.id,
    amount_total: 2900,
  });
});
