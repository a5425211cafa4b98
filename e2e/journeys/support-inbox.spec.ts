import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { openAgent, openUnconfirmed } from '#e2e/harness/agents.ts';
import { type Account, enter, openAccount } from '#e2e/harness/api.ts';
import { dialog } from '#e2e/harness/founder.ts';
import { answerMail, answersByMail, awaitMail, linkIn } from '#e2e/harness/mail.ts';
import { addFiles, fillRequest, openRequestForm } from '#e2e/harness/request-form.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { readRequest, seedRequest, workOn } from '#e2e/harness/world/seed.ts';
import { message } from '#shared/messages/catalogue.ts';
import { requestPath } from '#shared/rules/suite-paths.ts';

const inbox = '/startup-spark-suite/inbox';

test.use({ environment: answersByMail });

let grace: Account;
test.beforeAll(async ({ product }) => {
  grace = await openAgent(product.url, 'grace');
});

const inLog = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const composer = (page: Page) => page.getByRole('region', { name: 'Write' });

async function write(page: Page, mode: string, text: string, button: string): Promise<void> {
  await composer(page).getByRole('radio', { name: mode }).check();
  await composer(page).getByRole('textbox').fill(text);
  await composer(page).getByRole('button', { name: button }).click();
}

async function openInboxRequest(page: Page, title: string): Promise<void> {
  await page.goto(inbox);
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** The mail in the development outbox, as its reader sees it. */
async function openMail(page: Page, subject: string): Promise<Locator> {
  const mail = page.getByRole('article').filter({ has: page.getByRole('heading', { name: subject }) });
  await expect(async () => {
    await page.goto('/outbox');
    await expect(mail).toHaveCount(1, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
  return mail;
}

test('somebody on the list of agents finds the inbox once the address is confirmed', async ({
  page,
  context,
  product,
}) => {
  const mary = await openUnconfirmed(product.url, 'mary');
  await enter(context, product.url, mary);
  await page.goto(inbox);
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Inbox' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send the confirmation link' }).click();
  await expect(page.getByRole('status').getByText(message('email_link_sent').text)).toBeVisible();

  const link = linkIn(await awaitMail(product.url, { to: mary.email, subject: /^Confirm your email/ }));
  await page.goto(link);
  await dialog(page, 'Confirm your email').getByRole('button', { name: 'Confirm my email' }).click();
  await seeToast(page, 'email_verified');
  await expect(page).not.toHaveURL(/verifyToken/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('an agent claims, asks, is answered by the link of the mail, replies and resolves; the customer reopens', async ({
  page,
  context,
  product,
  openBrowser,
}) => {
  const { url } = product;
  const customer = await openAccount(url, 'pro');
  const title = 'The checkout says nothing';
  const { id } = await seedRequest(url, customer, { requestTitle: title });
  const mine = await (await openBrowser(customer)).newPage();
  await mine.goto(requestPath(id));
  await expect(mine.getByText(/^Answer due .* \(in 23 hours\)$/)).toBeVisible();

  await enter(context, url, grace);
  await openInboxRequest(page, title);
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByText('You work on this.')).toBeVisible();
  await write(page, 'Ask the customer', 'Which card did you use?', 'Send question');
  await seeToast(page, 'inbox_question_sent');
  await expect(page.getByText(/^Paused while we wait for the customer/)).toBeVisible();
  await expect(inLog(page).getByText('Which card did you use?')).toBeVisible();
  await mine.reload();
  await expect(mine.getByText(/^Paused while we wait for you: /)).toBeVisible();
  await expect(mine.getByText('Grace Agent works on it')).toBeVisible();

  const stranger = await (await openBrowser()).newPage();
  const mail = await openMail(stranger, `Re: We have your request: ${title}`);
  await expect(mail).toContainText('Which card did you use?');
  await mail.getByRole('link', { name: /support-answer/ }).click();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(stranger).not.toHaveURL(/token/);
  await stranger.getByLabel('Your answer to the question').fill('A test card. My password: tuna-and-rice-9');
  await stranger.getByRole('button', { name: 'Send answer' }).click();
  await expect(stranger.getByText('Your answer is sent and stands above.')).toBeVisible();
  await expect(inLog(stranger)).toContainText('A test card. My password: [masked: password]');

  const secret = 'The heron crossed at noon';
  await write(page, 'Internal note', secret, 'Save note');
  await seeToast(page, 'inbox_note_saved');
  await expect(inLog(page)).toContainText(secret);
  await page.reload();
  await expect(inLog(page)).toContainText('A test card. My password: [masked: password]');
  await expect(page.getByText(/^Answer due /)).toBeVisible();
  await write(page, 'Reply', 'Test cards do not work on the real address.', 'Send reply');
  await seeToast(page, 'inbox_reply_sent');
  await expect(page.getByText(/^Answered in time, /)).toBeVisible();
  await mine.reload();
  await expect(mine.getByText(/^Answered in time, /)).toBeVisible();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();

  await mine.reload();
  await expect(mine.getByText(/Is something still wrong\?/)).toBeVisible();
  await mine.getByLabel('Your message').fill('It is the same with a real card.');
  await mine.getByRole('button', { name: 'Send and open it again' }).click();
  await seeToast(mine, 'answer_sent');
  await expect(mine.getByText(/Is something still wrong\?/)).toBeHidden();
  await page.goto(`${inbox}?queue=mine`);
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('23 h left');
  const { history } = await readRequest(url, customer, id);
  expect(history.map(({ action }) => action)).toEqual([
    'submitted',
    'claimed',
    'status_changed',
    'asked',
    'status_changed',
    'customer_answered',
    'replied',
    'resolved',
    'customer_answered',
    'reopened',
  ]);
  await mine.reload();
  for (const customerPage of [mine, stranger]) expect(await customerPage.content()).not.toContain(secret);
});

test('an agent sends a PDF, which the customer has in the thread, in the mail and behind its link', async ({
  page,
  context,
  product,
  openBrowser,
}) => {
  const { url } = product;
  const customer = await openAccount(url, 'pro');
  const title = 'How do I move the domain?';
  const { id } = await seedRequest(url, customer, { requestTitle: title });
  const pdf = `%PDF-1.7\n${'% The domain moves in four steps.\n'.repeat(2_000)}%%EOF\n`;
  const sees = async (on: Page, press: Locator) => {
    const [download] = await Promise.all([on.waitForEvent('download'), press.click()]);
    expect(download.suggestedFilename()).toBe('plan.pdf');
    expect(await readFile(await download.path(), 'utf8')).toBe(pdf);
  };
  const inThread = (on: Page) => inLog(on).getByRole('button', { name: 'Download plan.pdf' });

  await enter(context, url, grace);
  await openInboxRequest(page, title);
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByText('You work on this.')).toBeVisible();
  await composer(page).getByRole('button', { name: 'Attach files' }).click();
  await addFiles(composer(page), [{ name: 'plan.pdf', type: 'application/pdf', content: pdf }]);
  await expect(composer(page).getByText('plan.pdf')).toBeVisible();
  await composer(page).getByRole('button', { name: 'Send reply' }).click();
  await seeToast(page, 'inbox_reply_sent');
  await expect(composer(page).getByText('plan.pdf')).toBeHidden();
  await sees(page, inThread(page));

  const mine = await (await openBrowser(customer)).newPage();
  await mine.goto(requestPath(id));
  await sees(mine, inThread(mine));

  const stranger = await (await openBrowser()).newPage();
  const mail = await openMail(stranger, `Re: We have your request: ${title}`);
  await sees(stranger, mail.getByRole('link', { name: 'plan.pdf' }));
  await mail.getByRole('link', { name: /support-answer/ }).click();
  await sees(stranger, inThread(stranger));
});

test('an agent finds a resolved request from any queue, by words of its messages', async ({
  page,
  context,
  product,
}) => {
  const { url } = product;
  const customer = await openAccount(url, 'pro');
  const title = 'The export is empty';
  const { id } = await seedRequest(url, customer, { requestTitle: title });
  const work = workOn(url, grace, id);
  await work.claim();
  await work.reply('Choose the zebra format instead.');
  await work.resolve();
  await enter(context, url, grace);
  await page.goto(`${inbox}?queue=waiting`);
  await page.getByRole('searchbox', { name: 'Search the inbox' }).fill(`zebra ${customer.email}`);
  await page.getByRole('button', { name: 'Search' }).click();
  const found = page.getByRole('list', { name: 'Support requests' }).getByRole('article');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(title);
  await expect(found.getByText('Resolved', { exact: true })).toBeVisible();
});

test('a customer sends the form once, and from then on only mails, until it is solved', async ({
  page,
  context,
  product,
  openBrowser,
}) => {
  const { url } = product;
  const customer = await openAccount(url, 'pro');
  const title = 'Invoices go out twice';
  const browser = await openBrowser(customer);
  const form = await openRequestForm(await browser.newPage());
  await fillRequest(form, { title, issue: 'Each of them, since Monday.' });
  await form.getByRole('button', { name: 'Submit Request' }).click();
  await expect(form).toBeHidden();
  await browser.close();
  const to = customer.email;
  const subject = new RegExp(`^Re: We have your request: ${title}$`);
  await awaitMail(url, { to, subject: new RegExp(`^We have your request: ${title}$`) });

  await enter(context, url, grace);
  await openInboxRequest(page, title);
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await write(page, 'Ask the customer', 'To which address?', 'Send question');
  await awaitMail(url, { to, subject, body: 'To which address?' });
  const quote = 'On Monday, Startup Spark <hello@spark.example> wrote:\n> To which address?';
  await answerMail(url, to, `To nora@shop.example.\n\n${quote}`);
  await page.reload();
  await expect(inLog(page).getByText('To nora@shop.example.', { exact: true })).toBeVisible();
  await expect(inLog(page).getByText(/Startup Spark/)).toHaveCount(0);

  await write(page, 'Reply', 'It had two tasks. One is gone now.', 'Send reply');
  await awaitMail(url, { to, subject, body: 'It had two tasks.' });
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await awaitMail(url, { to, subject, body: 'Your request is resolved' });
  await answerMail(url, to, 'One more came today.');
  await page.reload();
  await expect(inLog(page).getByText('One more came today.')).toBeVisible();
  await expect(page.getByText(/^Answer due /)).toBeVisible();
  await write(page, 'Reply', 'That was an old one, in the queue since Friday.', 'Send reply');
  await awaitMail(url, { to, subject, body: 'That was an old one' });
  await answerMail(url, to, 'Thank you, that is all.');
  await page.reload();
  await expect(inLog(page).getByText('Thank you, that is all.')).toBeVisible();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});
