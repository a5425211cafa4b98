import type { Locator, Page, Request } from '@playwright/test';
import { type Account, call, enter, openAccount } from '#e2e/harness/api.ts';
import { dialog } from '#e2e/harness/founder.ts';
import {
  addFiles,
  fillRequest,
  openRequestForm,
  requestForm,
  requestRow,
} from '#e2e/harness/request-form.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { secretKey, secretLog, seedRequest } from '#e2e/harness/world/seed.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';

async function enterAlone(page: Page, url: string): Promise<Account> {
  const account = await openAccount(url);
  await enter(page.context(), url, account);
  return account;
}

const submit = (form: Locator) => form.getByRole('button', { name: 'Submit Request' }).click();

/** It names when the answer is due, which changes from run to run. */
async function seeSubmitted(page: Page): Promise<void> {
  const toast = page.getByRole('region', { name: /^Messages/ }).getByRole('status');
  await expect(toast).toHaveText(/^Job Submitted!We have your request\. The answer is due \S.*, \d.*\.$/);
  await expect(requestForm(page)).toBeHidden();
}

function listRequests(url: string, { token }: Account): Promise<Job[]> {
  return call(url, '/api/jobs', { method: 'GET', token });
}

test('a free founder sends a request with a picture and a log, no secret leaves the browser, and edits it', async ({
  page,
  product,
}) => {
  const account = await enterAlone(page, product.url);
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (/\/api\/(jobs|attachments)/.test(request.url()))
      sent.push(request.postDataBuffer()?.toString('latin1') ?? '');
  });
  const form = await openRequestForm(page);
  await expect(form.getByLabel('Issue Description')).toHaveAttribute('rows', '8');
  await expect(form.getByRole('button', { name: /Add another issue/ })).toHaveCount(0);
  await expect(form.getByLabel('Contact Email')).toHaveValue(account.email);
  await submit(form);
  await expect(form.getByRole('alert')).toHaveCount(3);
  await expect(form.getByLabel('App Name')).toBeFocused();

  await fillRequest(form, {
    title: 'Paying fails',
    issue: `It says no. My key is ${secretKey}, is that right?`,
  });
  await addFiles(form, [
    { name: 'what-i-see.png', type: 'image/png', content: await page.screenshot() },
    { name: 'server.log', type: 'text/plain', content: secretLog },
  ]);
  await expect(form.getByText('Masked before it is sent: 1 Stripe key')).toBeVisible();
  await expect(form.getByText('Masked: 1 Stripe key', { exact: true })).toBeVisible();
  await expect(form.getByText('Pictures and PDFs can’t be masked.', { exact: false })).toBeVisible();
  await submit(form);
  await seeSubmitted(page);
  expect(sent.length).toBeGreaterThanOrEqual(3);
  expect(sent.join('\n')).not.toContain(secretKey);

  const row = requestRow(page, 'Paying fails');
  await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible();
  await row.getByText('Description', { exact: true }).click();
  await expect(row.getByText('My key is [masked: Stripe key], is that right?')).toBeVisible();
  await seeStored(page, product.url, account);

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = dialog(page, 'Edit Support Request');
  await edit.getByLabel('Request Title').fill('Paying fails on phones');
  await edit.getByRole('button', { name: 'Update Request' }).click();
  await seeToast(page, 'job_updated');
  await expect(edit).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Paying fails on phones' })).toBeVisible();
});

/** Also on the request's own page, where the picture is shown and the log can be read. */
async function seeStored(page: Page, url: string, account: Account): Promise<void> {
  const [job] = await listRequests(url, account);
  expect(job?.attachments.map(({ name }) => name).toSorted()).toEqual(['server.log', 'what-i-see.png']);
  await requestRow(page, 'Paying fails').getByRole('link', { name: 'Paying fails' }).click();
  await expect(page.getByRole('img', { name: 'what-i-see.png' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download server.log' }).click();
  const stream = await (await downloading).createReadStream();
  let log = '';
  for await (const piece of stream) log += piece;
  expect(log).toBe(secretLog.replace(secretKey, '[masked: Stripe key]'));
}

test('the free limit says the days left; a draft survives a reload and an upgrade sends it', async ({
  page,
  product,
}) => {
  const account = await enterAlone(page, product.url);
  await seedRequest(product.url, account);
  await page.goto('/?modal=jobForm');
  const form = requestForm(page);
  await expect(form).toBeVisible();
  await expect(page).toHaveURL('/');
  const limit = 'You have used your free request for this month. Please wait 30 days or upgrade your plan.';
  await expect(form.getByRole('status').filter({ hasText: 'Limit Reached' })).toContainText(limit);
  await expect(form.getByRole('button', { name: 'Limit Reached' })).toBeDisabled();
  await fillRequest(form, { title: 'The second thing', issue: 'Mails go to spam.' });

  await page.reload();
  const again = await openRequestForm(page);
  await expect(again.getByText('Your draft from this browser. It was not sent yet.')).toBeVisible();
  await expect(again.getByLabel('Request Title')).toHaveValue('The second thing');

  await again.getByRole('button', { name: 'Compare the plans' }).click();
  const pricing = dialog(page, 'Support Plan for non-technical founders');
  await pricing.getByRole('button', { name: 'Choose Pro Plan' }).click();
  await page.getByRole('button', { name: 'Pay with test money' }).click();
  await page.getByRole('link', { name: 'Continue where you left off' }).click();
  await expect(form.getByLabel('Request Title')).toHaveValue('The second thing');
  await expect(form.getByLabel('Issue Description')).toHaveValue('Mails go to spam.');
  await expect(form.getByText('10 of your 10 requests are left this month.')).toBeVisible();
  await submit(form);
  await seeSubmitted(page);
  expect(await listRequests(product.url, account)).toHaveLength(2);
  await openRequestForm(page);
  await expect(form.getByLabel('Request Title')).toHaveValue('');
});

test('offline nothing is lost, and a reply that got lost makes no second request', async ({
  page,
  context,
  product,
  guard,
}) => {
  guard.allow(/^console: Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const account = await enterAlone(page, product.url);
  const form = await openRequestForm(page);
  await fillRequest(form, { title: 'Sent on a train' });
  await context.setOffline(true);
  await submit(form);
  await expect(form.getByText(/may or may not have arrived\./)).toBeInViewport();
  await context.setOffline(false);
  expect(await listRequests(product.url, account)).toHaveLength(0);
  await expect(form.getByLabel('Request Title')).toHaveValue('Sent on a train');

  await page.route('**/api/jobs', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  const lost = page.waitForEvent('requestfailed');
  await submit(form);
  await lost;
  await expect(form.getByText(/may or may not have arrived\./)).toBeVisible();
  expect(await listRequests(product.url, account)).toHaveLength(1);
  await page.unroute('**/api/jobs');
  await page.reload();
  const again = await openRequestForm(page);
  await expect(again.getByLabel('Request Title')).toHaveValue('Sent on a train');
  await submit(again);
  await seeSubmitted(page);
  expect(await listRequests(product.url, account)).toHaveLength(1);
});
