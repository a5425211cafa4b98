import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/test.ts';
import { type Answerer, seedSurvey, submitAnswers } from '#e2e/harness/world/seed.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';

const questions: SurveyQuestion[] = [
  {
    question: 'How often did you throw away bread last month?',
    type: 'multiple-choice',
    options: ['Every day', 'Once or twice', 'Not once'],
    marks: ['has', 'hasnt', 'hasnt'],
    label: 'How often',
  },
  { question: 'What happened the last time?', type: 'open-ended', options: null },
];
const answer: Answerer = ({ options }, index) =>
  options?.[index % 3] ?? (index === 40 ? 'We bake in two parts.' : `Shelf ${index + 1} was full of rolls.`);

const rows = (page: Page) => page.getByRole('table').getByRole('button', { name: /^Open answer/ });

test('a founder finds, filters and opens answers, and counts a network’s in one act', async ({
  page,
  product,
  enterAs,
}) => {
  const account = await enterAs('pro');
  const survey = await seedSurvey(product.url, account, { questions, publicLink: true });
  await submitAnswers(product.url, account, survey, { count: 56, answer });
  const guild: Answerer = ({ options }, index) => options?.[0] ?? `From the guild, person ${index}.`;
  await submitAnswers(product.url, account, survey, { count: 9, answer: guild, address: '203.0.113.7' });

  await page.goto(`${survey.path}/results`);
  await page.getByRole('link', { name: /^All answers/ }).click();
  await expect(page.getByRole('heading', { name: '65 answers' })).toBeVisible();
  await expect(page.getByText('1–50 of 61')).toBeVisible();
  await page.getByRole('button', { name: 'Next 11' }).click();
  await expect(page.getByText('51–61 of 61')).toBeVisible();
  await expect(rows(page)).toHaveCount(11);
  await page.getByRole('button', { name: 'Previous 50' }).click();

  await page.getByRole('button', { name: 'Count all from this network' }).click();
  await expect(page.getByText('1–50 of 65')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1–50 of 61')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show 2 more' })).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('in two parts');
  await expect(rows(page)).toHaveText(['#41']);
  await expect(page.getByRole('table').locator('mark')).toHaveText('in two parts');
  await rows(page).first().press('Enter');
  const opened = page.getByRole('dialog', { name: 'Answer #41' });
  await expect(opened.locator('mark')).toHaveText('in two parts');
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
  await expect(rows(page).first()).toBeFocused();
  await page.getByRole('button', { name: 'Clear the search' }).click();

  await page.getByRole('button', { name: /^Not once/ }).click();
  await expect(page.getByText('1–18 of 18')).toBeVisible();
  await page.getByRole('table').getByLabel('Filter by How often').selectOption({ index: 0 });
  await expect(page.getByText('1–50 of 61')).toBeVisible();

  await rows(page).filter({ hasText: '#61' }).click();
  const sheet = page.getByRole('dialog', { name: 'Answer #61' });
  await sheet.getByRole('button', { name: 'Delete answer #61' }).click();
  await sheet.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('heading', { name: '64 answers' })).toBeVisible();
});
