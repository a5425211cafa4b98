import type { Locator, Page } from '@playwright/test';
import { dialog, fillSignUp, openValidation, seeToast } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { answerAll, questions, sendAnswers } from '#e2e/harness/respondent.ts';
import { openIdeation, sessionText, writeSection } from '#e2e/harness/studio.ts';
import { expect, test } from '#e2e/harness/test.ts';

// The small writer reads and asks here.
test.use({ environment: { AI: 'embedded' } });

const bakery = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';

test('the coach asks for what an idea does not say, and the plan has it too', async ({ page, enterAs }) => {
  await enterAs('pro');
  const coach = await openIdeation(page);
  await coach.getByLabel('Ideas for my startup').fill('Something with AI for tired dads');
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await expect(coach.getByRole('heading', { name: 'Two things are missing' })).toBeVisible();
  await expect(coach.getByLabel('Who has the problem?')).toHaveValue('tired dads');
  await expect(coach.getByLabel('What do they try to do?')).toBeFocused();
  await coach.getByLabel('What goes wrong?').fill('run out of time to cook');

  await page.reload();
  const again = await openIdeation(page);
  await expect(again.getByLabel('What goes wrong?')).toHaveValue('run out of time to cook');
  await writeSection(page, 'IDEATION');
  await expect(sessionText(again).getByText('run out of time to cook').first()).toBeVisible();
  await writeSection(page, 'MARKET_RESEARCH');
  await again.getByRole('button', { name: 'Close', exact: true }).click();

  const validation = await openValidation(page);
  await validation.getByLabel('Your idea in one sentence').fill('Something with AI for tired dads');
  await expect(validation.getByLabel('What goes wrong?')).toHaveValue('run out of time to cook');
});

async function buyPro(page: Page): Promise<Locator> {
  const pricing = dialog(page, /Support Plan/);
  await expect(pricing).toBeVisible();
  await pricing.getByRole('button', { name: 'Choose Pro Plan' }).click();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await page.getByRole('link', { name: 'Continue where you left off' }).click();
  return dialog(page, 'Validating & Prototyping');
}

test('a preview leads through signing up and the plans to a survey that a stranger answers', async ({
  page,
  openBrowser,
}) => {
  await page.goto('/');
  await page.getByLabel('Your idea in one sentence').fill(bakery);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible();
  await expect(page.getByText('how often did you throw away unsold bread?')).toBeVisible();
  await page.getByLabel('Who has the problem?').fill('pastry shops');
  await page.getByRole('button', { name: 'Get the full plan and survey' }).click();
  await fillSignUp(page, newPerson());
  const validation = await buyPro(page);
  await expect(validation.getByLabel('Your idea in one sentence')).toHaveValue(bakery);
  await expect(validation.getByLabel('Who has the problem?')).toHaveValue('pastry shops');
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await seeToast(page, 'validation_ready');
  await expect(validation.getByText('Saved. The survey can be shared.')).toBeVisible();
  await validation.getByRole('switch', { name: 'Anyone with the link can answer' }).click();
  await expect(validation.getByText('People answer without an account.')).toBeVisible();

  const stranger = await (await openBrowser()).newPage();
  await stranger.goto(await validation.getByLabel('Survey link').inputValue());
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(`Feedback for: ${bakery}`);
  await expect(questions(stranger).first()).toContainText('throw away unsold bread');
  await answerAll(stranger);
  await sendAnswers(stranger);
  await expect(stranger.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
});
