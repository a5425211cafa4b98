import type { Locator, Page } from '@playwright/test';
import { dialog, fillSignUp, sendIdea, signUp, surveyLink } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { answerAll, asksWithoutToken, questions, sendAnswers, usualAnswer } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';

const idea = 'A shared calendar for separated parents to see who picks the children up today';
const whole = {
  idea,
  who: 'separated parents',
  trouble: 'two of us wait at the school',
  question: 'both of you turn up at the school',
};
const author = process.env.E2E_AI ? 'Written by fake' : 'Written without AI';
const ownWords = 'We are two parents with one child and two calendars.';

test('one sentence becomes a survey, a second person answers it, and the founder reads the verdict', async ({
  page,
  context,
  openBrowser,
  guard,
}) => {
  guard.allow(asksWithoutToken);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page, newPerson());
  await buyProOnTheWay(page);
  const validation = await validateAfterPaying(page);
  await editAndCopyPost(page, validation);
  const link = await surveyLink(validation);

  const respondent = await (await openBrowser()).newPage();
  await answerAsNewUser(respondent, link);

  await readVerdictOnDashboard(page);
  await readVerdictOnItsPage(page, link);
});

async function buyProOnTheWay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Validating & Prototyping' }).click();
  await seeToast(page, 'upgrade_to_pro');
  const pricing = dialog(page, 'Support Plan for non-technical founders');
  await pricing.getByRole('button', { name: 'Choose Pro Plan' }).click();
  await expect(page).toHaveURL(/\/test-checkout\//);
  await expect(page.getByText('No card is asked for and no money moves.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pro Plan' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('selectedPlan'))).toBe('pro');
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue where you left off' }).click();
}

async function validateAfterPaying(page: Page): Promise<Locator> {
  const validation = dialog(page, 'Validating & Prototyping');
  await expect(validation).toBeVisible();
  await expect(page).toHaveURL('/startup-spark-suite/dashboard');
  await sendIdea(validation, whole);
  await seeToast(page, 'validation_ready');
  await expect(validation.getByText(author)).toBeVisible();
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();
  const communities = validation
    .getByRole('link', { name: /\(opens in a new tab\)/ })
    .filter({ hasNotText: 'survey' });
  expect(await communities.count()).toBeGreaterThanOrEqual(3);
  return validation;
}

async function editAndCopyPost(page: Page, validation: Locator): Promise<void> {
  const post = validation.getByLabel('Summary Post for Communities');
  const link = await surveyLink(validation);
  expect(link).toMatch(/\/survey\/survey-[a-z0-9-]+-[a-z0-9]{7}$/);
  await expect(post).toHaveValue(new RegExp(`${link}$`));
  await post.fill(`${ownWords}\n\n${await post.inputValue()}`);
  await validation.getByRole('button', { name: 'Copy to clipboard' }).click();
  await seeToast(page, 'summary_published', { action: 'Make private' });
  await expect(validation.getByText('Public', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await post.inputValue());
  expect(copied).toContain(ownWords);
  await page.getByRole('button', { name: 'Make private' }).click();
  await expect(validation.getByText('Private', { exact: true })).toBeVisible();
}

async function answerAsNewUser(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await fillSignUp(page, newPerson('Berta Respondent'));
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Feedback for: an idea for ${whole.who}`);
  const count = await questions(page).count();
  expect(count).toBeGreaterThanOrEqual(5);
  expect(count).toBeLessThanOrEqual(7);
  await answerAll(page);
  await sendAnswers(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await seeToast(page, 'survey_submitted');
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'View Survey Results' }).click();
  await expect(page.getByText('Based on 1 submission(s)')).toBeVisible({ timeout: 20_000 });
}

async function readVerdictOnDashboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.reload();
  const card = page.getByRole('article').filter({ hasText: 'Survey Analysis for' });
  await expect(card.getByRole('heading', { level: 3 })).toHaveText(`Survey Analysis for "${whole.trouble}"`);
  await expect(card.getByText("Can't tell yet", { exact: true })).toBeVisible();
  await expect(card.getByText('Mixed')).toBeVisible();
  await card.getByRole('button', { name: 'Read Result' }).click();
  const results = dialog(page, 'Survey Results');
  for (const title of ['Summary', 'Reasoning', 'Key Strengths', 'Key Weaknesses'])
    await expect(results.getByRole('heading', { name: title })).toBeVisible();
  await expect(results.getByText(usualAnswer).first()).toBeVisible();
  await results.getByRole('button', { name: 'Close' }).click();
  await expect(results).toBeHidden();
}

async function readVerdictOnItsPage(page: Page, link: string): Promise<void> {
  await page.goto(`${link}/results`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(whole.trouble);
  await expect(page.getByRole('heading', { name: "Can't tell yet" })).toBeVisible();
  await expect(page.getByText('Based on 1 submission(s)')).toBeVisible();
  await page.getByRole('heading', { name: 'Every question' }).click();
  const table = page.getByRole('table').first();
  await expect(table.getByRole('row')).not.toHaveCount(0);
  await expect(table.getByRole('cell', { name: '1', exact: true })).toHaveCount(1);
  for (const row of ['Key Strengths', 'Key Weaknesses'])
    await page.getByRole('heading', { name: row }).click();
  await followNumber(page, page.getByRole('main'));
}

/** A number behind a quote opens the answer that it is from. */
async function followNumber(page: Page, results: Locator): Promise<void> {
  // The fake for a model words no number of an answer.
  if (process.env.E2E_AI) return;
  const number = results.getByRole('link', { name: 'answer #1', exact: true }).first();
  await expect(number).toHaveAttribute('href', /\/answers\?answer=1$/);
  await number.click();
  const answer = page.getByRole('dialog', { name: 'Answer #1' });
  await expect(answer.getByText(usualAnswer)).toBeVisible();
  await page.goBack();
}
