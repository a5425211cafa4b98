import type { Page } from '@playwright/test';
import type { Account } from '#e2e/harness/api.ts';
import { dashboard } from '#e2e/harness/founder.ts';
import {
  expect,
  linkAccount,
  type Places,
  proveForumAccount,
  readConversations,
  test,
} from '#e2e/harness/outreach.ts';
import {
  conversationRow,
  editor,
  findOpportunities,
  history,
  invoices,
  lateInvoices,
  replyField,
} from '#e2e/harness/outreach-screen.ts';
import type { Product } from '#e2e/harness/product.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import { seedCampaign, seedConversation } from '#e2e/harness/world/seed-outreach.ts';
import type { Conversation } from '#shared/contracts/outreach/conversations.ts';

const ownWords =
  'What worked for me was to agree on two reminders in the contract, so that nobody is surprised when they come.';

/** A conversation that waits for its owner, on the forum's own page. */
async function seedAsked(product: Product, founder: Account, { ask, forum }: Places, title: string) {
  const externalId = String(ask({ ...lateInvoices, title }));
  const campaignId = await seedCampaign(product, founder, { name: invoices.name, url: invoices.url });
  const { host } = new URL(forum.url);
  const url = `${forum.url}/item?id=${externalId}`;
  return seedConversation(product, founder, campaignId, {
    host,
    url,
    externalId,
    title,
    replyWay: 'hand',
  });
}

/** A conversation at a fake, and a linked account that replies there. */
async function seedLinked(
  product: Product,
  founder: Account,
  fake: Places['fakes']['lemmy' | 'discourse'],
  title: string,
): Promise<{ id: string }> {
  const post = fake.posts.add({ ...lateInvoices, title });
  const campaignId = await seedCampaign(product, founder, { name: invoices.name, url: invoices.url });
  await linkAccount(product.url, founder, fake);
  return seedConversation(product, founder, campaignId, {
    source: fake.source,
    host: fake.host,
    url: fake.urlOf(post),
    externalId: String(post.id),
    title,
    replyWay: 'account',
  });
}

test('a reply in own words is posted by hand, found again and its visitors are counted', async ({
  page,
  context,
  product,
  places,
  founder,
  openBrowser,
}) => {
  const { forum, ask } = places;
  const id = ask({ ...lateInvoices, title: 'Ask HN: Reminders for late invoices, by hand?' });
  const search = await findOpportunities(page, { ...invoices, url: `${forum.url}/item?id=${id}` });
  await search.getByRole('button', { name: 'Start Campaign' }).click();
  await seeToast(page, 'campaign_started_by_hand');
  const [{ campaignId, trackedLink } = {} as Conversation] = await readConversations(product.url, founder);
  await proveForumAccount(product.url, founder, forum, { campaignId, username: 'ada' });

  const row = conversationRow(page, 'Ask HN: Reminders for late invoices, by hand?');
  await expect(row).toContainText('Suggested: Notes, not for posting.');
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(editor(page).getByText('3 replies left today')).toBeVisible();
  await replyField(page).fill(ownWords);
  await editor(page).getByRole('button', { name: 'Add disclosure' }).click();
  const text = `${ownWords} Disclosure: I built Invoice Chaser. ${trackedLink}`;
  await replyField(page).fill(text);
  await expect(editor(page).getByText('No problem found.')).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  const opening = context.waitForEvent('page');
  await editor(page).getByRole('button', { name: 'Copy and open' }).click();
  const there = await opening;
  await expect(editor(page)).toBeHidden();
  await expect(row.getByText('Yours to post')).toBeVisible();
  await expect(there).toHaveURL(new RegExp(`^${forum.url}/`));
  await there.close();
  await page.bringToFront();
  // As a person pastes what was copied, and sends it there.
  const pasted = await page.evaluate(() => navigator.clipboard.readText());
  forum.posts.add({ threadId: id, author: 'ada', body: pasted, sent: pasted, createdAt: new Date() });
  await row.getByRole('button', { name: 'I posted it' }).click();
  await seeToast(page, 'reply_seen');
  await expect(row.getByText('Posted', { exact: true })).toBeVisible();
  const [reply] = forum.posts.sent();
  expect(reply?.sent).toContain('agree on two reminders');
  await expect(row.getByRole('link', { name: 'View your reply' })).toHaveAttribute(
    'href',
    new RegExp(`item\\?id=${reply?.id}`),
  );

  await visitTwice(await openBrowser(undefined, { userAgent: usualBrowser }), trackedLink, id);
  await page.reload();
  await expect(row.getByText('1 click, 1 more looks automatic')).toBeVisible();
  const reach = page.getByRole('region', { name: 'The first 1,000' });
  await expect(reach.getByText('1 of 1,000')).toBeVisible();
  await expect(reach.getByText('1 more visit looks automatic.')).toBeVisible();
  await expect(reach.getByRole('row', { name: '1 1 0 0 0', exact: true })).toBeVisible();
});

test('a found conversation is answered at once, in a campaign that starts with it', async ({
  page,
  context,
  product,
  places,
  founder,
}) => {
  const title = 'Ask HN: Reminders for late invoices, at once?';
  places.ask({ ...lateInvoices, title });
  const review = await findOpportunities(page);
  await review.getByRole('button', { name: `Reply: ${title}` }).click();
  await seeToast(page, 'campaign_started_by_hand');
  await expect(review).toBeHidden();
  await expect(editor(page).getByText('3 replies left today')).toBeVisible();
  await replyField(page).fill(`${ownWords} Disclosure: I built Invoice Chaser.`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  const opening = context.waitForEvent('page');
  await editor(page).getByRole('button', { name: 'Copy and open' }).click();
  await (await opening).close();
  await expect(editor(page)).toBeHidden();
  await expect(conversationRow(page, title).getByText('Yours to post')).toBeVisible();
  const [saved] = await readConversations(product.url, founder);
  expect(saved?.reply).toContain(ownWords);
});

const usualBrowser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A stranger comes twice; a bot and the preview of a chat come too. */
async function visitTwice(
  stranger: Awaited<ReturnType<Page['context']>>,
  link: string,
  id: number,
): Promise<void> {
  const visit = await stranger.newPage();
  for (let times = 0; times < 2; times += 1) {
    await visit.goto(link);
    await expect(visit).toHaveURL(new RegExp(`/item\\?id=${id}`));
  }
  expect(await stranger.cookies(new URL(link).origin)).toEqual([]);
  const others: Record<string, string>[] = [
    { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
    { 'sec-purpose': 'prefetch' },
  ];
  for (const headers of others) {
    const reply = await stranger.request.get(link, { headers, maxRedirects: 0 });
    expect(reply.status()).toBe(302);
  }
}

test('a reply is sent from the linked account; its lost response is read back and it is never sent twice', async ({
  page,
  product,
  places,
  founder,
}) => {
  const { lemmy } = places.fakes;
  const title = 'Who sends reminders for late invoices?';
  const { id } = await seedLinked(product, founder, lemmy, title);
  lemmy.failWrites('cut-after');

  await page.goto(dashboard);
  const row = conversationRow(page, title);
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(editor(page).getByText(/^Sent from ada on/)).toBeVisible();
  await replyField(page).fill(ownWords);
  await editor(page).getByRole('button', { name: 'Send' }).click();
  await expect(row.getByText('Posted', { exact: true })).toBeVisible({ timeout: 40_000 });
  const sent = lemmy.posts.sent();
  expect(sent).toMatchObject([{ author: 'ada', sent: ownWords }]);
  await expect(row.getByRole('link', { name: 'View your reply' })).toHaveAttribute(
    'href',
    new RegExp(`${sent[0]?.id}`),
  );
  const [posted] = await readConversations(product.url, founder);
  expect(posted).toMatchObject({ id, status: 'POSTED', replyWay: 'account', clicks: 0 });
});

test('a reply that waits for a moderator says so, and is posted once one agrees', async ({
  page,
  product,
  places,
  founder,
}) => {
  const { discourse } = places.fakes;
  const title = 'Who reads reminders for late invoices?';
  await seedLinked(product, founder, discourse, title);
  discourse.moderate(true);
  await page.goto(dashboard);
  const row = conversationRow(page, title);
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(editor(page).getByText(/^Sent from Ada on/)).toBeVisible();
  await replyField(page).fill(ownWords);
  await editor(page).getByRole('button', { name: 'Send' }).click();
  await expect(row.getByText('Waits for a moderator')).toBeVisible({ timeout: 40_000 });
  await expect(row.getByText(/^A moderator of .* reads your reply before it is shown\./)).toBeVisible();
  await expect(row.getByText('Posted', { exact: true })).toBeHidden();
  expect(discourse.posts.sent()).toEqual([]);

  discourse.agree();
  await row.getByRole('button', { name: 'It is there' }).click();
  await seeToast(page, 'reply_seen');
  await expect(row.getByText('Posted', { exact: true })).toBeVisible();
  const sent = discourse.posts.sent();
  expect(sent).toMatchObject([{ author: 'ada', sent: ownWords }]);
  await expect(row.getByRole('link', { name: 'View your reply' })).toHaveAttribute(
    'href',
    new RegExp(`/${sent[0]?.threadId}/2$`),
  );
});

test('what is typed survives a reload and another tab that was first, by keyboard alone', async ({
  page,
  context,
  product,
  places,
  founder,
  guard,
}) => {
  guard.allow(/^console: .* 409 .*\/api\/conversations/);
  const title = 'Ask HN: Two tabs and one late invoice';
  await seedAsked(product, founder, places, title);
  await page.goto(dashboard);
  const row = conversationRow(page, title);
  await row.getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('region', { name: 'Rules of this place' })).toBeVisible();
  await replyField(page).focus();
  await page.keyboard.insertText(ownWords);
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeHidden();
  await expect(row.getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.reload();
  await row.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(replyField(page)).toHaveValue(ownWords);

  const other = await context.newPage();
  await other.goto(dashboard);
  await conversationRow(other, title).getByRole('button', { name: 'Reject' }).click();
  await seeToast(other, 'conversation_rejected');
  await editor(page).getByRole('button', { name: 'Copy and open' }).press('Enter');
  await expect(editor(page).getByText(/This conversation has moved on: it is .* now\./)).toBeVisible();
  await expect(replyField(page)).toHaveValue(ownWords);
  await page.keyboard.press('Escape');
  await expect(row.getByText('Rejected', { exact: true })).toBeVisible();
  // A closing dialog hands the focus to its row, and would take it from a button pressed before.
  await expect(row).toBeFocused();
  await row.getByRole('button', { name: 'Take back' }).press('Enter');
  await seeToast(page, 'conversation_back');
  await expect(row.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(history(page)).toBeVisible();
});
