import { enter, openAccount } from '#e2e/harness/api.ts';
import { openProofOfConcept } from '#e2e/harness/studio.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { awaitVerdict, invoiceReading, seedSurvey, submitAnswers } from '#e2e/harness/world/seed.ts';

const idea = 'A tool that helps freelancers chase unpaid invoices';
test('tmp shots', async ({ page, product, context }) => {
  const account = await openAccount(product.url, 'pro');
  await enter(context, product.url, account);
  const survey = await seedSurvey(product.url, account, { idea, reading: invoiceReading });
  const said = [
    'I moved the reminder so often that I ignored it.',
    'The money came six weeks late.',
    'Nobody tells me who has paid.',
    'I write the third letter by hand, each time anew, and hate it.',
  ];
  await submitAnswers(product.url, account, survey, {
    count: 12,
    answer: ({ options }, index) => options?.at(0) ?? `${said[index % 4]} That was ${index + 1} years ago.`,
  });
  await awaitVerdict(product.url, account, survey, 12);
  await page.setViewportSize({ width: 1280, height: 860 });
  const poc = await openProofOfConcept(page);
  await poc.getByLabel('Your App Idea').fill(idea);
  await page.screenshot({ path: '/tmp/shots/a0.png' });
  await poc.getByLabel('Based on').selectOption({ label: `"${idea}" (12 answers)` });
  await poc.getByLabel('What one thing').fill('each invoice, with the day it was due');
  await poc.getByLabel('Line 1').fill('See at once who is late');
  await poc
    .getByRole('button', { name: /^Insert: Nobody/ })
    .first()
    .click();
  await poc.getByLabel('Line 2').fill('Send a reminder in my own words');
  await poc
    .getByRole('button', { name: /^Insert: I write/ })
    .first()
    .click();
  await poc
    .getByRole('button', { name: /^Insert: .*12/ })
    .first()
    .click();
  await poc.getByLabel('Line 3').focus();
  for (const [name, width, height] of [
    ['d', 1280, 860],
    ['m', 390, 844],
    ['s', 320, 640],
  ] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/shots/a-${name}-${scheme}.png` });
      const over = await page.evaluate(
        () =>
          [...document.querySelectorAll('[role=dialog] *')].filter(
            (e) => e.getBoundingClientRect().right > innerWidth + 1,
          ).length,
      );
      console.log(name, scheme, 'overflow', over);
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await poc.getByRole('button', { name: 'From your answers' }).click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: '/tmp/shots/a-m-open.png' });
  await page.setViewportSize({ width: 1280, height: 860 });
  await poc.getByRole('button', { name: 'Enhance Prompt' }).click();
  await expect(poc.getByRole('button', { name: 'What changed' })).toBeVisible();
  for (const [name, width, height] of [
    ['d', 1280, 860],
    ['m', 390, 844],
    ['s', 320, 640],
  ] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/shots/r-${name}-${scheme}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 860 });
  await poc.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: '/tmp/shots/e-d.png' });
});
