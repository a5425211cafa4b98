import type { BrowserContext, Page } from '@playwright/test';
import { enter, openAccount } from '#e2e/harness/api.ts';
import { dialog, fillSignIn, gardenIdea, openValidation, sendIdea } from '#e2e/harness/founder.ts';
import { newPerson } from '#e2e/harness/person.ts';
import { asksWithoutToken, usualAnswer } from '#e2e/harness/respondent.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { takeTime } from '#e2e/harness/visitor.ts';
import { seedRequest, seedSurvey } from '#e2e/harness/world/seed.ts';
import { requestPath } from '#shared/rules/suite-paths.ts';

/** Puts every text, new ones too, into `<font><font>…</font></font>`, as translators of browsers do. */
function translate(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const isTranslated = (text: Node) => text.parentElement?.closest('font, script, style, textarea, title');
    const wrap = (text: Text) => {
      if (!text.data.trim() || isTranslated(text)) return;
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
    };
    const wrapAll = (node: Node) => {
      if (!node.isConnected) return;
      if (node instanceof Text) return wrap(node);
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(wrap);
    };
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(wrapAll);
    }).observe(document, { childList: true, subtree: true });
  });
}

const failedToLoad = /^console: Failed to load resource: /;

test.beforeEach(({ context }) => translate(context));

/** Every screen of the product is shown, none of the screens for a crash. */
async function seeNoCrash(page: Page): Promise<void> {
  await expect(page.getByText('This page could not be shown.')).toHaveCount(0);
  await expect(page.locator('font font').first()).toBeAttached();
}

test('a translated survey counts on, keeps answers that could not be sent and confirms them', async ({
  page,
  context,
  product,
  sharedAccount,
  guard,
}) => {
  guard.allow(asksWithoutToken, failedToLoad);
  const contact = 'jonas@hofbrot.example';
  const { path } = await seedSurvey(product.url, await sharedAccount('pro'), {
    publicLink: true,
    questions: ['First?', 'Second?', 'Third?'].map((question) => ({
      question,
      type: 'open-ended',
      options: null,
    })),
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  const next = page.getByRole('button', { name: 'Next' });
  for (const counter of ['1 of 4', '2 of 4', '3 of 4']) {
    await expect(page.getByText(counter)).toBeVisible();
    await page.getByRole('textbox').filter({ visible: true }).fill(usualAnswer);
    await next.click();
  }
  await expect(page.getByText('4 of 4')).toBeVisible();
  await page.getByLabel('E-mail').fill(contact);
  const submit = page.getByRole('button', { name: 'Submit Feedback' });
  await context.setOffline(true);
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('Submission Failed');
  await seeNoCrash(page);
  await expect(page.getByLabel('E-mail')).toHaveValue(contact);
  await context.setOffline(false);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused();
  await seeNoCrash(page);
});

test('the landing page is touched after it was translated, and keeps what was typed and pressed', async ({
  page,
}) => {
  await page.route('**/assets/*.js', async (route) => {
    await expect(page.getByLabel('Your idea in one sentence')).toHaveValue('Bread for bakeries');
    await route.continue();
  });
  await page.goto('/');
  await seeNoCrash(page);
  await page.getByLabel('Your idea in one sentence').fill('Bread for bakeries');
  await page.getByRole('button', { name: 'Get started for Free' }).click();
  await expect(page.getByRole('region', { name: 'Your idea' })).toContainText('Fill in what is missing');
  await expect(page.getByLabel('Your idea in one sentence')).toHaveValue('Bread for bakeries');
  await seeNoCrash(page);
});

test('a wrong password and a message that fails leave a translated page whole', async ({
  page,
  context,
  product,
  guard,
}) => {
  guard.allow(failedToLoad);
  const person = newPerson();
  await openAccount(product.url, 'free', person);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  await fillSignIn(page, { email: person.email, password: 'a-wrong-enough-word' });
  await expect(dialog(page, 'Welcome to Startup Spark').getByRole('alert')).toBeVisible();
  await seeToast(page, 'auth/invalid-credential');
  await seeNoCrash(page);
  await fillSignIn(page, person);
  await seeToast(page, 'signed_in');

  await page.goto('/ContactUs');
  const field = page.getByRole('textbox', { name: 'Message' });
  await page.getByLabel('Full Name').fill('Ada');
  await page.getByLabel('Email').fill(person.email);
  await field.fill('Does it work in Finnish?');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await seeToast(page, 'contact_failed');
  await seeNoCrash(page);
  await expect(field).toHaveValue('Does it work in Finnish?');
  await context.setOffline(false);
  await takeTime(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { name: 'Message sent!' })).toBeFocused();
  await seeNoCrash(page);
});

test('a translated support thread and a translated plan take what is sent', async ({
  page,
  context,
  product,
  guard,
}) => {
  guard.allow(failedToLoad);
  const account = await openAccount(product.url, 'pro');
  const { id } = await seedRequest(product.url, account);
  await enter(context, product.url, account);
  await page.goto(requestPath(id));
  const answer = page.getByLabel('Your message');
  await answer.fill('It also happens on a phone.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send message' }).click();
  await seeToast(page, 'answer_failed');
  await expect(answer).toHaveValue('It also happens on a phone.');
  await seeNoCrash(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(answer).toHaveValue('');
  await expect(page.getByText('It also happens on a phone.')).toBeVisible();
  await seeNoCrash(page);

  await page.goto('/');
  const validation = await openValidation(page);
  await sendIdea(validation, gardenIdea);
  await seeToast(page, 'validation_ready');
  await expect(validation.getByText('Saved', { exact: true })).toBeVisible();
  await validation.getByRole('button', { name: 'Edit your idea' }).click();
  await expect(validation.getByLabel('Your idea in one sentence')).toHaveValue(gardenIdea.idea);
  await seeNoCrash(page);
});
