import type { Locator, Page } from '@playwright/test';
import { dialog, openValidation, seeToast, surveyLink, validateIdea } from '#e2e/harness/founder.ts';
import { answerAll, asksWithoutToken, questions } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';

const idea = 'A reminder for allotment gardeners who forget to water their beds';

test.beforeEach(async ({ page, enterAs }) => {
  await enterAs('pro');
  await page.goto('/');
});

function ideaField(validation: Locator): Locator {
  return validation.getByLabel('Your idea in one sentence');
}

/** Unfolds a text of the plan and writes it. */
async function fillText(validation: Locator, label: string, text: string): Promise<void> {
  await validation.locator('summary').filter({ hasText: label }).click();
  await validation.getByLabel(label, { exact: true }).fill(text);
}

async function send(validation: Locator, text = idea): Promise<void> {
  await ideaField(validation).fill(text);
  await validation.getByRole('button', { name: /^(Process for|Refresh) Validation$/ }).click();
}

test('the plan and every edit survive a reload, a closed tab and the next plan', async ({
  page,
  context,
}) => {
  const validation = await validateIdea(page, idea);
  await fillText(validation, 'App name', 'Bed Watch');
  await fillText(validation, 'Problem', 'Nobody knows who watered last.');
  await validation.getByRole('button', { name: /^Edit question 1:/ }).click();
  await validation.getByRole('textbox', { name: 'Question 1' }).fill('How many beds dried out last month?');
  await validation.getByRole('button', { name: 'Done' }).click();
  await validation.getByLabel('Summary Post for Communities').fill('My own words.');
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();
  const link = await surveyLink(validation);

  await page.reload();
  await expect(page.getByText('Validation plan for "Bed Watch"')).toBeVisible();
  await page.close();
  const later = await context.newPage();
  await later.goto('/');
  await later.getByRole('button', { name: 'Continue your plan' }).click();
  const again = dialog(later, 'Validating & Prototyping');
  await expect(ideaField(again)).toHaveValue(idea);
  await expect(again.getByLabel('App name')).toHaveValue('Bed Watch');
  await expect(again.getByLabel('Problem', { exact: true })).toHaveValue('Nobody knows who watered last.');
  await expect(again.getByText('How many beds dried out last month?')).toBeVisible();
  await expect(again.getByLabel('Summary Post for Communities')).toHaveValue('My own words.');
  await expect(again.getByLabel('Survey link')).toHaveText(link);

  await again.getByRole('button', { name: 'Refresh Validation' }).click();
  await expect(again.getByLabel('Survey link')).not.toHaveText(link);
  await again.getByRole('button', { name: 'Bring back the previous plan' }).click();
  await expect(again.getByLabel('App name')).toHaveValue('Bed Watch');
  await expect(again.getByLabel('Survey link')).toHaveText(link);
});

test('a connection that breaks while the plan is written loses nothing', async ({ page, context, guard }) => {
  guard.allow(/^console: Failed to load resource: net::ERR_/);
  const validation = await openValidation(page);
  await context.setOffline(true);
  await send(validation);
  await seeToast(page, 'validation_no_response');
  await expect(ideaField(validation)).toHaveValue(idea);
  await context.setOffline(false);
  await send(validation);
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
  await send(validation, hostile);
  await validation.getByLabel('Who has the problem?').fill(hostile);
  await validation.getByLabel('What goes wrong?').fill(hostile);
  await send(validation, hostile);
  await seeToast(page, 'validation_ready');
  for (const label of ['App name', 'Pitch', 'Problem', 'Audience'])
    await fillText(validation, label, `${label} ${hostile}`);
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Feedback for: ${hostile}`);
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
  const validation = await validateIdea(page, idea);
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
