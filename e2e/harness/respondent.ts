import type { Locator, Page } from '@playwright/test';

/** The text that a respondent writes into every free-text field, unless a test says otherwise. */
export const usualAnswer =
  'Two of us wrote it down in different places, and nobody noticed until it was late.';

/** The survey page asks without a token first, so that a public survey does not wait for one. */
export const asksWithoutToken = /^console: .* 401 .*\/api\/surveys\//;

/** The survey page's questions, in order. */
export function questions(page: Page): Locator {
  return page.getByRole('main').locator('ol > li');
}

/**
 * Answers every question, as in `seconds`: the option at `choice` of each select, the first box of each group, a text.
 */
export async function answerAll(
  page: Page,
  { choice = 1, text = usualAnswer, seconds = 180 } = {},
): Promise<void> {
  await showAllQuestions(page);
  for (const question of await questions(page).all()) {
    const select = question.getByRole('combobox');
    const boxes = question.getByRole('checkbox');
    // The one for a contact is optional.
    if (await question.locator('[type=email]').count()) continue;
    if (await select.count()) await select.selectOption({ index: choice });
    else if (await boxes.count()) await boxes.first().check();
    else await question.getByRole('textbox').fill(text);
  }
  // Answers that took a second would be set apart as too fast.
  await page.evaluate((later) => {
    const now = performance.now();
    performance.now = () => now + later;
  }, seconds * 1_000);
}

/** A phone has one question in view. */
async function showAllQuestions(page: Page): Promise<void> {
  await questions(page).first().waitFor({ state: 'attached' });
  const button = page.getByRole('button', { name: 'Show all' });
  if (await button.isVisible()) await button.click();
}

export async function sendAnswers(page: Page): Promise<void> {
  await showAllQuestions(page);
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
}
