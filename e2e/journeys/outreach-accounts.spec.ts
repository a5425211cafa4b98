import type { Locator } from '@playwright/test';
import type { Account } from '#e2e/harness/api.ts';
import { dashboard, dialog, seeToast } from '#e2e/harness/founder.ts';
import { expect, readConversations } from '#e2e/harness/outreach.ts';
import { type AccountSource, linkAccount, linkedRow, test } from '#e2e/harness/outreach-accounts.ts';
import {
  conversationRow,
  editor,
  findOpportunities,
  history,
  invoices,
  words,
} from '#e2e/harness/outreach-screen.ts';
import type { Product } from '#e2e/harness/product.ts';
import { seedCampaign, seedConversation } from '#e2e/harness/world/seed-outreach.ts';
import type { SocialFault } from '#fakes/sources/posting-server.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';

const question =
  'My clients pay late invoices only after payment reminders. Is there a tool that sends payment reminders for late invoices?';

/** What each is answered: nobody says the same twice. */
const answers: Record<AccountSource, string> = {
  lemmy: 'Agree on two reminders in the contract, then nobody is surprised when they come.',
  discourse: 'I ask for half of the money before I begin, and since then nobody has paid me late.',
  bluesky: 'A call works better for me than a letter: most people had just forgotten the date.',
  mastodon: 'Send it on the day the work is done, while they are still glad about it & remember why.',
};

const shown = { POSTED: 'Posted', FAILED: 'Not sent' };

/** Waits for what becomes of the reply, and looks at the page anew: by itself it would, within seconds. */
async function see(status: keyof typeof shown, row: Locator, product: Product, founder: Account) {
  const read = async () => (await readConversations(product.url, founder)).map((one) => one.status);
  await expect.poll(read, { timeout: 40_000 }).toEqual([status]);
  await row.page().reload();
  await expect(row.getByText(shown[status], { exact: true })).toBeVisible();
}

const cases: { source: AccountSource; fault?: SocialFault; told?: string }[] = [
  { source: 'lemmy' },
  { source: 'discourse', fault: 'cut-after', told: ', though its answer is lost' },
  { source: 'bluesky' },
  { source: 'mastodon' },
];

for (const { source, fault, told = '' } of cases) {
  test(`a conversation on ${sourceLabels[source]} is found and answered once from the account linked there${told}`, async ({
    page,
    product,
    accounts,
    founder,
  }) => {
    const place = accounts.places[source];
    const asked = place.ask('Which tool reminds clients of late invoices?', question);
    await linkAccount(page, place);
    await expect(linkedRow(page, place)).toContainText('Sends replies');

    const review = await findOpportunities(page);
    const found = review.getByRole('article');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText(sourceLabels[source]);
    await expect(found).toContainText('Is there a tool that sends payment reminders');
    await review.getByRole('button', { name: 'Start Campaign' }).click();
    await seeToast(page, 'campaign_started_by_hand');

    const row = history(page).getByRole('article');
    await expect(row).toHaveCount(1);
    await expect(row.getByRole('heading')).toHaveText(/late invoices/);
    await row.getByRole('button', { name: 'Approve' }).click();
    const { server, username } = place;
    const sentFrom = `Once approved, it is sent from ${username} on ${server.host}.`;
    await expect(editor(page).getByText(sentFrom)).toBeVisible();
    await words(page).fill(answers[source]);
    if (fault) server.failWrites(fault);
    const before = server.replies.length;
    await editor(page).getByRole('button', { name: 'Approve' }).click();
    await see('POSTED', row, product, founder);

    const replies = place.repliesTo(asked);
    const isNamed = source === 'mastodon';
    expect(replies.map(({ text }) => text)).toEqual([
      isNamed ? `@${asked.author} ${answers[source]}` : answers[source],
    ]);
    expect(server.replies).toHaveLength(before + 1);
    await expect(row.getByRole('link', { name: 'View your reply' })).toHaveAttribute(
      'href',
      replies.map((one) => place.pageOf(one, asked)).join(),
    );
  });
}

test('a reply waits when its session has ended, and is sent after signing in again', async ({
  page,
  product,
  accounts,
  founder,
}) => {
  const place = accounts.places.lemmy;
  const title = 'How long do you wait before the second reminder?';
  const asked = place.ask(title, question);
  const { id: externalId, url } = asked;
  const campaignId = await seedCampaign(product, founder, invoices);
  await seedConversation(product, founder, campaignId, {
    source: 'lemmy',
    host: place.server.host,
    externalId,
    url,
    title,
    suggestionKind: 'draft',
    suggestedReply: 'Two weeks, and I say so when the work begins.',
  });
  await linkAccount(page, place);
  accounts.servers.lemmy.endSessions();

  await page.goto(dashboard);
  const row = conversationRow(page, title);
  await row.getByRole('button', { name: 'Edit before approving' }).click();
  const draft = dialog(page, 'Edit before approving');
  await draft.getByLabel('Your reply').fill(answers.lemmy);
  await draft.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toContainText(/Not sent yet: Your sign-in at \S+ has ended\. Sign in again/, {
    timeout: 40_000,
  });
  expect(place.repliesTo(asked)).toEqual([]);
  await row.getByRole('link', { name: 'Sign in again' }).click();
  await expect(linkedRow(page, place)).toContainText('Sign in again');
  await linkAccount(page, place);
  await expect(linkedRow(page, place)).toContainText('Sends replies');

  await page.goto(dashboard);
  await see('POSTED', row, product, founder);
  expect(place.repliesTo(asked).map(({ text }) => text)).toEqual([answers.lemmy]);
});
