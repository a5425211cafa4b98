import { answerAll, asksWithoutToken, questions, sendAnswers, usualAnswer } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';

/** One of each kind, in the order select, checkboxes, free text. */
const eachKind: SurveyQuestion[] = [
  {
    question: 'How often did it happen last month?',
    type: 'multiple-choice',
    options: ['Not once', 'Once or twice', 'Every week'],
  },
  {
    question: 'What did you try?',
    type: 'multiple-choice',
    options: ['A list, on paper', 'A list', 'None of these'],
    multiSelect: true,
  },
  { question: 'What happened the last time?', type: 'open-ended', options: null },
];

test('answers outlive a reload and a connection that breaks, and are sent once', async ({
  page,
  product,
  context,
  sharedAccount,
  guard,
}) => {
  guard.allow(asksWithoutToken, /^console: Failed to load resource: net::ERR_/);
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'), {
    publicLink: true,
    questions: eachKind,
  });
  await page.goto(path);
  await expect(questions(page)).toHaveCount(4);
  await answerAll(page);
  await page.reload();
  await expect(page.getByRole('combobox')).toHaveValue('Not once');
  await expect(page.getByRole('checkbox', { name: 'A list, on paper' })).toBeChecked();
  await context.setOffline(true);
  await sendAnswers(page);
  await expect(page.getByRole('alert')).toContainText('Submission Failed');
  await expect(page.getByText(/not sent yet\. They are kept in this browser\./)).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/submit-survey') && sent.push(request.url()));
  await expect(page.locator('textarea')).toHaveValue(usualAnswer);
  await page.getByRole('button', { name: 'Submit Feedback' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused();
  expect(sent).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You have answered.' })).toBeFocused();
});

test('on a phone one question is in view, also after a reload, and a stranger is thanked with one quiet link', async ({
  product,
  openBrowser,
  sharedAccount,
  guard,
}) => {
  guard.allow(asksWithoutToken);
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'), {
    publicLink: true,
    questions: eachKind,
  });
  const page = await (await openBrowser()).newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.getByText('Every week').last().click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('A list, on paper').click();
  await page.reload();
  await expect(page.getByText('2 of 4')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'A list, on paper' })).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('textarea')).toBeFocused();
  await page.keyboard.type(usualAnswer);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Test your own idea' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Survey Results' })).toHaveCount(0);
});
