import type { Locator, Page } from '@playwright/test';
import { dialog, fillSignUp, surveyLink } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { answerAll, asksWithoutToken, questions, sendAnswers } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';

// The small writer reads and asks here.
test.use({ environment: { AI: 'embedded' } });

const bakery = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
/** First read by people who answer. */
const title = 'Feedback for: an idea for pastry shops';

async function buyPro(page: Page): Promise<Locator> {
  const pricing = dialog(page, /Support Plan/);
  await expect(pricing).toBeVisible();
  await pricing.getByRole('button', { name: 'Choose Pro Plan' }).click();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await page.getByRole('link', { name: 'Continue where you left off' }).click();
  return dialog(page, 'Validating & Prototyping');
}

test('a preview leads in five clicks beside the plans to a public survey that a stranger answers', async ({
  page,
  context,
  openBrowser,
  guard,
}) => {
  guard.allow(asksWithoutToken);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  let clicks = 0;
  const click = async (within: Page | Locator, name: string) => {
    clicks += 1;
    await within.getByRole('button', { name, exact: true }).click();
  };
  await page.goto('/');
  await page.getByLabel('Your idea in one sentence').fill(bakery);
  await page.keyboard.press('Enter');
  clicks += 1;
  await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeVisible();
  await expect(page.getByLabel(/^Your first question/)).toHaveValue('you throw away unsold bread');
  await page.getByLabel('Who has the problem?').fill('pastry shops');
  await click(page, 'Get the full plan and survey');
  await fillSignUp(page, newPerson());
  clicks += 1;
  const validation = await buyPro(page);
  // Nothing is asked again: the plan was asked for on the landing page.
  await seeToast(page, 'validation_ready');
  await expect(validation.getByText('pastry shops · throw away unsold bread')).toBeVisible();
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();

  const stranger = await (await openBrowser()).newPage();
  await stranger.goto(await surveyLink(validation));
  await seePrivate(stranger);
  await click(validation, 'Share survey');
  await click(dialog(page, /^Share survey/), 'Copy link');
  await seeToast(page, 'link_copied', { action: 'Undo' });
  await expect(dialog(page, /^Share survey/).getByText('Public', { exact: true })).toBeVisible();
  // The list of toasts, the toast, its button.
  for (const key of ['Alt+T', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  expect(clicks).toBeLessThanOrEqual(5);

  await stranger.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(questions(stranger).first()).toContainText('throw away unsold bread');
  await answerAll(stranger);
  await sendAnswers(stranger);
  await expect(stranger.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
});

/** A stranger at a private link: at the sign-in, with the survey's title and why. */
async function seePrivate(page: Page): Promise<void> {
  const signIn = dialog(page, 'Welcome to Startup Spark');
  await expect(signIn.getByText(title)).toBeVisible();
  await expect(signIn).toContainText('This survey is not open to everybody.');
  await expect(signIn).not.toContainText('support requests');
  await expect(page).toHaveURL(/\/\?signIn=1&next=/);
}
