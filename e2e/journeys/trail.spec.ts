import type { Page } from '@playwright/test';
import { mostlyShowing } from '#e2e/harness/answerers.ts';
import { type Account, call, enter, openAccount } from '#e2e/harness/api.ts';
import { dashboard, dialog, sendIdea } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/test.ts';
import {
  awaitVerdict,
  invoiceReading,
  seedIdea,
  seedIdeation,
  seedSurvey,
  submitAnswers,
} from '#e2e/harness/world/seed.ts';
import type { Survey } from '#shared/contracts/surveys/surveys.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { ideaName } from '#shared/rules/plans/app-name.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';

const idea = 'A tool that helps freelancers chase unpaid invoices';

test('everything that is made for one idea hangs on one trail, which says what comes next', async ({
  page,
  product,
}) => {
  const { url } = product;
  const account = await openWithIdea(page, url);
  const current = page.getByRole('region', { name: 'Your idea' });
  await expect(current.getByRole('button', { name: 'Write the survey' })).toBeVisible();
  await current.getByRole('link', { name: 'See everything' }).click();
  await expect(page.getByText(idea, { exact: true }).first()).toBeVisible();
  await seeStep(page, 'Coach', 'Done');
  await seeStep(page, 'Plan', 'Next');

  await writeSurvey(page);
  await seeStep(page, 'Plan', 'Done');
  await seeNext(page, 'Share survey');
  await answerSurvey(url, account);
  await page.reload();
  await seeStep(page, 'Verdict', 'Done');
  await expect(nextStep(page).getByText('from 38 answers.')).toBeVisible();
  await writeBuildPrompt(page);
  await seeStep(page, 'Prompt', 'Done');
  await seeNext(page, 'Open the build prompt');
  await expect(page.getByText(/Traced to 38 answers, verdict Go/).first()).toBeVisible();

  const trails = await readTrails(url, account);
  expect(trails).toHaveLength(1);
  expect(trails[0]?.idea).toBe(idea);
});

test('an idea is renamed, put out of the way, brought back, and deleted after one question', async ({
  page,
  product,
}) => {
  const { url } = product;
  const account = await openWithIdea(page, url);
  await page.getByRole('region', { name: 'Your idea' }).getByRole('link', { name: 'See everything' }).click();
  await page.getByText('Rename, archive or delete').click();
  await page.getByLabel('Name of the idea').fill('Paid on time');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('heading', { name: 'Paid on time', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Archive idea' }).click();
  await expect(page.getByRole('button', { name: 'Bring back', exact: true })).toBeVisible();

  await page.goto(dashboard);
  await expect(page.getByRole('heading', { name: 'What is your idea?' })).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Bring back Paid on time' }).click();
  await expect(page.getByRole('heading', { name: 'Archived ideas' })).toBeHidden();
  await page.goto(dashboard);
  const row = page.getByRole('article', { name: 'Paid on time' });
  await expect(row.getByText(/ · Ideation/)).toBeVisible();
  await row.getByRole('link', { name: 'Paid on time' }).click();

  await page.getByText('Rename, archive or delete').click();
  await page.getByRole('button', { name: 'Delete idea…' }).click();
  const question = dialog(page, 'Delete this idea?');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'What is your idea?' })).toBeVisible();
  expect(await readTrails(url, account)).toEqual([]);
});

test('two ideas stand beside each other, and every button works on its own', async ({ page, product }) => {
  const { url } = product;
  const account = await openAccount(url, 'pro');
  await enter(page.context(), url, account);
  const other = await seedSurvey(url, account);
  const survey = await seedSurvey(url, account, { idea, reading: invoiceReading, publicLink: true });
  await submitAnswers(url, account, survey, { count: 38, answer: mostlyShowing });
  await awaitVerdict(url, account, survey, 38);
  const trails = await readTrails(url, account);
  const [trail, otherTrail] = [idea, seedIdea].map((sentence) => trails.find((one) => one.idea === sentence));
  if (!trail || !otherTrail) throw new Error('an idea is missing');

  // This browser holds the other idea's plan.
  await page.goto(trailPath(otherTrail.id));
  await page.getByRole('button', { name: 'Open plan' }).click();
  const validation = dialog(page, 'Validating & Prototyping');
  await expect(validation.getByLabel('Survey link')).toContainText(other.surveyId);
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();

  await page.goto(dashboard);
  const ideas = page.getByRole('region', { name: 'Your ideas' });
  await expect(ideas.getByRole('heading')).toHaveText('2 ideas');
  await ideas.getByRole('button', { name: ideaName(otherTrail), exact: true }).click();
  const row = ideas.getByRole('row').filter({ hasText: ideaName(trail) });
  await expect(row).toContainText('Just now');
  await row.getByRole('button', { name: /^Write the build prompt/ }).click();
  const prompt = dialog(page, 'Proof of Concept (No-Code MVP)');
  await expect(prompt.getByLabel('Your App Idea')).toHaveValue(idea);
  await prompt.getByRole('button', { name: 'Close' }).last().click();

  await page.goto(`${trailPath(trail.id)}?do=narrow-group&survey=${survey.surveyId}`);
  await expect(validation.getByLabel('Who has the problem?')).toBeFocused();
  await page.keyboard.type('freelancers');
  await validation.getByLabel('Which of them?').fill('with clients abroad');
  await validation.getByRole('button', { name: 'Ask this group' }).click();
  await expect(validation.getByText('New version. Share its new link.')).toBeFocused();
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();
  const after = await readTrails(url, account);
  expect(after.find(({ id }) => id === trail.id)?.surveys).toHaveLength(2);
  expect(after.find(({ id }) => id === otherTrail.id)?.surveys).toHaveLength(1);
});

/** The dashboard of a new founder with one coached idea. */
async function openWithIdea(page: Page, url: string): Promise<Account> {
  const account = await openAccount(url, 'pro');
  await enter(page.context(), url, account);
  await seedIdeation(url, account, { idea });
  await page.goto(dashboard);
  return account;
}

async function writeSurvey(page: Page): Promise<void> {
  await nextStep(page).getByRole('button', { name: 'Write the survey' }).click();
  const validation = dialog(page, 'Validating & Prototyping');
  await expect(validation.getByLabel('Your idea in one sentence')).toHaveValue(idea);
  await sendIdea(validation, {
    idea,
    who: 'freelancers',
    trouble: 'lose money on unpaid invoices',
    question: 'you lose money on an unpaid invoice',
  });
  await expect(validation.getByText('We’ll count questions 1, 4 and 5')).toBeVisible();
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();
  await validation.getByRole('button', { name: 'Close' }).last().click();
}

async function answerSurvey(url: string, account: Account): Promise<void> {
  const [trail] = await readTrails(url, account);
  const surveyId = trail?.surveys[0]?.surveyId ?? '';
  const { token } = account;
  const { questions } = await call<Survey>(url, `/api/surveys/${surveyId}`, { method: 'GET', token });
  const survey = { surveyId, questions, path: surveyPath(surveyId) };
  await submitAnswers(url, account, survey, { count: 38, answer: mostlyShowing });
  await awaitVerdict(url, account, survey, 38);
}

async function writeBuildPrompt(page: Page): Promise<void> {
  await nextStep(page).getByRole('button', { name: 'Write the build prompt' }).click();
  const poc = dialog(page, 'Proof of Concept (No-Code MVP)');
  await expect(poc.getByLabel('Your App Idea')).toHaveValue(idea);
  await expect(poc.getByText(/^38 answers, /)).toBeVisible();
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await expect(poc.getByRole('button', { name: 'What changed' })).toBeVisible();
  await expect(poc.getByText('Saved', { exact: true })).toBeVisible();
  await poc.getByRole('button', { name: 'Close' }).last().click();
}

function readTrails(url: string, { token }: Account): Promise<Trail[]> {
  return call(url, '/api/trails', { method: 'GET', token });
}

function nextStep(page: Page) {
  return page.getByRole('region', { name: 'Next step' });
}

async function seeNext(page: Page, button: string): Promise<void> {
  await expect(nextStep(page).getByRole('button', { name: button })).toBeVisible();
}

async function seeStep(page: Page, title: string, state: string): Promise<void> {
  const step = page
    .getByRole('region', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(step.getByText(state, { exact: true })).toBeVisible();
}
