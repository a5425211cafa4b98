import { expect, type Locator, type Page } from '@playwright/test';
import { dashboard, dialog } from './founder.ts';

export const invoices = {
  name: 'Invoice Chaser',
  url: 'https://invoice-chaser.example/start',
  description:
    'Invoice Chaser sends friendly payment reminders for freelancers whose clients pay invoices late, so nobody has to chase late invoices by hand.',
};

/** A question that the product answers, as people ask it. */
export const lateInvoices = {
  title: 'Ask HN: How do you chase late invoices without losing the client?',
  body: 'I freelance and about a third of my clients pay their invoices late. Writing payment reminders by hand feels rude. Is there a tool that sends payment reminders for late invoices, or do you chase them with a spreadsheet?',
};

export const findDialog = (page: Page) => dialog(page, 'Find Engagement Opportunities');
export const reviewDialog = (page: Page) => dialog(page, 'Review Opportunities');

export async function openFind(page: Page): Promise<Locator> {
  await page.goto(dashboard);
  await page.getByRole('button', { name: /^Launch \(First 1000 Users\)/ }).click();
  const find = findDialog(page);
  await expect(find.getByLabel('Product/Service Name')).toBeVisible();
  return find;
}

export async function fillProduct(find: Locator, product = invoices): Promise<void> {
  await find.getByLabel('Product/Service Name').fill(product.name);
  await find.getByLabel('URL').fill(product.url);
  await find.getByLabel('Product/Service Description').fill(product.description);
}

/** Searches for the product and waits for what was found. */
export async function findOpportunities(page: Page, product = invoices): Promise<Locator> {
  const find = await openFind(page);
  await fillProduct(find, product);
  await find.getByRole('button', { name: 'Find Opportunities' }).click();
  const review = reviewDialog(page);
  await expect(review).toBeVisible({ timeout: 30_000 });
  return review;
}

/** The page of all conversations. */
export const historyPage = '/startup-spark-suite/history';
export const history = (page: Page) => page.getByRole('region', { name: 'Engagement History' });

/** A conversation on the dashboard. */
export const conversationRow = (page: Page, title: string) =>
  history(page).getByRole('article', { name: title });

/** Dialog for a reply in the owner's own words. */
export const editor = (page: Page) => dialog(page, 'Write your reply');
export const replyField = (page: Page) => editor(page).getByLabel('Your reply, in your own words');
