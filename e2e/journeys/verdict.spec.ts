import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Account, call } from '#e2e/harness/api.ts';
import { dashboard, dialog, surveyLink, validateIdea } from '#e2e/harness/founder.ts';
import { answerAll, questions as questionsOf, sendAnswers } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import {
  type Answerer,
  awaitVerdict,
  type SeededSurvey,
  seedSurvey,
  submitAnswers,
} from '#e2e/harness/world/seed.ts';
import type { Survey } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { sealedText } from '#shared/rules/verdict/rule.ts';

// The small writer's questions and marks are known here.
test.use({ environment: { AI: 'embedded' } });

const bakery = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
const howOften: SurveyQuestion = {
  question: 'How often did you throw away bread last month?',
  type: 'multiple-choice',
  options: ['Every day', 'Once or twice', 'Not once'],
  marks: ['has', 'hasnt', 'hasnt'],
};
const questions: SurveyQuestion[] = [
  howOften,
  { question: 'What happened the last time?', type: 'open-ended', options: null },
];
const everyDay: Answerer = ({ options }, index) =>
  options?.[0] ?? `Shelf ${index + 1} was still full of rolls.`;

test('a founder marks what counts, and the verdict counts it', async ({ page, product, enterAs }) => {
  const account = await enterAs('pro');
  await page.goto('/');
  const validation = await validateIdea(page, {
    idea: bakery,
    who: 'small bakeries',
    trouble: 'throw away unsold bread',
    question: 'you throw away unsold bread',
  });
  const counted = validation.getByText('We’ll count').locator('..');
  await expect(counted).toContainText('We’ll count questions 1, 4 and 5');
  await markOf(validation, 'Every day: Has the problem').press('ArrowLeft');
  await expect(markOf(validation, 'Every day: Not counted')).toBeChecked();
  await markOf(validation, 'Once or twice: Has the problem').check();
  await seeSaved(validation);

  const link = await surveyLink(validation);
  const survey = await readSurvey(product.url, account, link);
  await submitAnswers(product.url, account, survey, {
    count: 12,
    answer: ({ options, marks }, index, position) =>
      position === 0
        ? 'Once or twice'
        : (options?.[marks?.indexOf('has') ?? 0] ?? `It was the ${index}th time.`),
  });
  await awaitVerdict(product.url, account, survey, 12);
  await page.goto(`${survey.path}/results`);
  await seeDecision(page, 'Go');
  await expect(page.getByRole('main')).toContainText('12 of 12 small bakeries throw away unsold bread.');
});

test('the first answer seals the line, and a later line stands beside it', async ({
  page,
  product,
  enterAs,
}) => {
  const account = await enterAs('pro');
  const idea = `${bakery}, with a line`;
  const survey = await seedSurvey(product.url, account, { idea, questions });
  await moveLine(page, idea, '60');

  await submitAnswers(product.url, account, survey, { count: 12, answer: everyDay });
  await awaitVerdict(product.url, account, survey, 12);
  await page.goto(`${survey.path}/results`);
  await seeDecision(page, 'Go');
  await page.getByRole('heading', { name: 'Reasoning' }).click();
  await expect(fact(page, 'The line')).toHaveText(
    '60 %, and at least 12 answers that count, set before the first one.',
  );
  await expect(fact(page, 'Sealed')).toContainText(sealOf(60));
  await expect(fact(page, 'Sealed').getByRole('time')).toBeVisible();

  await moveLine(page, idea, '80');
  await page.goto(`${survey.path}/results`);
  await page.clock.install();
  await seeSoon(page, page.getByRole('heading', { name: "Decision: Can't tell yet", exact: true }));
  await page.getByRole('heading', { name: 'Reasoning' }).click();
  await expect(page.getByText('Changed after answers came: what counts once.')).toBeVisible();
  await expect(fact(page, 'Changed after 12 answers')).toHaveText(
    "Version 2. By the first rule (60 %): Go. By this one: Can't tell yet.",
  );
  await expect(fact(page, 'Sealed')).toContainText(sealOf(60));
  await expect(fact(page, 'Sealed again')).toContainText(sealOf(80));
});

test('answers are set apart with their reason, and the founder counts and deletes them', async ({
  page,
  product,
  enterAs,
  openBrowser,
}) => {
  const account = await enterAs('pro');
  const survey = await seedSurvey(product.url, account, { questions, publicLink: true });
  await submitAnswers(product.url, account, survey, { count: 10, answer: everyDay });
  const twice = await (await openBrowser()).newPage();
  await answer(twice, survey, 'The oven was on until noon.');
  await answer(twice, survey, 'It happened again on Friday.');
  const hurried = await (await openBrowser()).newPage();
  await answer(hurried, survey, 'No time to read this.', { seconds: 0 });

  await page.clock.install();
  await page.goto(`${survey.path}/results`);
  await seeCounts(page, { counted: 11, apart: '2 more are set apart.' });
  await seeDecision(page, "Can't tell yet");
  const results = page.url();
  const readResults = () => page.goto(results);
  await page.getByRole('link', { name: /^All answers/ }).click();
  await page.getByRole('button', { name: 'Look at them: Second answer from one browser' }).click();
  const act = async (number: number, name: string) => {
    await page.goto(`${survey.path}/answers?answer=${number}`);
    const opened = page.getByRole('dialog', { name: `Answer #${number}` });
    await opened.getByRole('button', { name, exact: true }).click();
    return opened;
  };
  await expect(page.getByRole('row', { name: /#12/ })).toContainText('It happened again on Friday.');
  await act(12, 'Count it');
  await readResults();
  await seeCounts(page, { counted: 12, apart: '1 more is set apart.' });
  await seeDecision(page, 'Go');
  await act(11, 'Set apart');
  await readResults();
  await seeCounts(page, { counted: 11, apart: '2 more are set apart.' });
  await seeDecision(page, "Can't tell yet");
  const remove = async (number: number) => {
    const opened = await act(number, `Delete answer #${number}`);
    await opened.getByRole('button', { name: 'Delete for good' }).click();
    await expect(opened).toHaveCount(0);
    await readResults();
  };
  await remove(13);
  await seeCounts(page, { counted: 11, apart: '1 more is set apart.' });

  await page.getByRole('heading', { name: 'Every question' }).click();
  await page
    .getByText(/^\d+ more answers$/)
    .first()
    .click();
  const quoted = page.getByText('It happened again on Friday.');
  await expect(quoted.filter({ visible: true })).not.toHaveCount(0);
  await remove(12);
  await seeCounts(page, { counted: 10, apart: '1 more is set apart.' });
  await expect(quoted).toHaveCount(0);
});

/** Opens the plan of a survey from its idea's trail. */
async function openPlan(page: Page, idea: string): Promise<Locator> {
  await page.goto(dashboard);
  await page.getByRole('region', { name: 'Your idea' }).getByRole('link', { name: 'See everything' }).click();
  await expect(page.getByText(idea, { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Open plan' }).click();
  return dialog(page, 'Validating & Prototyping');
}

async function moveLine(page: Page, idea: string, percent: string): Promise<void> {
  const plan = await openPlan(page, idea);
  await plan.getByText(/^Your line: /).click();
  await plan.getByLabel('Your line, %').fill(percent);
  await seeSaved(plan);
}

function markOf(plan: Locator, label: string): Locator {
  return plan.getByRole('radio', { name: label });
}

async function seeSaved(plan: Locator): Promise<void> {
  await expect(plan.getByText('Saved', { exact: true })).toBeVisible();
}

async function readSurvey(url: string, { token }: Account, link: string): Promise<SeededSurvey> {
  const surveyId = link.split('/').at(-1) ?? '';
  const survey = await call<Survey>(url, `/api/surveys/${surveyId}`, { method: 'GET', token });
  return { surveyId, path: surveyPath(surveyId), questions: survey.questions };
}

/** Anybody can compute the hash that is shown. */
function sealOf(line: number): string {
  return createHash('sha256')
    .update(sealedText({ line, minimumAnswers: 12 }, questions))
    .digest('hex');
}

/** A stranger's answer, by default after three minutes. */
async function answer(
  page: Page,
  { path }: SeededSurvey,
  text: string,
  { seconds }: { seconds?: number } = {},
): Promise<void> {
  await page.goto(path);
  const again = page.getByRole('button', { name: 'Somebody else answers' });
  await questionsOf(page).first().or(again).waitFor();
  if (await again.isVisible()) await again.click();
  await questionsOf(page).first().waitFor();
  await answerAll(page, { text, seconds });
  await sendAnswers(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
}

async function seeDecision(page: Page, decision: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `Decision: ${decision}`, exact: true })).toBeVisible();
}

async function seeCounts(page: Page, { counted, apart }: { counted: number; apart: string }): Promise<void> {
  await seeSoon(page, page.getByText(`Based on ${counted} submission(s)`));
  await expect(page.getByText(apart)).toBeVisible();
}

/** Lets the page look for new answers at once instead of every three seconds. */
async function seeSoon(page: Page, expected: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(3_000);
    await expect(expected).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Text under this title in "How this was decided". */
function fact(page: Page, name: string): Locator {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) });
  return term.locator('xpath=following-sibling::dd');
}
