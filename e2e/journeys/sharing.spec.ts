import { call } from '#e2e/harness/api.ts';
import { dialog, surveyLink } from '#e2e/harness/founder.ts';
import { answerAll, sendAnswers } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';

test('a survey is shared from one dialog: to a community, and with results that its owner keeps', async ({
  page,
  context,
  product,
  guard,
  enterAs,
  openBrowser,
  sharedAccount,
}) => {
  guard.allow(/^console: .* 40[34] .*\/analyze-survey/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const owner = await enterAs('pro');
  const survey = await seedSurvey(product.url, owner);
  await page.goto(`${survey.path}/results`);
  await page.getByRole('button', { name: 'Share survey' }).click();
  const share = dialog(page, /^Share survey/);
  expect(await surveyLink(share)).toBe(product.url + survey.path);
  await expect(share.getByText('Private', { exact: true })).toBeVisible();
  await share.getByRole('button', { name: 'Copy link', exact: true }).click();
  await seeToast(page, 'link_copied', { action: 'Undo' });
  await expect(share.getByText('Public', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(share.getByText('Private', { exact: true })).toBeVisible();
  await share
    .getByRole('button', { name: /^Copy the link for/ })
    .first()
    .click();
  await expect(share.getByText('Public', { exact: true })).toBeVisible();
  const ownLink = await page.evaluate(() => navigator.clipboard.readText());
  expect(ownLink).toMatch(/\?from=./);
  await share.getByText('Only me').click();
  await expect(share.getByRole('radio', { name: 'Only me' })).toBeChecked();

  const member = await (await openBrowser(await sharedAccount('free'))).newPage();
  await member.goto(ownLink);
  await expect(member.getByText(`Only ${owner.name} sees the results.`)).toBeVisible();
  await answerAll(member);
  await sendAnswers(member);
  await expect(member.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(member.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
  await expect(member.getByRole('link', { name: 'View Survey Results' })).toHaveCount(0);
  await member.goto(`${survey.path}/results`);
  await expect(
    member.getByRole('main').getByText('Only the person who made this survey sees its results.'),
  ).toBeVisible();

  await member.goto(survey.path);
  await expect(member.getByRole('heading', { name: 'You have answered.' })).toBeVisible();
  await member.getByRole('button', { name: 'Change it?' }).click();
  await expect(member.getByRole('combobox').first()).not.toHaveValue('');
});

test('a respondent leaves an address, which the founder alone reads', async ({
  product,
  openBrowser,
  sharedAccount,
}) => {
  const owner = await sharedAccount('pro');
  const survey = await seedSurvey(product.url, owner, { publicLink: true });
  const page = await (await openBrowser()).newPage();
  await page.goto(survey.path);
  await expect(page.getByText(`Asked by ${owner.name}`)).toBeVisible();
  await expect(page.getByText(`Optional. Only ${owner.name} sees it, with your answer.`)).toBeVisible();
  await answerAll(page);
  const email = page.getByLabel('E-mail');
  await email.fill('jo at example');
  await sendAnswers(page);
  await expect(page.getByRole('alert')).toHaveText('Check your e-mail address, or leave it empty.');
  await expect(email).toBeFocused();
  await page.reload();
  await expect(email).toHaveValue('jo at example');
  await email.fill('jo@example.com');
  await sendAnswers(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  const { token } = owner;
  const path = `/api/surveys/${survey.surveyId}/contacts`;
  expect(await call(product.url, path, { method: 'GET', token })).toMatchObject([
    { number: 1, email: 'jo@example.com' },
  ]);
});
