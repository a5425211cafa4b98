import { dialog, fillSignUp, openValidation, seeToast } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { expect, test } from '#e2e/harness/test.ts';

const bakery = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';

test('an idea that says too little is asked for the rest, and then planned', async ({ page, enterAs }) => {
  await enterAs('pro');
  await page.goto('/');
  const validation = await openValidation(page);
  await validation.getByLabel('Your idea in one sentence').fill('Something with AI for busy moms');
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await expect(validation.getByRole('heading', { name: 'Two things are missing' })).toBeVisible();
  await expect(validation.getByLabel('Who has the problem?')).toHaveValue('busy moms');
  await expect(validation.getByLabel('What do they try to do?')).toBeFocused();
  await validation.getByLabel('What goes wrong?').fill('run out of time to cook');

  await page.reload();
  const again = await openValidation(page);
  await expect(again.getByLabel('What goes wrong?')).toHaveValue('run out of time to cook');
  await again.getByRole('button', { name: 'Process for Validation' }).click();
  await seeToast(page, 'validation_ready');
  await expect(again.getByText('Saved. The survey can be shared.')).toBeVisible();
  await expect(again.getByRole('heading', { name: 'Is this right?' })).toBeVisible();
});

test('a changed phrase rewrites the plan and its survey, but not what was edited', async ({
  page,
  enterAs,
}) => {
  await enterAs('pro');
  await page.goto('/');
  const validation = await openValidation(page);
  await validation.getByLabel('Your idea in one sentence').fill(bakery);
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await expect(validation.getByText('Saved. The survey can be shared.')).toBeVisible();
  await validation.getByLabel('Problem', { exact: true }).fill('My own words.');
  await validation.getByLabel('What goes wrong?').fill('throw away old rolls');
  await expect(validation.getByText('how often did you throw away old rolls?')).toBeVisible();
  await expect(validation.getByLabel('Summary Post for Communities')).toHaveValue(/throw away old rolls/);
  await expect(validation.getByLabel('Problem', { exact: true })).toHaveValue('My own words.');
  await expect(validation.getByText('Left as you edited it: problem.')).toBeVisible();
  await validation.getByLabel('Questions in').selectOption('Deutsch');
  await expect(validation.getByText('how often did you throw away old rolls?')).toBeHidden();
  await expect(validation.getByText('Saved. The survey can be shared.')).toBeVisible();
});

test('a preview leads through signing up and the plans to the filled dialog', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Your idea in one sentence').fill(bakery);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible();
  await expect(page.getByText('how often did you throw away unsold bread?')).toBeVisible();
  await page.getByLabel('Who has the problem?').fill('pastry shops');
  await page.getByRole('button', { name: 'Get the full plan and survey' }).click();
  await fillSignUp(page, newPerson());
  const pricing = dialog(page, /Support Plan/);
  await expect(pricing).toBeVisible();
  await pricing.getByRole('button', { name: 'Choose Pro Plan' }).click();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await page.getByRole('link', { name: 'Continue where you left off' }).click();
  const validation = dialog(page, 'Validating & Prototyping');
  await expect(validation.getByLabel('Your idea in one sentence')).toHaveValue(bakery);
  await expect(validation.getByLabel('Who has the problem?')).toHaveValue('pastry shops');
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await seeToast(page, 'validation_ready');
  await expect(validation.getByText('Saved. The survey can be shared.')).toBeVisible();
});
