import { dashboard } from '#e2e/harness/founder.ts';
import { expect, test } from '#e2e/harness/outreach.ts';
import { conversationRow, historyPage, invoices } from '#e2e/harness/outreach-screen.ts';
import { seeToast } from '#e2e/harness/toasts.ts';
import {
  forgetSources,
  listenNow,
  seedCampaign,
  seedConversation,
} from '#e2e/harness/world/seed-outreach.ts';

test('automated posting sends where the rules allow it, holds the rest and says why', async ({
  page,
  product,
  places,
  founder,
}) => {
  await forgetSources(product);
  places.fakes.lemmy.posts.add({
    title: 'Which tool sends payment reminders for late invoices?',
    body: 'Freelancers here: clients pay late invoices only after payment reminders. Is there a tool that sends payment reminders for late invoices?',
    community: 'freelance',
  });
  const id = await seedCampaign(product, founder, {
    ...invoices,
    keywords: ['late invoices', 'payment reminders'],
  });
  const { mastodon } = places.fakes;
  const askThere = () => {
    const post = mastodon.posts.add({ author: 'grace' });
    const at = { host: mastodon.host, url: mastodon.urlOf(post), externalId: mastodon.idOf(post) };
    return { source: 'mastodon' as const, ...at };
  };
  const there = askThere();
  // Each sentence is in a reply that was approved before.
  const draft = 'Two reminders agreed in the contract help most. The second one goes out a week later.';
  const earlier = [
    'Two reminders agreed in the contract help most. Nobody is surprised then, and nobody has to ask twice for what is owed.',
    'The second one goes out a week later. A short call works better than a third letter, because people like to explain.',
  ];
  for (const [at, reply] of earlier.entries())
    await seedConversation(product, founder, id, {
      status: 'POSTED',
      reply,
      title: `An answered question ${at}`,
      externalId: `answered-${at}`,
      url: `https://news.ycombinator.com/item?id=${900 + at}`,
    });
  const draftOf = (suggestedReply: string) => ({
    suggestionKind: 'draft' as const,
    replyWay: 'account' as const,
    suggestedReply,
  });
  await seedConversation(product, founder, id, {
    ...there,
    ...draftOf(draft),
    title: 'A surely fitting toot',
    confidence: 97,
  });
  await seedConversation(product, founder, id, {
    ...askThere(),
    ...draftOf('Do you write the reminders yourself, and what do they say on the second time?'),
    title: 'A doubtful toot',
    confidence: 61,
  });

  await page.goto('/settings');
  const link = page.getByRole('region', { name: 'Link an account' });
  await link.getByLabel('Server').fill(mastodon.host);
  await link.getByLabel('Access token').fill(mastodon.account.secret);
  await link.getByRole('button', { name: 'Link Mastodon account' }).click();
  await seeToast(page, 'account_linked', { params: { username: 'ada', host: mastodon.host } });
  await expect(page.getByRole('article', { name: `ada on ${mastodon.host}` })).toContainText('Sends replies');

  await page.getByRole('switch', { name: 'Enable automated posting' }).click();
  await page.getByLabel('Confidence Threshold').fill('70');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await seeToast(page, 'posting_settings_saved');
  await page.reload();
  await expect(page.getByLabel('Confidence Threshold')).toHaveValue('70');
  await expect(page.getByRole('switch', { name: 'Enable automated posting' })).toBeChecked();

  await listenNow(product, id);
  await page.goto(historyPage);
  const rows = {
    'A surely fitting toot': 'Posted',
    'A doubtful toot': 'Left for you: Its confidence of 61 is below your threshold of 70.',
    'Which tool sends payment reminders for late invoices?': /Left for you: We don't know the rules of/,
  };
  await expect(async () => {
    await page.reload();
    for (const [title, text] of Object.entries(rows))
      await expect(conversationRow(page, title)).toContainText(text, { timeout: 2_000 });
  }).toPass({ timeout: 50_000 });
  expect(mastodon.posts.sent().map(({ sent }) => sent)).toEqual([`@grace ${draft}`]);
});

test('a founder renames a campaign, ends it, and deletes it after one question', async ({
  page,
  product,
  founder,
}) => {
  await seedConversation(product, founder, await seedCampaign(product, founder, invoices), {
    title: 'Which of my clients pays late?',
  });
  await page.goto(dashboard);
  const cards = page.getByRole('region', { name: 'Active Campaigns' });
  const campaign = cards.getByRole('article');
  await campaign.getByRole('button', { name: 'Edit' }).click();
  await campaign.getByLabel('Name').fill('Reminder Robin');
  await campaign.getByLabel('Words to exclude').fill('crypto, payday loan');
  await campaign.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'campaign_changed');
  await expect(campaign.getByRole('heading')).toHaveText('Reminder Robin');
  await expect(campaign.getByText('crypto, payday loan')).toBeVisible();
  await campaign.getByText('More', { exact: true }).click();
  await campaign.getByRole('button', { name: 'End campaign' }).click();
  await seeToast(page, 'campaign_ended');
  await expect(campaign).toHaveCount(0);
  await cards.getByText('Ended (1)').click();
  await expect(campaign.getByText('Ended', { exact: true })).toBeVisible();
  await expect(campaign.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await campaign.getByText('More', { exact: true }).click();
  await campaign.getByRole('button', { name: 'Delete…' }).click();
  await campaign.getByRole('button', { name: 'Delete campaign' }).click();
  await seeToast(page, 'campaign_deleted');
  await expect(cards).toHaveCount(0);
  await page.goto(historyPage);
  await expect(page.getByText('No conversations yet')).toBeVisible();
});

test('a founder reads new conversations in a feed reader, until the address is renewed', async ({
  page,
  context,
  product,
  founder,
}) => {
  const title = 'Which <tool> & reminders "work"?';
  await seedConversation(product, founder, await seedCampaign(product, founder, invoices), {
    title,
    url: 'https://lemmy.world/post/1?a=1&b=2',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(dashboard);
  const campaign = page.getByRole('region', { name: 'Active Campaigns' }).getByRole('article');
  await campaign.getByText('Feed', { exact: true }).click();
  await campaign.getByRole('button', { name: 'Copy address' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  // A reader has no session of the founder.
  const feed = await fetch(copied);
  const text = await feed.text();
  expect(await page.evaluate(readAtom, text)).toEqual({
    root: 'http://www.w3.org/2005/Atom feed',
    entries: [{ title, href: 'https://lemmy.world/post/1?a=1&b=2' }],
  });
  const etag = feed.headers.get('etag') ?? '';
  expect((await fetch(copied, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  await campaign.getByRole('button', { name: 'Renew address' }).click();
  await seeToast(page, 'campaign_feed_renewed');
  expect((await fetch(copied)).status).toBe(404);
  const renewed = (await campaign.getByText('/feeds/').textContent()) ?? '';
  expect(await (await fetch(renewed)).text()).toBe(text.replaceAll(copied, renewed));
});

/** Runs in the page, whose parser takes well-formed XML alone. */
function readAtom(text: string) {
  const root = new DOMParser().parseFromString(text, 'application/xml').documentElement;
  return {
    root: `${root.namespaceURI} ${root.localName}`,
    entries: [...root.querySelectorAll('entry')].map((entry) => ({
      title: entry.querySelector('title')?.textContent,
      href: entry.querySelector('link')?.getAttribute('href'),
    })),
  };
}
