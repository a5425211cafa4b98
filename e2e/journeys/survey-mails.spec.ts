import { openAccount } from '#e2e/harness/api.ts';
import { awaitMail } from '#e2e/harness/mail.ts';
import { answerAll, asksWithoutToken, sendAnswers } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';

test('a first answer comes by mail within ten seconds, is marked until it is read, and one click stops the mails', async ({
  product,
  openBrowser,
  guard,
}) => {
  guard.allow(asksWithoutToken);
  const account = await openAccount(product.url, 'pro');
  const { path } = await seedSurvey(product.url, account, { publicLink: true });
  const stranger = await (await openBrowser()).newPage();
  await stranger.goto(path);
  await answerAll(stranger);
  await sendAnswers(stranger);
  await expect(stranger.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  const mail = await awaitMail(product.url, { to: account.email, subject: /^Your first answer$/ }, 10_000);
  expect(mail).toContain('1 of 12');
  expect(mail).toContain('11 more bring a verdict.');

  const page = await (await openBrowser(account)).newPage();
  await page.goto('/dashboard');
  const marks = page.getByRole('link', { name: '1 new answer' });
  await expect(marks).toHaveCount(2);
  const seen = page.waitForResponse((response) => response.url().endsWith('/seen'));
  await marks.first().click();
  await expect(page).toHaveURL(`${path}/results`);
  expect((await seen).status()).toBe(200);
  await page.goto('/dashboard');
  await expect(page.getByText(/Based on 1 submission/)).toBeVisible();
  await expect(marks).toHaveCount(0);

  const off = /href="([^"]+\/survey-mails\/off[^"]+)"/.exec(mail)?.[1] ?? '';
  await stranger.goto(off);
  await stranger.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(stranger.getByText('Mails about answers and verdicts are off.')).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('switch', { name: 'Survey answers and verdicts' })).not.toBeChecked();
});
