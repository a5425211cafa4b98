import { openAccount } from '#e2e/harness/api.ts';
import { seeToast } from '#e2e/harness/founder.ts';
import { startProduct } from '#e2e/harness/product.ts';
import { answerAll, asksWithoutToken, questions, sendAnswers, usualAnswer } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';

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

test('half-filled answers are there again after a reload', async ({ page, product, sharedAccount }) => {
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'), {
    publicLink: true,
    questions: eachKind,
  });
  await page.goto(path);
  await page.getByRole('combobox').selectOption('Every week');
  await page.getByRole('checkbox', { name: 'A list, on paper' }).check();
  await page.getByRole('textbox').fill('العربية 👩‍👧 <b>half</b>');
  await page.reload();
  await expect(page.getByRole('combobox')).toHaveValue('Every week');
  await expect(page.getByRole('checkbox', { name: 'A list, on paper' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'A list', exact: true })).not.toBeChecked();
  await expect(page.getByRole('textbox')).toHaveValue('العربية 👩‍👧 <b>half</b>');
});

test('what is required is said in the field and focused; checkboxes are not required', async ({
  page,
  product,
  sharedAccount,
}) => {
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'), {
    publicLink: true,
    questions: eachKind,
  });
  await page.goto(path);
  await expect(page.getByRole('combobox').getByRole('option').first()).toHaveText('-- Select an option --');
  await sendAnswers(page);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText([
    'Please select an option.',
    'Please write an answer.',
  ]);
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.getByRole('combobox').selectOption('Not once');
  await page.getByRole('textbox').fill('  ');
  await sendAnswers(page);
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.getByRole('textbox').fill(usualAnswer);
  await sendAnswers(page);
  await seeToast(page, 'survey_submitted');
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused();
});

test('a double click sends the answers once', async ({ page, product, sharedAccount, guard }) => {
  guard.allow(asksWithoutToken);
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'), { publicLink: true });
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/submit-survey') && sent.push(request.url()));
  await page.goto(path);
  await answerAll(page);
  await page.getByRole('button', { name: 'Submit Feedback' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('answers outlive a server that is killed and started again between typing and sending', async ({
  page,
  guard,
}) => {
  guard.allow(/^console: Failed to load resource: net::ERR_CONNECTION_REFUSED/);
  const own = await startProduct();
  try {
    const { path } = await seedSurvey(own.url, await openAccount(own.url, 'pro'), {
      publicLink: true,
      questions: eachKind,
    });
    await page.goto(own.url + path);
    await answerAll(page);
    await own.kill();
    await sendAnswers(page);
    await expect(page.getByRole('alert')).toContainText('Submission Failed');
    await expect(page.getByText(/not sent yet\. They are kept in this browser\./)).toBeVisible();
    await own.restart();
    await page.reload();
    await expect(page.getByRole('textbox')).toHaveValue(usualAnswer);
    await sendAnswers(page);
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox')).toHaveValue('');
  } finally {
    await own.remove();
  }
});

test('an address without a survey says "Survey Not Found"', async ({ page, guard }) => {
  guard.allow(/^console: .* 404 .*\/api\/surveys\//);
  await page.goto('/survey/survey-nowhere-abc1234');
  await expect(page.getByRole('heading', { name: 'Survey Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('the results of a survey need a login, and without answers there are none', async ({
  page,
  product,
  sharedAccount,
  enterAs,
  guard,
}) => {
  guard.allow(/^console: .* 404 .*\/api\/analyze-survey/);
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'), { questions: eachKind });
  await page.goto(`${path}/results`);
  await expect(page.getByRole('main').getByText('You must be logged in to view this page.')).toBeVisible();
  await seeToast(page, 'page_needs_login');
  await enterAs('pro');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No answers yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('questions of one kind each are numbered, and the idea heads the page', async ({
  page,
  product,
  sharedAccount,
}) => {
  const idea = 'אפליקציה לחלוקת כלים בין שכנים 🛠️ <script>document.title="broken"</script>';
  const survey = await seedSurvey(product.url, await sharedAccount('pro'), {
    idea,
    reading: { who: 'שכנים', job: 'לחלוק כלים', trouble: '', language: 'other' },
    publicLink: true,
    questions: eachKind,
  });
  await page.goto(survey.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Feedback for: ${idea}`);
  await expect(questions(page)).toHaveCount(3);
  await expect(page).toHaveTitle(/^Feedback for/);
});
