import type { Locator, Page } from '@playwright/test';
import { type Account, call, enter, openAccount } from '#e2e/harness/api.ts';
import { dialog } from '#e2e/harness/founder.ts';
import { editIdea, enhance, enhancedPrompt, openProofOfConcept, showRawPrompt } from '#e2e/harness/studio.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { awaitVerdict, invoiceReading, seedSurvey, submitAnswers } from '#e2e/harness/world/seed.ts';
import type { Trail } from '#shared/contracts/trails.ts';

const idea = 'A tool that helps freelancers chase unpaid invoices';
const ownLine = 'My own line: nothing is sent without my click.';

/** A survey on the idea whose every answer has the problem. */
async function validate(url: string, account: Account): Promise<void> {
  const survey = await seedSurvey(url, account, { idea, reading: invoiceReading });
  const told = 'I moved the reminder so often that I ignored it, and the money came six weeks late.';
  await submitAnswers(url, account, survey, {
    count: 12,
    answer: ({ options }, index) => options?.at(0) ?? `${told} That was ${index + 1} years ago.`,
  });
  await awaitVerdict(url, account, survey, 12);
}

test('an answered idea becomes a prompt from what its founder says and quotes, and stays with its edits', async ({
  page,
  product,
  context,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/api\/build-prompts\//);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = await openAccount(product.url, 'pro');
  await enter(context, product.url, account);
  await validate(product.url, account);
  const poc = await openProofOfConcept(page);
  await poc.getByLabel('Based on').selectOption({ label: `"${idea}" (12 answers)` });
  await expect(poc.getByText(/^12 answers, 12 in their own words/)).toBeVisible();
  await answerQuestions(poc);
  await enhance(poc, idea);

  const result = enhancedPrompt(poc);
  await expect(result).toHaveAttribute('rows', '15');
  await expect(result).toHaveValue(/^- People add or look at this: each invoice with its due day$/m);
  await expect(result).toHaveValue(/^- See who is late\n {2}- \[#12 "I moved the reminder so often .*"\]$/m);
  await expect(result).toHaveValue(/^- Somebody can: Send a reminder$/m);
  await expect(poc.getByText(/ · each invoice with its due day · 2 lines · 12 answers$/)).toBeVisible();

  await result.fill(`${ownLine}\n\n${await result.inputValue()}`);
  await chooseEveryBuilder(poc);
  await readWhatChanged(poc);
  await copyPrompt(page, poc);

  await expect(poc.getByText('Saved', { exact: true })).toBeVisible();
  const before = await result.inputValue();
  await page.reload();
  const again = await openProofOfConcept(page);
  await showRawPrompt(again);
  await expect(enhancedPrompt(again)).toHaveValue(before);
  await expect(again.getByRole('radio', { name: 'Cursor' })).toBeChecked();
  await editIdea(again).click();
  await expect(again.getByLabel('Your App Idea')).toHaveValue(idea);
  await expect(again.getByLabel('Line 2')).toHaveValue('Send a reminder');
  await expect(again.getByRole('button', { name: /^Remove \[#12 / })).toBeVisible();
  await editInTwoTabs(page);
  const [trail] = await call<Trail[]>(product.url, '/api/trails', { method: 'GET', token: account.token });
  const texts = trail?.buildPrompts.map(({ preview }) => preview);
  expect(texts).toEqual(['The words of the second tab.', 'The words of the first tab.']);
});

/** By keyboard: Return leads from line to line. With a model the founder asks for the questions. */
async function answerQuestions(poc: Locator): Promise<void> {
  const question = poc.getByLabel('What one thing do people add or look at?');
  const byHand = poc.getByRole('button', { name: 'Write it without AI' });
  await expect(question.or(byHand)).toBeVisible();
  if (await byHand.isVisible()) await byHand.click();
  await question.fill('each invoice with its due day');
  await poc.getByLabel('Line 1').focus();
  await poc.page().keyboard.type('See who is late');
  await poc
    .getByRole('button', { name: /^Insert: I moved the reminder/ })
    .first()
    .click();
  await poc.page().keyboard.press('Enter');
  await expect(poc.getByText('Adds to line 2.')).toBeVisible();
  await poc.page().keyboard.type('Send a reminder');
}

test('without an answer the prompt asks its builder, and a phone has room for the questions', async ({
  page,
  product,
  context,
}) => {
  await enter(context, product.url, await openAccount(product.url, 'pro'));
  await page.setViewportSize({ width: 320, height: 640 });
  const poc = await openProofOfConcept(page);
  await poc.getByLabel('Your App Idea').fill(idea);
  const byHand = poc.getByRole('button', { name: 'Write it without AI' });
  await expect(poc.getByLabel('Line 5').or(byHand)).toBeVisible();
  if (await byHand.isVisible()) await byHand.click();
  await poc.getByLabel('Line 5').fill('Send a reminder');
  const width = await poc.evaluate((element) =>
    Math.max(...[...element.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)),
  );
  expect(width).toBeLessThanOrEqual(321);
  await page.reload();
  const again = await openProofOfConcept(page);
  if (await byHand.isVisible()) await byHand.click();
  await expect(again.getByLabel('Line 5')).toHaveValue('Send a reminder');
  await page.setViewportSize({ width: 1280, height: 860 });
  await enhance(again, idea);
  await expect(enhancedPrompt(again)).toHaveValue(/^- What one thing do people add or look at\?$/m);
  await expect(enhancedPrompt(again)).not.toHaveValue(/^- People add or look at this/m);
});

/** Neither text is lost: the later one becomes a prompt of its own on the same trail. */
async function editInTwoTabs(page: Page): Promise<void> {
  const poc = dialog(page, 'Proof of Concept (No-Code MVP)');
  const second = await page.context().newPage();
  const there = await openProofOfConcept(second);
  await expect(there.getByText(/Also open in another tab/)).toBeVisible();
  await showRawPrompt(there);
  await enhancedPrompt(poc).fill('The words of the first tab.');
  await expect(poc.getByText('Saved', { exact: true })).toBeVisible();
  await enhancedPrompt(there).fill('The words of the second tab.');
  await there.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await expect(there.getByText('Saved', { exact: true })).toBeVisible();
  await expect(enhancedPrompt(there)).toHaveValue('The words of the second tab.');
  await expect(enhancedPrompt(poc)).toHaveValue('The words of the first tab.');
  await second.close();
}

/** Addresses that hold the prompt, whatever its length. */
const filled = {
  Lovable: /^https:\/\/lovable\.dev\/\?autosubmit=true#prompt=.*nothing%20is%20sent/,
  Replit: /^https:\/\/replit\.com\/\?stack=Build&prompt=./,
};

async function chooseEveryBuilder(poc: Locator): Promise<void> {
  const result = enhancedPrompt(poc);
  const forms = new Set<string>();
  for (const name of ['Lovable', 'Bolt', 'v0', 'Replit', 'Cursor']) {
    await poc.locator('label').getByText(name, { exact: true }).click();
    await expect(poc.getByRole('radio', { name })).toBeChecked();
    await expect(result).toHaveValue(new RegExp(ownLine));
    const link = poc.getByRole('link', { name: new RegExp(`^(Open in|Copy and open) ${name}`) });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute(
      'href',
      name in filled ? filled[name as keyof typeof filled] : /^https:/,
    );
    forms.add(await result.inputValue());
  }
  expect(forms.size).toBe(5);
}

async function readWhatChanged(poc: Locator): Promise<void> {
  await poc.getByRole('button', { name: 'What changed' }).click();
  const changed = poc.getByRole('region', { name: 'What changed' });
  await expect(changed.locator('ins').first()).toBeVisible();
  await poc.getByLabel('Compare').selectOption('This rewrite, then your edits');
  await expect(changed.locator('ins').filter({ hasText: ownLine })).toBeVisible();
}

async function copyPrompt(page: Page, poc: Locator): Promise<void> {
  await poc.getByRole('button', { name: 'Copy to clipboard' }).click();
  await seeToast(page, 'build_prompt_copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await enhancedPrompt(poc).inputValue());
}
