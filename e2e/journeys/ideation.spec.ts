import { readFile } from 'node:fs/promises';
import type { Locator, Page, Request } from '@playwright/test';
import { enter, openAccount } from '#e2e/harness/api.ts';
import {
  addWords,
  ideationDialog,
  openIdeation,
  seeSection,
  sessionText,
  writeSection,
} from '#e2e/harness/studio.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { ideationStages } from '#shared/rules/ideation/ideation-stages.ts';

const idea = 'A tool that helps freelancers chase unpaid invoices';
const afterFirst = 'Our own rule: nobody is reminded more than twice.';
const afterThird = 'Our own finding: the accountants asked us first.';
const ai = '**/api/groq';

// Each stage is a form here; `model.spec.ts` has the way with a model.
test.use({ environment: { AI: 'embedded' } });

/** The prompts that the browser sends to the model from now on. */
function watchPrompts(page: Page): string[] {
  const prompts: string[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/groq')) prompts.push(request.postDataJSON().prompt);
  });
  return prompts;
}

test('five stages with edits, a stop, a reload and another device end as one saved session', async ({
  page,
  product,
  openBrowser,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/api\/ideation-sessions\//);
  const account = await openAccount(product.url);
  await enter(page.context(), product.url, account);
  const prompts = watchPrompts(page);
  const coach = await openIdeation(page);
  await coach.getByLabel('Ideas for my startup').fill(idea);
  await stopTheFirst(page, coach);
  await coach.getByRole('textbox', { name: 'What do you call it?' }).fill('Paid on time');

  await writeSection(page, 'IDEATION');
  await expect(coach.getByLabel('Ideas for my startup')).toBeDisabled();
  await expect(coach.getByLabel('Ideas for my startup')).toHaveValue('');
  await addWords(coach, afterFirst);
  await fillFigures(coach);
  await writeSection(page, 'MARKET_RESEARCH');
  expect(prompts.at(-1)).toContain(afterFirst);

  await page.reload();
  const again = await openIdeation(page);
  await seeSection(again, 'MARKET_RESEARCH');
  await fillMarket(again);
  await seeSection(again, 'IDEATION');
  await expect(sessionText(again).getByText(afterFirst)).toBeVisible();

  const device = await (await openBrowser(account)).newPage();
  const there = await openIdeation(device);
  await seeSection(there, 'IDEATION');
  await expect(sessionText(there).getByText(afterFirst)).toBeVisible();
  await writeSection(device, 'VALIDATION');
  await addWords(there, afterThird);
  await expect(there.getByText('Saved', { exact: true })).toBeVisible();
  await device.close();

  await addWords(again, 'Words that came too late.');
  await again.getByRole('button', { name: 'Load the newer one' }).click();
  await expect(sessionText(again).getByText(afterThird)).toBeVisible();
  await seeSection(again, 'IDEATION');
  await expect(sessionText(again).getByText(afterFirst)).toBeVisible();
  await expect(sessionText(again).getByText('Words that came too late.')).toBeHidden();
  await writeSection(page, 'MVP');
  expect(prompts.at(-1)).toContain(afterThird);
  await writeSection(page, 'ACQUISITION');
  await again.getByRole('button', { name: 'Save Ideation' }).click();
  await seeToast(page, 'ideation_saved');
  await expect(ideationDialog(page)).toBeHidden();
  await reopenAndExport(page);
});

async function fillFigures(coach: Locator): Promise<void> {
  await coach.getByRole('textbox', { name: 'How many people are there?' }).fill('1,200');
  await coach.getByRole('textbox', { name: 'How many have the problem?' }).fill('75 %');
  await coach.getByRole('textbox', { name: 'What would one pay a year?' }).fill('$120');
}

/** The whole market is computed from three numbers, also once they are in the text. */
async function fillMarket(coach: Locator): Promise<void> {
  const market = coach.getByRole('region', { name: 'Market size' });
  await expect(market.getByText('$108,000')).toBeVisible();
  await market.getByLabel('Share with the problem').fill('50 %');
  await expect(market.getByText('$72,000')).toBeVisible();
  await expect(coach.getByText('Saved', { exact: true })).toBeVisible();
}

/** No text arrives, so only the idea is stored. */
async function stopTheFirst(page: Page, coach: Locator): Promise<void> {
  await page.route(ai, () => {});
  await coach.getByRole('button', { name: 'Get Ideation Help' }).click();
  await expect(coach.getByText('Generating response, please wait...')).toBeVisible();
  await expect(coach.getByRole('button', { name: 'Generating...' })).toBeVisible();
  await coach.getByRole('button', { name: 'Stop' }).click();
  await expect(coach.getByRole('button', { name: 'Get Ideation Help' })).toBeVisible();
  await expect(coach.getByLabel('Ideas for my startup')).toHaveValue(idea);
  await page.unroute(ai);
}

async function reopenAndExport(page: Page): Promise<void> {
  const row = activity(page);
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: 'Open' }).click();
  const coach = ideationDialog(page);
  for (const { stage } of ideationStages) await seeSection(coach, stage);
  await addWords(coach, 'Words after the save.');

  const downloading = page.waitForEvent('download');
  await coach.getByText('Export', { exact: true }).click();
  await coach.getByRole('button', { name: 'Markdown' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  const markdown = await readFile(await download.path(), 'utf8');
  for (const { title } of ideationStages) expect(markdown).toContain(`### ${title}`);
  for (const words of [afterFirst, afterThird, 'Words after the save.']) expect(markdown).toContain(words);
  await seePrintedSheet(page, coach);

  await coach.getByRole('button', { name: 'Save Ideation' }).click();
  await seeToast(page, 'ideation_saved');
}

function activity(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Activities', exact: true })
    .getByRole('article')
    .filter({ hasText: / · Ideation/ });
}

/** On paper there is the session and nothing of the page around it. */
async function seePrintedSheet(page: Page, coach: Locator): Promise<void> {
  // Without a print dialog the sheet would be put away at once.
  await page.evaluate(() => {
    window.print = () => {};
  });
  await coach.getByText('Export', { exact: true }).click();
  await coach.getByRole('button', { name: 'PDF' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('article').getByText(afterThird)).toBeVisible();
  const printed = await page.evaluate(() => document.body.innerText);
  expect(printed).toContain(afterFirst);
  for (const around of ['Recent Activities', 'Ideas for my startup', 'Save Ideation', 'Logout'])
    expect(printed).not.toContain(around);
  expect((await page.pdf()).subarray(0, 4).toString()).toBe('%PDF');
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('article').getByText(afterThird)).toBeHidden();
}
