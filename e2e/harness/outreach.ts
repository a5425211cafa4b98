import type { HackerNewsFake } from '#fakes/hacker-news/hacker-news.ts';
import type { FakeAccount, PostGiven, SourceFake } from '#fakes/sources/source-fake.ts';
import { type Sources, startSources } from '#fakes/sources/sources.ts';
import type { Conversation } from '#shared/contracts/outreach/conversations.ts';
import type { HackerNewsLink } from '#shared/contracts/outreach/linked-accounts.ts';
import { type Account, call, enter, openAccount } from './api.ts';
import { startProduct } from './product.ts';
import { expect, test as journey } from './test.ts';
import { forgetSources } from './world/seed-outreach.ts';

/** Fakes of all sources; `forum` is that of Hacker News. */
export type Places = Sources & {
  forum: HackerNewsFake;
  /** Adds a post on the forum; returns its id. */
  ask(given: PostGiven & { title: string }): number;
};

async function startPlaces(): Promise<Places> {
  const sources = await startSources();
  const forum = sources.fakes['hacker-news'];
  return { ...sources, forum, ask: (given) => forum.posts.add(given).id };
}

/** Journeys with a product whose sources are fakes, and a founder who may launch. */
export const test = journey.extend<
  { founder: Account },
  { places: Places; extraEnv: Record<string, string> }
>({
  extraEnv: [{}, { scope: 'worker', option: true }],
  places: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern
    async ({}, use) => {
      const places = await startPlaces();
      await use(places);
      await places.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ places, extraEnv }, use) => {
      const cards = { NODE_OPTIONS: `--import=${import.meta.resolve('./outreach-cards.ts')}` };
      const product = await startProduct({ ...places.env, ...cards, ...extraEnv });
      await use(product);
      await product.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  founder: async ({ context, product, places }, use) => {
    // Posts and cached searches of an earlier journey must not be found.
    places.clear();
    await forgetSources(product);
    const founder = await openAccount(product.url, 'developer');
    await enter(context, product.url, founder);
    await use(founder);
  },
});

export { expect };

/** The newest first. */
export function readConversations(url: string, { token }: Account): Promise<Conversation[]> {
  return call(url, '/api/conversations', { method: 'GET', token });
}

/** Links an account of Hacker News without a browser, by the code in its profile. */
export async function proveForumAccount(
  url: string,
  { token }: Pick<Account, 'token'>,
  forum: HackerNewsFake,
  { campaignId, username }: { campaignId: string; username: string },
): Promise<void> {
  const { loginUrl } = await call<{ loginUrl: string }>(url, '/api/hn/login', {
    token,
    body: { campaignId },
  });
  const link = `/api/hn/links/${new URL(loginUrl).pathname.split('/').at(-1)}`;
  const { code } = await call<HackerNewsLink>(url, link, { method: 'GET', token });
  forum.addUser(username, { about: `I build things. ${code}` });
  await call(url, `${link}/check`, { token, body: { username } });
}

/** Links the account of a fake, from which replies are sent. */
export async function linkAccount(
  url: string,
  { token }: Pick<Account, 'token'>,
  {
    source,
    host,
    account: { username, secret },
  }: Pick<SourceFake, 'source' | 'host'> & { account: FakeAccount },
): Promise<void> {
  await call(url, '/api/linked-accounts', { token, body: { source, host, username, secret } });
}
