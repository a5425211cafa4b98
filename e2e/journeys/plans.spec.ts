import type { Page } from '@playwright/test';
import { buyPlan, enter, openAccount, startCheckout } from '#e2e/harness/api.ts';
import { dialog, fillSignUp, seeToast } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { message } from '#shared/messages/catalogue.ts';

const plans = 'Support Plan for non-technical founders';
const dashboard = '/startup-spark-suite/dashboard';

async function planButtons(page: Page): Promise<(string | null)[]> {
  const cards = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /Free Trial|Pro Plan|Developer Plan/ }) });
  await expect(cards).toHaveCount(3);
  return Promise.all((await cards.all()).map((card) => card.getByRole('button').textContent()));
}

test('the pricing section sells the three plans to visitors by way of signing up', async ({ page }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: plans });
  await expect(section.getByText('Get the help you need with flexible pricing options')).toBeVisible();
  await expect(section.getByText('Most Popular')).toBeVisible();
  for (const price of ['$0/Session', '$29/Session', '$99/Month'])
    await expect(section.getByText(price)).toBeVisible();
  expect(await planButtons(page)).toEqual(['Start Free Trial', 'Choose Pro Plan', 'Choose Developer Plan']);
  for (const button of ['Start Free Trial', 'Choose Pro Plan', 'Choose Developer Plan']) {
    await section.getByRole('button', { name: button }).click();
    await expect(dialog(page, 'Welcome to Startup Spark').getByLabel('Full Name')).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('a plan that a visitor chose still waits after signing up, and is bought only by a click', async ({
  page,
}) => {
  await page.goto('/#pricing');
  const section = page.getByRole('region', { name: plans });
  await section.getByRole('button', { name: 'Choose Developer Plan' }).click();
  await fillSignUp(page, newPerson());
  const waiting = page.getByRole('region', { name: 'The plan you chose' });
  await expect(waiting).toContainText('It is not bought yet');
  await expect(waiting).toBeInViewport();
  await waiting.getByRole('button', { name: 'Go on to the checkout' }).click();
  await expect(page).toHaveURL(/\/test-checkout\//);
});

const gates = [
  { button: 'Validating & Prototyping', code: 'upgrade_to_pro', modal: 'showValidationModal' },
  { button: 'Proof of Concept (MVP)', code: 'upgrade_to_pro', modal: 'showPocModal' },
  { button: 'Launch (First 1000 Users)', code: 'upgrade_to_developer', modal: 'showAcquisitionModal' },
] as const;

test('without the plan each gated tool opens the pricing dialog and says what it needs', async ({
  page,
  enterAs,
}) => {
  await enterAs('free');
  await page.goto('/');
  for (const { button, code, modal } of gates) {
    await page.getByRole('button', { name: button }).click();
    await seeToast(page, code);
    const pricing = dialog(page, plans);
    await expect(pricing.getByRole('button', { name: 'Membership Status: Free' })).toBeDisabled();
    await pricing.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: button })).toBeFocused();
    await page.goto(`/?modal=${modal}`);
    await seeToast(page, code);
    await expect(pricing).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.keyboard.press('Escape');
  }
});

test('the buttons of the dialog follow the plan, and a plan that is there closes it', async ({
  page,
  openBrowser,
  sharedAccount,
  enterAs,
}) => {
  await enterAs('pro');
  await page.goto('/#pricing');
  await expect(dialog(page, plans)).toBeVisible();
  expect(await planButtons(page)).toEqual(['Start Free Trial', 'Current Plan', 'Choose Developer Plan']);
  await dialog(page, plans).getByRole('button', { name: 'Current Plan' }).click();
  await expect(dialog(page, plans)).toBeHidden();
  await page.getByRole('button', { name: 'Launch (First 1000 Users)' }).click();
  await seeToast(page, 'upgrade_to_developer');

  const developer = await (await openBrowser(await sharedAccount('developer'))).newPage();
  await developer.goto('/#pricing');
  await expect(dialog(developer, plans)).toBeVisible();
  expect(await planButtons(developer)).toEqual(['Start Free Trial', 'Current Plan', 'Current Plan']);
});

test('a canceled checkout charges nothing and leads back to the dashboard', async ({ page, enterAs }) => {
  await enterAs('free');
  await page.goto('/#pricing');
  await dialog(page, plans).getByRole('button', { name: 'Choose Developer Plan' }).click();
  await expect(page.getByText('$99.00')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page).toHaveURL(/\/payment-cancel/);
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
  await expect(page.getByText('You have not been charged')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(page).toHaveURL(dashboard);
  await expect(page.getByRole('button', { name: 'Validating & Prototyping' })).toHaveAccessibleDescription(
    'Pro Plan',
  );
});

test('a paid plan is there at once, and reloading the success page counts it once', async ({
  page,
  context,
  product,
}) => {
  const account = await openAccount(product.url);
  await enter(context, product.url, account);
  await page.goto('/#pricing');
  await dialog(page, plans).getByRole('button', { name: 'Choose Developer Plan' }).click();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Developer Plan' } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to the dashboard' }).click();
  await expect(page.getByText('Developer Plan', { exact: true })).toBeVisible();
});

test('a success page without a session says so and leads to /', async ({ page }) => {
  await page.goto('/payment-success');
  await seeToast(page, 'payment_session_missing');
  await expect(page).toHaveURL('/');
});

test('neither an unpaid, a made-up nor a foreign session gives anybody a plan', async ({
  page,
  context,
  product,
  guard,
  sharedAccount,
}) => {
  guard.allow(/^console: .* (403|404|409) .*\/api\/verify-payment/);
  const account = await openAccount(product.url);
  await enter(context, product.url, account);
  const unpaid = new URL(await startCheckout(product.url, account, 'pro')).pathname.split('/').at(-1);
  await page.goto(`/payment-success?session_id=${unpaid}`);
  await expect(page.getByText('Your payment is not confirmed yet. Looking again…')).toBeVisible();
  const foreign = await buyPlan(product.url, await sharedAccount('developer'), 'developer').catch(
    () => 'test_none',
  );
  for (const session of ['test_made-up', foreign]) {
    await page.goto(`/payment-success?session_id=${session}`);
    await seeToast(page, 'payment_session_unknown');
    await page.goto(`/?success=true&session_id=${session}`);
    await seeToast(page, 'payment_session_unknown');
    await expect(page).toHaveURL('/');
  }
  await page.goto('/?plan=developer');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Free Trial', { exact: true })).toBeVisible();
});

test('a checkout that can not be opened is told, and the plan is read anew a second later', async ({
  page,
  enterAs,
  guard,
}) => {
  guard.allow(/^console: .* 502 .*create-checkout-session/);
  await enterAs('free');
  const text = message('checkout_session_failed').text;
  await page.route('**/api/create-checkout-session', (route) =>
    route.fulfill({ status: 502, json: { code: 'checkout_session_failed', error: text, message: text } }),
  );
  await page.goto('/#pricing');
  const reread = page.waitForRequest('**/api/user/sync');
  await page.waitForLoadState('networkidle');
  await dialog(page, plans).getByRole('button', { name: 'Choose Pro Plan' }).click();
  await seeToast(page, 'checkout_failed', { params: { message: text } });
  await reread;
  await expect(dialog(page, plans).getByRole('button', { name: 'Choose Pro Plan' })).toBeEnabled();
});

test('a visitor who follows a link to a gated tool and signs up sees its price at once', async ({ page }) => {
  await page.goto('/?modal=showValidationModal');
  await page.getByRole('button', { name: 'Choose Pro Plan' }).click();
  await fillSignUp(page, newPerson());
  await expect(dialog(page, plans).getByRole('button', { name: 'Membership Status: Free' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await dialog(page, plans).getByRole('button', { name: 'Choose Pro Plan' }).click();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await page.getByRole('link', { name: 'Continue where you left off' }).click();
  await expect(dialog(page, 'Validating & Prototyping')).toBeVisible();
});
