import type { Page } from '@playwright/test';
import { type Account, enter, openAccount } from '#e2e/harness/api.ts';
import { dashboard } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { awaitVerdict, seedDraft, seedIdea, seedSurvey, submitAnswers } from '#e2e/harness/world/seed.ts';

async function enterAlone(page: Page, url: string): Promise<Account> {
  const account = await openAccount(url, 'pro');
  await enter(page.context(), url, account);
  return account;
}

function activities(page: Page) {
  return page.getByRole('region', { name: 'Activities', exact: true });
}

test('activities come newest first and a page at a time, and are found by their words and kind', async ({
  page,
  product,
}) => {
  const account = await enterAlone(page, product.url);
  const survey = await seedSurvey(product.url, account);
  const answer = ({ options }: { options: string[] | null }) => options?.[1] ?? 'It was left.';
  await submitAnswers(product.url, account, survey, { count: 3, answer });
  await awaitVerdict(product.url, account, survey, 3);
  for (let number = 1; number <= 24; number += 1)
    await seedDraft(product.url, account, `A lighthouse map, version ${number}`);

  await page.goto(dashboard);
  const list = activities(page);
  const rows = list.getByRole('listitem').filter({ has: page.getByRole('article') });
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText('version 24');
  await expect(list.getByText(seedIdea)).toBeHidden();
  const { height = 0 } = (await list.boundingBox()) ?? {};
  expect(height).toBeLessThanOrEqual(400);
  await list.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(25);
  await expect(rows.last()).toContainText(seedIdea);

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByLabel('Search your activities').fill('VERSION 17');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('version 17');
  await page.getByLabel('Search your activities').fill('no such words anywhere');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all activities' }).click();
  await page.getByRole('button', { name: 'Surveys', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(seedIdea);
});
