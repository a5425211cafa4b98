import { dashboard, dialog, seeToast } from '#e2e/harness/founder.ts';
import { expect, test as outreach, readConversations } from '#e2e/harness/outreach.ts';
import { conversationRow, invoices } from '#e2e/harness/outreach-screen.ts';
import { seedCampaign, seedConversation } from '#e2e/harness/world/seed-outreach.ts';
import { type LemmyFake, startLemmy } from '#fakes/lemmy/posting.ts';

const test = outreach.extend<object, { lemmy: LemmyFake }>({
  lemmy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern
    async ({}, use) => {
      const lemmy = await startLemmy('v3');
      await use(lemmy);
      await lemmy.stop();
    },
    { scope: 'worker' },
  ],
  extraEnv: [
    ({ lemmy }, use) => use({ CONVERSATIONS: 'hacker-news,lemmy', LEMMY_URLS: lemmy.url }),
    { scope: 'worker' },
  ],
});

test('an approved reply waits when its session has ended, and is sent once after signing in again', async ({
  page,
  product,
  lemmy,
  founder,
}) => {
  const title = 'How long do you wait before the second reminder?';
  const post = lemmy.addPost({});
  const campaignId = await seedCampaign(product, founder, invoices);
  await seedConversation(product, founder, campaignId, {
    source: 'lemmy',
    host: lemmy.host,
    externalId: post.id,
    url: post.url,
    title,
    suggestionKind: 'draft',
    suggestedReply: 'Two weeks, and I say so when the work begins.',
  });
  const account = page.getByRole('article', { name: `ada on ${lemmy.host}` });
  const linkAccount = async () => {
    const form = page.getByRole('region', { name: 'Link an account' });
    await form.getByLabel('Source').selectOption('lemmy');
    await form.getByLabel('Server').fill(lemmy.host);
    await form.getByLabel('Name').fill('ada');
    await form.getByLabel('Password').fill(lemmy.password);
    await form.getByRole('button', { name: 'Link Lemmy account' }).click();
    await seeToast(page, 'account_linked', { params: { username: 'ada', host: lemmy.host } });
    await expect(account).toContainText('Sends replies');
  };
  await page.goto('/settings');
  await linkAccount();
  lemmy.endSessions();

  await page.goto(dashboard);
  const row = conversationRow(page, title);
  await row.getByRole('button', { name: 'Edit before approving' }).click();
  const editor = dialog(page, 'Edit before approving');
  await expect(editor.getByText(`Once approved, it is sent from ada on ${lemmy.host}.`)).toBeVisible();
  const reply = 'Agree on two reminders in the contract, then nobody is surprised when they come.';
  await editor.getByLabel('Your reply').fill(reply);
  await editor.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toContainText(/Not sent yet: Your sign-in at \S+ has ended\. Sign in again/, {
    timeout: 40_000,
  });
  const replies = () => lemmy.replies.map(({ text }) => text);
  expect(replies()).toEqual([]);

  await row.getByRole('link', { name: 'Sign in again' }).click();
  await expect(account).toContainText('Sign in again');
  await linkAccount();
  const statuses = async () => (await readConversations(product.url, founder)).map(({ status }) => status);
  await expect.poll(statuses, { timeout: 40_000 }).toEqual(['POSTED']);
  await page.goto(dashboard);
  await expect(row.getByText('Posted', { exact: true })).toBeVisible();
  expect(replies()).toEqual([reply]);
  await expect(row.getByRole('link', { name: 'View your reply' })).toHaveAttribute(
    'href',
    `${lemmy.url}/comment/${lemmy.replies[0]?.id}`,
  );
});
