import type { Locator, Page } from '@playwright/test';
import { openAgent, openUnconfirmed } from '#e2e/harness/agents.ts';
import { type Account, enter, openAccount } from '#e2e/harness/api.ts';
import { dashboard, dialog, seeToast } from '#e2e/harness/founder.ts';
import { awaitMail, findMails, linkIn } from '#e2e/harness/mail.ts';
import { requestRow } from '#e2e/harness/request-form.ts';
import { expect, test } from '#e2e/harness/test.ts';
import { answerPath, readRequest, seedRequest, workOn } from '#e2e/harness/world/seed.ts';
import { requestPath } from '#shared/rules/support/request-path.ts';

const inbox = '/startup-spark-suite/inbox';

let grace: Account;
let linus: Account;
test.beforeAll(async ({ product }) => {
  grace = await openAgent(product.url, 'grace');
  linus = await openAgent(product.url, 'linus');
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
  await seeToast(page, 'email_link_sent');

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

test('nobody else can tell that there is an inbox', async ({ page, product, enterAs }) => {
  const { token } = await enterAs('developer');
  const { id } = await seedRequest(product.url, grace);
  for (const address of ['/startup-spark-suite/no-such-page', inbox, `${inbox}/${id}`]) {
    expect((await page.goto(address))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
    await expect(page.getByRole('link', { name: 'Inbox' })).toHaveCount(0);
  }
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) => {
    const reply = await fetch(`${product.url}/api/python/api/${path}`, { headers });
    return `${reply.status} ${await reply.text()}`;
  };
  const unknown = await read('no-such-thing');
  expect(unknown).toMatch(/^404 /);
  expect(await read('inbox')).toBe(unknown);
  expect(await read(`inbox/${id}`)).toBe(unknown);
});

test('an agent claims, asks, is answered by the link of the mail, replies in time and resolves; the customer reopens', async ({
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
  await write(page, 'Ask the customer', 'Which card did you use?', 'Send question to customer');
  await seeToast(page, 'inbox_question_sent');
  await expect(page.getByText(/^Paused while we wait for the customer/)).toBeVisible();
  await expect(inLog(page).getByText('Which card did you use?')).toBeVisible();
  await mine.reload();
  await expect(mine.getByText(/^Paused while we wait for you: /)).toBeVisible();
  await expect(mine.getByText('Grace Agent works on it')).toBeVisible();

  const stranger = await (await openBrowser()).newPage();
  const mail = await openMail(stranger, `A question about your request: ${title}`);
  await expect(mail).toContainText('Which card did you use?');
  await mail.getByRole('link', { name: /support-answer/ }).click();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(stranger).not.toHaveURL(/token/);
  await stranger.getByLabel('Your answer to the question').fill('A test card. My password: tuna-and-rice-9');
  await stranger.getByRole('button', { name: 'Send answer' }).click();
  await expect(stranger.getByText('Your answer is sent and stands above.')).toBeVisible();
  await expect(inLog(stranger)).toContainText('A test card. My password: [masked: password]');

  await page.reload();
  await expect(inLog(page)).toContainText('A test card. My password: [masked: password]');
  await expect(page.getByText(/^Answer due /)).toBeVisible();
  await write(page, 'Reply', 'Test cards do not work on the real address.', 'Send reply to customer');
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
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('customer waits since');
  await seeHistory(mine);
});

async function seeHistory(page: Page): Promise<void> {
  await page.getByText(/^History/).click();
  const said = await page
    .locator('details')
    .filter({ hasText: 'History' })
    .getByRole('listitem')
    .allTextContents();
  const words = said.map((entry) => entry.replace(/^.*[AP]M/, ''));
  expect(words).toEqual([
    'You sent the request',
    'Grace Agent began to work on it',
    'Grace Agent changed the status from Pending to Under review',
    'Grace Agent asked a question',
    'Grace Agent changed the status from Under review to Active',
    'You wrote an answer',
    'Grace Agent answered',
    'Grace Agent resolved it',
    'You wrote an answer',
    'You opened it again',
  ]);
}

test('of two agents who claim at once one has it, and the other is told who', async ({
  page,
  context,
  product,
  openBrowser,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/claim/);
  const customer = await openAccount(product.url);
  const { id } = await seedRequest(product.url, customer, { requestTitle: 'Whose is it?' });
  await enter(context, product.url, grace);
  const other = await (await openBrowser(linus)).newPage();
  const pages = [page, other];
  for (const one of pages) await one.goto(`${inbox}/${id}`);
  const claims = pages.map((one) => one.getByRole('button', { name: 'Claim', exact: true }));
  for (const claim of claims) await expect(claim).toBeVisible();
  await Promise.all(claims.map((claim) => claim.click()));
  const won = page
    .getByText('You work on this.')
    .or(page.getByText('Linus Agent works on this.', { exact: true }));
  await expect(won).toBeVisible();
  const graceHasIt = await page.getByText('You work on this.').isVisible();
  const [loser, winner] = graceHasIt ? [other, grace] : [page, linus];
  await seeToast(loser, 'request_taken', { params: { name: winner.name } });
  await expect(loser.getByText(`${winner.name} works on this.`, { exact: true })).toBeVisible();
  const { history } = await readRequest(product.url, customer, id);
  expect(history.filter(({ action }) => action === 'claimed').map(({ actorName }) => actorName)).toEqual([
    winner.name,
  ]);
});

test('an internal note reaches nobody but agents', async ({ page, context, product, openBrowser }) => {
  const { url } = product;
  const customer = await openAccount(url);
  const { id } = await seedRequest(url, customer, { requestTitle: 'The map stays grey' });
  const secret = 'The heron crossed at noon';
  await enter(context, url, grace);
  await openInboxRequest(page, 'The map stays grey');
  await write(page, 'Internal note', secret, 'Save internal note');
  await seeToast(page, 'inbox_note_saved');
  await expect(inLog(page).getByText(secret)).toBeVisible();
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByText('You work on this.')).toBeVisible();
  await write(page, 'Reply', 'The key of the map has run out.', 'Send reply to customer');
  await seeToast(page, 'inbox_reply_sent');
  const wanted = { to: customer.email, subject: /The map stays grey/ };
  await awaitMail(url, { ...wanted, subject: /^Answer to your request: The map stays grey/ });

  const mine = await (await openBrowser(customer)).newPage();
  const replies: string[] = [];
  mine.on('response', async (response) => {
    if (response.url().includes('/api/')) replies.push(await response.text().catch(() => ''));
  });
  for (const address of [dashboard, requestPath(id), await answerPath(product, id)]) {
    await mine.goto(address);
    await expect(mine.getByText('The map stays grey').first()).toBeVisible();
    await mine.waitForLoadState('networkidle');
    expect(await mine.content()).not.toContain(secret);
  }
  expect(replies.filter((reply) => reply.includes('The map stays grey')).length).toBeGreaterThanOrEqual(3);
  expect(replies.join('\n')).not.toContain(secret);
  expect((await findMails(url, wanted)).join('\n')).not.toContain(secret);
  expect(await (await fetch(`${url}/outbox`)).text()).not.toContain(secret);
});

test('the status is its owner’s until an agent has claimed the request', async ({
  page,
  context,
  product,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/status/);
  const customer = await openAccount(product.url);
  const { id } = await seedRequest(product.url, customer, { requestTitle: 'Nothing is saved' });
  await enter(context, product.url, customer);
  await page.goto(dashboard);
  const status = requestRow(page, 'Nothing is saved').getByLabel('Status');
  await expect(status).toHaveValue('PENDING');
  await status.selectOption('ACTIVE');
  await seeToast(page, 'job_status_updated', { params: { status: 'Active' } });
  await workOn(product.url, grace, id).claim();
  await status.selectOption('UNDER_REVIEW');
  await seeToast(page, 'job_claimed');
  await expect(status).not.toHaveValue('UNDER_REVIEW');
  const { status: kept } = await readRequest(product.url, customer, id);
  await expect(status).toHaveValue(kept);
});
