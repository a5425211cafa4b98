import type { Locator, Page } from '@playwright/test';
import { type BlueskyFake, startBluesky } from '#fakes/bluesky/posting.ts';
import { type DiscourseFake, startDiscourse } from '#fakes/discourse/posting.ts';
import { discourseFake } from '#fakes/discourse/search.ts';
import { type LemmyFake, startLemmy } from '#fakes/lemmy/posting.ts';
import { lemmyFake } from '#fakes/lemmy/search.ts';
import { type MastodonFake, startMastodon } from '#fakes/mastodon/posting.ts';
import { mastodonFake } from '#fakes/mastodon/search.ts';
import { searchOf } from '#fakes/sources/posting-search.ts';
import type { SocialReply, SocialServer } from '#fakes/sources/posting-server.ts';
import { makePosts } from '#fakes/sources/posts.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { seeToast } from './founder.ts';
import { test as outreach } from './outreach.ts';

export type AccountSource = Extract<SourceName, 'lemmy' | 'discourse' | 'bluesky' | 'mastodon'>;

/** A server whose posts are found and answered. */
export type AccountPlace = {
  source: AccountSource;
  server: SocialServer & { replies: SocialReply[] };
  /** What the form in Settings is given, by its labels. */
  credentials: Record<string, string>;
  /** What the linked account is called. */
  username: string;
  /** Somebody asks there; with a title where its posts have one. */
  ask(title: string, text: string): AskedPost;
  /** The account's replies to a post, as the server keeps them. */
  repliesTo(asked: AskedPost): SocialReply[];
  /** Where the page of a reply is. */
  pageOf(reply: SocialReply, asked: AskedPost): string;
};

export type AskedPost = { id: string; url: string; author: string };

async function startAccountPlaces() {
  const [lemmy, discourse, mastodon] = [makePosts('lemmy'), makePosts('discourse'), makePosts('mastodon')];
  const servers = {
    lemmy: await startLemmy('v3', searchOf(lemmyFake, lemmy)),
    discourse: await startDiscourse(searchOf(discourseFake, discourse)),
    bluesky: await startBluesky(),
    mastodon: await startMastodon(searchOf(mastodonFake, mastodon)),
  };
  const places: Record<AccountSource, AccountPlace> = {
    lemmy: lemmyPlace(servers.lemmy, lemmy),
    discourse: discoursePlace(servers.discourse, discourse),
    bluesky: blueskyPlace(servers.bluesky),
    mastodon: mastodonPlace(servers.mastodon, mastodon),
  };
  const forget = () => {
    for (const posts of [lemmy, discourse, mastodon]) posts.clear();
    servers.bluesky.clear();
  };
  const stop = async () => void (await Promise.all(Object.values(servers).map((server) => server.stop())));
  return { places, servers, forget, stop };
}

type Posts = ReturnType<typeof makePosts>;

function lemmyPlace(server: LemmyFake, posts: Posts): AccountPlace {
  return {
    source: 'lemmy',
    server,
    username: 'ada',
    credentials: { Server: server.host, Name: 'ada', Password: server.password },
    ask(title, body) {
      const { id, author } = posts.add({ title, body, community: 'freelance' });
      return { ...server.addPost({ id }), author };
    },
    repliesTo: ({ id }) => server.replies.filter((one) => String(one.postId) === id && one.parent === null),
    pageOf: ({ id }) => `${server.url}/comment/${id}`,
  };
}

function discoursePlace(server: DiscourseFake, posts: Posts): AccountPlace {
  return {
    source: 'discourse',
    server,
    username: 'Ada',
    credentials: { Forum: server.host, 'User API key': server.key },
    ask(title, body) {
      const { id, author } = posts.add({ title, body });
      return { ...server.addTopic({ id }), author };
    },
    repliesTo: ({ id }) => server.replies.filter((one) => one.topicId === id && one.number > 1),
    // Behind the topic's first post.
    pageOf: (_, { id }) => `${server.url}/t/first-users/${id}/2`,
  };
}

function blueskyPlace(server: BlueskyFake): AccountPlace {
  const username = 'ada.bsky.example';
  return {
    source: 'bluesky',
    server,
    username,
    credentials: { Handle: username, 'App password': server.password },
    ask(_, text) {
      const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
      return { ...server.addPost({ text, createdAt: hourAgo }), author: 'grace' };
    },
    repliesTo: ({ id }) => server.replies.filter(({ parent }) => parent === id),
    pageOf: ({ id }) => `https://bsky.app/profile/${username}/post/${id.split('/').at(-1)}`,
  };
}

function mastodonPlace(server: MastodonFake, posts: Posts): AccountPlace {
  return {
    source: 'mastodon',
    server,
    username: 'ada',
    credentials: { Server: server.host, 'Access token': server.token },
    ask(_, text) {
      const { id, author } = posts.add({ title: '', body: `${text} #freelancers #reminders` });
      return { ...server.addPost({ id: String(id), by: author }), author };
    },
    repliesTo: ({ id }) => server.replies.filter(({ parent }) => parent === id),
    pageOf: ({ id }) => `${server.url}/@ada/${id}`,
  };
}

type Started = Omit<Awaited<ReturnType<typeof startAccountPlaces>>, 'stop'>;

/** Journeys with a product that asks, and replies at, one server of each source that takes replies from an account. */
export const test = outreach.extend<object, { accounts: Started }>({
  accounts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern
    async ({}, use) => {
      const { stop, ...started } = await startAccountPlaces();
      await use(started);
      await stop();
    },
    { scope: 'worker' },
  ],
  founder: async ({ accounts, founder }, use) => {
    accounts.forget();
    await use(founder);
  },
  extraEnv: [
    ({ accounts: { servers } }, use) =>
      use({
        CONVERSATIONS: 'lemmy,discourse,bluesky,mastodon',
        LEMMY_URLS: servers.lemmy.url,
        DISCOURSE_URLS: servers.discourse.url,
        BLUESKY_URL: servers.bluesky.url,
        MASTODON_URLS: servers.mastodon.url,
      }),
    { scope: 'worker' },
  ],
});

/** An account among those that are linked, in Settings. */
export const linkedRow = (page: Page, { username, server }: AccountPlace): Locator =>
  page.getByRole('article', { name: `${username} on ${server.host}` });

/** Links the account as its owner does, with what its form asks for. */
export async function linkAccount(page: Page, place: AccountPlace): Promise<void> {
  const { source, credentials, username, server } = place;
  await page.goto('/settings');
  const form = page.getByRole('region', { name: 'Link an account' });
  await form.getByLabel('Source').selectOption(source);
  for (const [label, value] of Object.entries(credentials)) await form.getByLabel(label).fill(value);
  await form.getByRole('button', { name: `Link ${sourceLabels[source]} account` }).click();
  await seeToast(page, 'account_linked', { params: { username, host: server.host } });
}
