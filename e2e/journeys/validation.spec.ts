import type { Locator, Page } from '@playwright/test';
import {
  dialog,
  fillBoxes,
  gardenIdea,
  openValidation,
  sendIdea,
  surveyLink,
  validateIdea,
} from '#e2e/harness/founder.ts';
import { answerAll, asksWithoutToken, questions } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';

const { idea } = gardenIdea;

test.beforeEach(async ({ page, enterAs }) => {
  await enterAs('pro');
  await page.goto('/');
});

function ideaField(validation: Locator): Locator {
  return validation.getByLabel('Your idea in one sentence');
}

/** Unfolds what the plan was written from. */
async function unfold(validation: Locator): Promise<void> {
  await validation.getByRole('button', { name: 'Edit your idea' }).click();
}

async function rename(validation: Locator, name: string): Promise<void> {
  await validation.getByRole('button', { name: /^(Name it|Rename)$/ }).click();
  await validation.getByLabel('Name', { exact: true }).fill(name);
  await validation.getByLabel('Name', { exact: true }).press('Enter');
}

test('the plan and every edit survive a reload, a closed tab and the next plan', async ({
  page,
  context,
}) => {
  const validation = await validateIdea(page);
  const link = await surveyLink(validation);
  await rename(validation, 'Bed Watch');
  // A plan that was made at once has its first question open already.
  const edit = validation.getByRole('button', { name: /^Edit question 1:/ });
  await expect(edit.or(validation.getByRole('textbox', { name: 'Question 1' })).first()).toBeVisible();
  if (await edit.isVisible()) await edit.click();
  await validation.getByRole('textbox', { name: 'Question 1' }).fill('How many beds dried out last month?');
  await validation.getByRole('button', { name: 'Done' }).click();
  await validation.getByLabel('Summary Post for Communities').fill('My own words.');
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByText('Validation plan for "Bed Watch"')).toBeVisible();
  await page.close();
  const later = await context.newPage();
  await later.goto('/');
  await later.getByRole('button', { name: 'Continue your plan' }).click();
  const again = dialog(later, 'Validating & Prototyping');
  await expect(again.getByRole('heading', { name: 'Bed Watch' })).toBeVisible();
  await expect(again.getByText('How many beds dried out last month?')).toBeVisible();
  await expect(again.getByLabel('Summary Post for Communities')).toHaveValue('My own words.');
  await expect(again.getByLabel('Survey link')).toHaveText(link);

  await unfold(again);
  await expect(ideaField(again)).toHaveValue(idea);
  await again.getByRole('button', { name: 'Refresh Validation' }).click();
  await seeToast(later, 'validation_ready');
  await expect(again.getByLabel('Survey link')).not.toHaveText(link);
  await unfold(again);
  await again.getByRole('button', { name: 'Bring back the previous plan' }).click();
  await expect(again.getByRole('heading', { name: 'Bed Watch' })).toBeVisible();
  await expect(again.getByLabel('Survey link')).toHaveText(link);
});

test('what an idea does not say is asked in its language, survives a reload, and is marked', async ({
  page,
}) => {
  const validation = await openValidation(page);
  await ideaField(validation).fill('Bäcker werfen jeden Abend Brot weg');
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  const make = validation.getByRole('button', { name: 'Make the plan' });
  await expect(make).toHaveAttribute('aria-disabled', 'true');
  await expect(validation.getByText('Wie oft kam es im letzten Monat vor, dass')).toBeVisible();
  await expect(validation.getByText('Ein- oder zweimal')).toBeVisible();
  const words = { who: 'Bäcker', trouble: 'Brot weg', question: 'Sie Brot wegwerfen mussten' };
  await fillBoxes(validation, words);
  await expect(validation.locator('mark')).toHaveText(['Bäcker', 'Brot weg', 'Brot weg']);
  await page.reload();
  const again = await openValidation(page);
  await expect(again.getByLabel('What goes wrong?')).toHaveValue(words.trouble);
  await again.getByLabel(/^Your first question/).press('Enter');
  await seeToast(page, 'validation_ready');
  const question = 'Wie oft kam es im letzten Monat vor, dass Sie Brot wegwerfen mussten?';
  await expect(again.getByRole('button', { name: `Edit question 1: ${question}` })).toBeVisible();
});

test('the head of a plan folds away when it is scrolled, and its communities stay in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const validation = await validateIdea(page);
  const communities = validation.getByRole('heading', { name: /^Active Online Communities/ });
  await validation.getByText('We’ll count').scrollIntoViewIfNeeded();
  await expect(validation.getByRole('button', { name: 'Share survey' })).toBeInViewport();
  await expect(validation.getByRole('button', { name: 'Edit your idea' })).not.toBeInViewport();
  await expect(communities).toBeInViewport();
});

test('a connection that breaks while the plan is written loses nothing', async ({ page, context, guard }) => {
  guard.allow(/^console: Failed to load resource: net::ERR_/);
  const validation = await openValidation(page);
  await context.setOffline(true);
  await ideaField(validation).fill(idea);
  await validation.getByRole('button', { name: 'Process for Validation' }).click();
  await seeToast(page, 'validation_no_response');
  await expect(ideaField(validation)).toHaveValue(idea);
  await context.setOffline(false);
  await sendIdea(validation, gardenIdea);
  await seeToast(page, 'validation_ready');
});

const hostile = '<script>document.title="broken"</script> <img src=x onerror="document.title=1"> مرحبا 👩‍🚀';

test('whatever is written into the fields is shown as text, in any script', async ({
  page,
  openBrowser,
  guard,
}) => {
  guard.allow(asksWithoutToken);
  const validation = await openValidation(page);
  await sendIdea(validation, { idea: hostile, who: hostile, trouble: hostile, question: hostile });
  await seeToast(page, 'validation_ready');
  await rename(validation, hostile);
  await validation.getByRole('button', { name: /^Edit question 1:/ }).click();
  await validation.getByRole('textbox', { name: 'Question 1' }).fill(hostile);
  await validation.getByLabel('Answered by').selectOption('open-ended');
  await validation.getByRole('button', { name: 'Done' }).click();
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();
  await expect(validation.getByLabel('Summary Post for Communities')).toHaveValue(/<script>.*مرحبا 👩‍🚀/s);
  const link = await surveyLink(validation);
  await validation.getByRole('button', { name: 'Share survey' }).click();
  await dialog(page, /^Share survey/)
    .getByRole('button', { name: 'Make public' })
    .click();
  await expect(dialog(page, /^Share survey/).getByText('Public', { exact: true })).toBeVisible();
  await answerHostile(await (await openBrowser()).newPage(), link);
  await page.goto(`${link}/results`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile, { timeout: 20_000 });
  await expect(page.getByRole('listitem').filter({ hasText: hostile }).first()).toBeVisible();
  await expect(page).toHaveTitle(/^Survey results/);
});

async function answerHostile(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Feedback for: an idea for ${hostile}`);
  await expect(questions(page).first()).toContainText(hostile);
  await answerAll(page, { text: hostile });
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
}

test('communities open in a tab of their own that can not reach back', async ({ page, context, guard }) => {
  guard.allow(/^foreign request: /);
  await context.route(
    (url) => url.hostname !== 'localhost',
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
  const validation = await validateIdea(page);
  const section = validation
    .getByRole('region')
    .or(validation.locator('section'))
    .filter({
      has: page.getByRole('heading', { name: 'Active Online Communities to Validate the Idea' }),
    });
  const links = section.getByRole('link');
  expect(await links.count()).toBeGreaterThanOrEqual(3);
  expect(await links.count()).toBeLessThanOrEqual(5);
  const opened = page.waitForEvent('popup');
  await links.first().click();
  const community = await opened;
  await expect(community).toHaveTitle('Elsewhere');
  expect(await community.evaluate(() => window.opener)).toBeNull();
});
