import { dialog, fillSignUp } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';

const plans = 'Support Plan for non-technical founders';

test('a visitor chooses a plan, signs up, cancels the checkout and buys it by a click', async ({ page }) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: plans });
  for (const price of ['$0/Session', '$29/Session', '$99/Month'])
    await expect(section.getByText(price)).toBeVisible();
  await section.getByRole('button', { name: 'Choose Developer Plan' }).click();
  await fillSignUp(page, newPerson());
  const waiting = page.getByRole('region', { name: 'The plan you chose' });
  await expect(waiting).toContainText('It is not bought yet');
  await expect(waiting).toBeInViewport();
  await waiting.getByRole('button', { name: 'Go on to the checkout' }).click();
  await expect(page).toHaveURL(/\/test-checkout\//);
  await expect(page.getByText('$99.00')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await dialog(page, plans).getByRole('button', { name: 'Choose Developer Plan' }).click();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await seeToast(page, 'payment_succeeded', { params: { plan: 'Developer Plan' } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to the dashboard' }).click();
  await expect(page.getByText('Developer Plan', { exact: true })).toBeVisible();
  await page.goto('/#pricing');
  await expect(dialog(page, plans).getByRole('button', { name: 'Current Plan' })).toHaveCount(2);
  await dialog(page, plans).getByRole('button', { name: 'Current Plan' }).first().click();
  await expect(dialog(page, plans)).toBeHidden();
});

test('a visitor who follows a link to a gated tool signs up, buys, and goes on there', async ({ page }) => {
  await page.goto('/?modal=showValidationModal');
  await page.getByRole('button', { name: 'Choose Pro Plan' }).click();
  await fillSignUp(page, newPerson());
  await expect(dialog(page, plans).getByRole('button', { name: 'Membership Status: Free' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await dialog(page, plans).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Validating & Prototyping' }).click();
  await seeToast(page, 'upgrade_to_pro');
  await dialog(page, plans).getByRole('button', { name: 'Choose Pro Plan' }).click();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await page.getByRole('link', { name: 'Continue where you left off' }).click();
  await expect(dialog(page, 'Validating & Prototyping')).toBeVisible();
});
