import type { Locator, Page, Request } from '@playwright/test';
import { mostlyShowing } from '#e2e/harness/answerers.ts';
import { type Account, call, enter, openAccount } from '#e2e/harness/api.ts';
import { dashboard, dialog, seeToast } from '#e2e/harness/founder.ts';
import { awaitMail, findMails, mailServerAway } from '#e2e/harness/mail.ts';
import { startProduct } from '#e2e/harness/product.ts';
import {
  addFiles,
  fillRequest,
  openRequestForm,
  requestForm,
  requestRow,
} from '#e2e/harness/request-form.ts';
import { expect, test } from '#e2e/harness/test.ts';
import {
  awaitBrokenPromise,
  awaitVerdict,
  letHoursPass,
  readRequest,
  secretKey,
  secretLog,
  seedIdea,
  seedRequest,
  seedSurvey,
  submitAnswers,
} from '#e2e/harness/world/seed.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Job } from '#shared/contracts/support-requests.ts';

async function enterAlone(page: Page, url: string, plan: Plan = 'free'): Promise<Account> {
  const account = await openAccount(url, plan);
  await enter(page.context(), url, account);
  return account;
}

const submit = (form: Locator) => form.getByRole('button', { name: 'Submit Request' }).click();

/** When the answer is due stands in it, and changes from run to run. */
async function seeSubmitted(page: Page): Promise<void> {
  const toast = page.getByRole('region', { name: /^Messages/ }).getByRole('status');
  await expect(toast).toHaveText(/^Job Submitted!We have your request\. The answer is due \S.*, \d.*\.$/);
  await expect(requestForm(page)).toBeHidden();
}

function listRequests(url: string, { token }: Account): Promise<Job[]> {
  return call(url, '/api/jobs', { method: 'GET', token });
}

test('a free founder sends one request with a picture and a log, and no secret leaves the browser', async ({
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
  await expect(form.getByText('Pictures can’t be masked.', { exact: false })).toBeVisible();
  await submit(form);
  await seeSubmitted(page);
  expect(sent.length).toBeGreaterThanOrEqual(3);
  expect(sent.join('\n')).not.toContain(secretKey);

  const row = requestRow(page, 'Paying fails');
  await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible();
  await row.getByText('Description', { exact: true }).click();
  await expect(row.getByText('My key is [masked: Stripe key], is that right?')).toBeVisible();
  await seeStored(page, product.url, account);
});

/** Also on the request's own page, where the picture is shown and the log can be read. */
async function seeStored(page: Page, url: string, account: Account): Promise<void> {
  const [job] = await listRequests(url, account);
  expect(job?.attachments.map(({ name }) => name).toSorted()).toEqual(['server.log', 'what-i-see.png']);
  await requestRow(page, 'Paying fails')
    .getByRole('link', { name: /^Thread/ })
    .click();
  await expect(page.getByRole('img', { name: 'what-i-see.png' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download server.log' }).click();
  const stream = await (await downloading).createReadStream();
  let log = '';
  for await (const piece of stream) log += piece;
  expect(log).toBe(secretLog.replace(secretKey, '[masked: Stripe key]'));
}

test('what a program sends past the browser is masked by the server', async ({ product, sharedAccount }) => {
  const account = await sharedAccount('developer');
  const issue = `DATABASE_URL=postgres://ada:tuna-and-rice-9@db.example/app and ${secretKey}`;
  const { id } = await seedRequest(product.url, account, { issueDescriptions: [issue, '  ', ''] });
  const stored = await readRequest(product.url, account, id);
  expect(stored.issueDescriptions).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(secretKey);
  expect(JSON.stringify(stored)).not.toContain('tuna-and-rice-9');
});

test('the free limit is told with the days that are left; a draft survives a reload and an upgrade sends it', async ({
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

test('a request that the server refuses is told and stays in the form', async ({ page, product, guard }) => {
  guard.allow(/^console: .* 403 .*\/api\/jobs/);
  const account = await enterAlone(page, product.url);
  const form = await openRequestForm(page);
  await fillRequest(form, { title: 'From this device' });
  await seedRequest(product.url, account, { requestTitle: 'From another device' });
  await submit(form);
  await seeToast(page, 'request_limit_free', { params: { n: 30 } });
  await expect(form.getByLabel('Request Title')).toHaveValue('From this device');
  await expect(form.getByRole('button', { name: 'Limit Reached' })).toBeDisabled();
  expect(await listRequests(product.url, account)).toHaveLength(1);
});

test('a pro request holds five issues and not a sixth', async ({ page, product }) => {
  const account = await enterAlone(page, product.url, 'pro');
  const form = await openRequestForm(page);
  await expect(form.getByLabel('Issue Description')).toHaveAttribute('rows', '4');
  await fillRequest(form, { title: 'Five things at once', issue: 'Thing 1' });
  for (let count = 1; count < 5; count += 1) {
    await form.getByRole('button', { name: `Add another issue (${count}/5)` }).click();
    await expect(form.getByLabel(`Issue Description ${count + 1}`)).toBeFocused();
    await page.keyboard.type(`Thing ${count + 1}`);
  }
  await expect(form.getByRole('button', { name: 'Add another issue (5/5)' })).toBeDisabled();
  await form.getByRole('button', { name: 'Remove Issue Description 3' }).click();
  await expect(form.getByRole('button', { name: 'Add another issue (4/5)' })).toBeEnabled();
  await form.getByRole('button', { name: 'Put it back' }).click();
  await expect(form.getByLabel('Issue Description 3')).toHaveValue('Thing 3');
  await submit(form);
  await seeSubmitted(page);
  const issues = ['Thing 1', 'Thing 2', 'Thing 3', 'Thing 4', 'Thing 5'];
  const [job] = await listRequests(product.url, account);
  expect(job?.issueDescriptions).toEqual(issues);
  await expect(page.getByText('9 of your 10 requests are left this month.')).toBeVisible();
  const six = seedRequest(product.url, account, { issueDescriptions: [...issues, 'Thing 6'] });
  await expect(six).rejects.toThrow(/403 .*request_issue_limit/);
});

test('a request is edited although the limit is reached', async ({ page, product }) => {
  const account = await enterAlone(page, product.url);
  await seedRequest(product.url, account, { requestTitle: 'Nobody can log in' });
  await page.goto(dashboard);
  await requestRow(page, 'Nobody can log in').getByRole('button', { name: 'Edit' }).click();
  const form = dialog(page, 'Edit Support Request');
  await form.getByLabel('Request Title').fill('Only phones can not log in');
  await form.getByRole('button', { name: 'Update Request' }).click();
  await seeToast(page, 'job_updated');
  await expect(form).toBeHidden();
  await expect(requestRow(page, 'Only phones can not log in')).toBeVisible();
  await expect(requestRow(page, 'Nobody can log in')).toHaveCount(0);
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

test('a request about a survey leads to its results', async ({ page, product }) => {
  const account = await enterAlone(page, product.url, 'pro');
  const survey = await seedSurvey(product.url, account);
  await submitAnswers(product.url, account, survey, { count: 12, answer: mostlyShowing });
  await awaitVerdict(product.url, account, survey, 12);
  await seedRequest(product.url, account, { requestTitle: 'What now?', surveySlug: survey.surveyId });
  await page.goto(dashboard);
  const row = requestRow(page, 'What now?');
  await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await row.getByRole('link', { name: 'View Results' }).click();
  await expect(page).toHaveURL(`/survey/${survey.surveyId}/results`);
  await expect(page.getByRole('heading', { name: seedIdea, level: 1 })).toBeVisible();
});

test('a promise that we broke is said as it is, and gives one request back', async ({ page, product }) => {
  const account = await enterAlone(page, product.url);
  const { id } = await seedRequest(product.url, account, { requestTitle: 'Still white' });
  await letHoursPass(product, id, 49);
  await awaitBrokenPromise(product, account, id);
  await page.goto(dashboard);
  await expect(requestRow(page, 'Still white')).toContainText(/We are late: .* You have one request back\./);
  const form = await openRequestForm(page);
  await expect(form.getByText(/late answers of ours gave you 1 back/)).toBeVisible();
  await fillRequest(form, { title: 'The next thing' });
  await submit(form);
  await seeSubmitted(page);
  await openRequestForm(page);
  await expect(form.getByRole('button', { name: 'Limit Reached' })).toBeDisabled();
  const { email } = account;
  const late = await awaitMail(product.url, {
    to: email,
    subject: /^We are late with your request: Still white/,
  });
  expect(late).toContain('You have one support request back.');
});

test('a kill between a request and its mails loses neither', async ({ openBrowser }) => {
  test.setTimeout(300_000);
  const product = await startProduct(await mailServerAway());
  try {
    const account = await openAccount(product.url);
    const page = await (await openBrowser(account, { baseURL: product.url })).newPage();
    await enter(page.context(), product.url, account);
    const form = await openRequestForm(page);
    await fillRequest(form, { title: 'Before the power cut' });
    await submit(form);
    await seeSubmitted(page);
    await page.close();
    await product.kill();
    await product.restart({ MAIL: 'embedded', SMTP_URL: '', MAIL_FROM: '' });
    const received = { to: account.email, subject: /^We have your request: Before the power cut/ };
    const announced = { to: 'support@example.com', subject: /^New request: Before/ };
    await Promise.all([received, announced].map((mail) => awaitMail(product.url, mail, 200_000)));
    expect(await findMails(product.url, received)).toHaveLength(1);
    expect(await listRequests(product.url, account)).toHaveLength(1);
  } finally {
    await product.remove();
  }
});
