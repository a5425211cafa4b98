import { gardenIdea, openValidation, sendIdea } from '#e2e/harness/founder.ts';
import { answerAll, asksWithoutToken, sendAnswers } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { seedSurvey } from '#e2e/harness/world/seed.ts';

// Safari 15.4 and Firefox 115 lack these, one or both: a page that needs one of them would stay blank there.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const newer: [object | undefined, string][] = [
      ...['timeout', 'any'].map((name): [object, string] => [AbortSignal, name]),
      ...['toSorted', 'toSpliced', 'toReversed', 'with'].map((name): [object, string] => [
        Array.prototype,
        name,
      ]),
      ...['isWellFormed', 'toWellFormed'].map((name): [object, string] => [String.prototype, name]),
      ...['canParse', 'parse'].map((name): [object, string] => [URL, name]),
      ...['try', 'withResolvers'].map((name): [object, string] => [Promise, name]),
      ...Object.getOwnPropertyNames(Set.prototype)
        .filter((name) => /^(union|intersection|difference|symmetricDifference|is)/.test(name))
        .map((name): [object, string] => [Set.prototype, name]),
      ...[
        'map',
        'filter',
        'take',
        'drop',
        'flatMap',
        'reduce',
        'toArray',
        'forEach',
        'some',
        'every',
        'find',
      ].map((name): [object | undefined, string] => [globalThis.Iterator?.prototype, name]),
      ...['fromAsync'].map((name): [object, string] => [Array, name]),
      [Object, 'groupBy'],
      [Map, 'groupBy'],
      [RegExp, 'escape'],
      [Response, 'json'],
      [Intl, 'Segmenter'],
      [Element.prototype, 'checkVisibility'],
      [HTMLFormElement.prototype, 'requestSubmit'],
      [HTMLElement.prototype, 'showPopover'],
      [HTMLElement.prototype, 'inert'],
      [Document.prototype, 'startViewTransition'],
      [Document.prototype, 'caretPositionFromPoint'],
      [Navigator.prototype, 'userActivation'],
      [URLSearchParams.prototype, 'size'],
      [window, 'scheduler'],
      [window, 'requestIdleCallback'],
      [window, 'navigation'],
      [window, 'CloseWatcher'],
      [window, 'Temporal'],
      [window, 'Iterator'],
    ];
    for (const [owner, name] of newer) if (owner) Reflect.deleteProperty(owner, name);
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (property: string, value?: string) =>
      property !== 'field-sizing' && (value === undefined ? supports(property) : supports(property, value));
    const fixed = new CSSStyleSheet();
    fixed.replaceSync('textarea { field-sizing: fixed !important }');
    addEventListener('DOMContentLoaded', () => document.adoptedStyleSheets.push(fixed));
    const known = RegExp;
    const refuse = (source: string | RegExp) => {
      if (/\(\?<[=!]/.test(String(source))) throw new SyntaxError('Invalid group specifier name');
    };
    window.RegExp = new Proxy(known, {
      apply(_target, _this, [source, flags]) {
        refuse(source);
        return known(source, flags);
      },
      construct(_target, [source, flags]) {
        refuse(source);
        return new known(source, flags);
      },
    });
  }),
);

test('the oldest browsers answer a survey', async ({ page, product, sharedAccount, guard }) => {
  guard.allow(asksWithoutToken);
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'), { publicLink: true });
  await page.goto(path);
  await answerAll(page);
  await sendAnswers(page);
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused();
});

test('the oldest browsers read an idea on the landing page', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Your idea in one sentence').fill('Bread for bakeries');
  await page.getByLabel('Your idea in one sentence').press('Enter');
  await expect(page.getByRole('region', { name: 'Your idea' })).toContainText('missing');
  await page.getByLabel('Your idea in one sentence').fill('Bakers throw away unsold bread every evening');
  await page.getByLabel('Your idea in one sentence').press('Enter');
  await expect(page.getByRole('region', { name: 'Your idea' })).toContainText('Is this right?');
});

test('the oldest browsers write a plan and change it', async ({ page, enterAs }) => {
  await enterAs('pro');
  await page.goto('/');
  const validation = await openValidation(page);
  await sendIdea(validation, gardenIdea);
  await seeToast(page, 'validation_ready');
  await validation.getByRole('button', { name: /^Edit question 1:/ }).click();
  const question = validation.getByRole('textbox', { name: 'Question 1' });
  await expect(question).toBeFocused();
  expect(await question.evaluate(caretPlace)).toBe((await question.inputValue()).length);
  await question.fill('How many beds dried out last month, of those that you water?\n'.repeat(9).trim());
  expect(await question.evaluate(hiddenHeight)).toBeLessThanOrEqual(1);
  await question.fill('How many beds dried out last month?');
  expect(await question.evaluate((field) => field.clientHeight)).toBeLessThan(100);
  await validation.getByRole('button', { name: 'Done' }).click();
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();
});

function caretPlace(field: HTMLElement): number | null {
  return field instanceof HTMLTextAreaElement ? field.selectionStart : null;
}

/** Pixels of a field's text that can't be seen without scrolling. */
function hiddenHeight({ scrollHeight, clientHeight }: HTMLElement): number {
  return scrollHeight - clientHeight;
}
