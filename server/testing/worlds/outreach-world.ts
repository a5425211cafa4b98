import { expect } from 'vitest';
import type { Overrides } from '#server/app.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { findDueCampaigns } from '#server/features/outreach/campaigns/tasks.ts';
import { type FakeForum, fakeForum } from '#server/testing/fake-forum.ts';
import { type FakeSources, fakeSources, worldStart } from '#server/testing/fake-sources.ts';
import { type Reply, startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { FoundOpportunities, Opportunity, Product } from '#shared/contracts/opportunities.ts';

/** Status and code of a failure: '409 conversation_moved_on'. */
export const failureOf = ({ status, body }: Reply): string => `${status} ${body.code}`;

/** A server with a founder on the developer plan, whose sources and places for replies are in memory. */
export type OutreachWorld = {
  server: TestServer;
  founder: TestUser;
  sources: FakeSources;
  forum: FakeForum;
  /** Milliseconds by which the server's clock is ahead of one that starts at `worldStart`. */
  clock: { ahead: number };
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  find(changes?: object, user?: TestUser): Promise<Reply>;
  /** Current results of the founder's search. */
  findOpportunities(changes?: object): Promise<Opportunity[]>;
  start(opportunities: { id?: string; link: string }[], changes?: object, user?: TestUser): Promise<Reply>;
  call(method: string, path: string, body?: unknown, user?: TestUser): Promise<Reply>;
  /** Finds what there is and starts a campaign with all of it. */
  startCampaign(changes?: {
    product?: Product;
  }): Promise<{ campaign: Campaign; conversations: Conversation[] }>;
  /** As the founder sees them. */
  conversations(filter?: string): Promise<Conversation[]>;
  setStatus(id: string, body: object, user?: TestUser): Promise<Reply>;
  /** Puts a draft, as a model writes them, in place of what is suggested for a conversation. */
  suggest(id: string, draft: string): Promise<void>;
  /** Links an account of the founder that replies are sent from. */
  linkAccount(source: 'mastodon' | 'lemmy', host: string, username?: string): Promise<Reply>;
  /** Works the scheduled task of this name, and all tasks that are due. */
  runTasks(scheduled?: string): Promise<void>;
  /** Puts the clock forward until every campaign is due and lets them listen. */
  listen(): Promise<void>;
  setPlan(user: TestUser, plan: 'free' | 'pro' | 'developer'): Promise<void>;
  close(): Promise<void>;
};

/** Product that the posts of `fake-sources.ts` are about. */
export const someProduct = {
  name: 'Levain Keeper',
  url: 'https://levainkeeper.example',
  description:
    'A reminder for home bakers who forget feeding their sourdough starter: it keeps the feeding schedule, the flour ratio and the hydration of every levain, so that bread and starter stay alive during holidays.',
};

export async function startOutreachWorld(overrides: Overrides = {}): Promise<OutreachWorld> {
  const sources = fakeSources();
  const forum = fakeForum();
  const clock = { ahead: 0 };
  const startedAt = Date.now();
  const server = await startTestServer({
    sources,
    posters: forum,
    tasksByHand: true,
    now: () => worldStart.getTime() + Date.now() - startedAt + clock.ahead,
    ...overrides,
  });
  const founder = await server.signUp('developer');
  const database = connectDatabase(server.databaseUrl, () => {});
  const query: OutreachWorld['query'] = async (text, values) =>
    (await database.pool.query(text, values)).rows;
  const calls = founderCalls(server, founder);
  const runTasks = (name?: string) => server.app.runDueTasks(...(name ? [{ name, onePerKey: true }] : []));
  return {
    server,
    founder,
    sources,
    forum,
    clock,
    query,
    ...calls,
    async startCampaign(changes = {}) {
      const opportunities = await calls.findOpportunities(changes.product);
      const reply = await calls.start(opportunities, changes);
      expect(reply.status).toBe(201);
      const { campaign } = reply.body as unknown as { campaign: Campaign };
      return { campaign, conversations: await calls.conversations(`campaign=${campaign.id}`) };
    },
    async suggest(id, draft) {
      const text = `update conversations set suggestion_kind = 'draft', suggested_reply = $2 where id = $1`;
      await query(text, [id, draft]);
    },
    runTasks,
    async listen() {
      clock.ahead += 7 * 3_600_000;
      await runTasks(findDueCampaigns.name);
    },
    async setPlan(user, plan) {
      await query('update users set plan = $2 where id = $1', [user.id, plan]);
    },
    async close() {
      await database.close();
      await server.close();
    },
  };
}

function founderCalls(server: TestServer, founder: TestUser) {
  const find: OutreachWorld['find'] = (changes = {}, user = founder) =>
    server.call('POST', '/api/campaign/find-opportunities', {
      token: user.token,
      body: { userId: user.id, ...someProduct, ...changes },
    });
  return {
    find,
    call: (method: string, path: string, body?: unknown, user = founder) =>
      server.call(method, path, { token: user.token, body }),
    async findOpportunities(changes: object = {}) {
      const reply = await find(changes);
      expect(reply.status).toBe(200);
      return (reply.body as unknown as FoundOpportunities).opportunities;
    },
    start: (opportunities: { id?: string; link: string }[], changes: object = {}, user = founder) =>
      server.call('POST', '/api/campaigns/start', {
        token: user.token,
        body: { userId: user.id, product: someProduct, opportunities, ...changes },
      }),
    async conversations(filter = '') {
      const reply = await server.call('GET', `/api/conversations?${filter}`, { token: founder.token });
      expect(reply.status).toBe(200);
      return reply.body as unknown as Conversation[];
    },
    setStatus: (id: string, body: object, user = founder) =>
      server.call('PATCH', `/api/conversations/${id}/status`, { token: user.token, body }),
    linkAccount: (source: 'mastodon' | 'lemmy', host: string, username = 'ada') =>
      server.call('POST', '/api/linked-accounts', {
        token: founder.token,
        body: { source, host, username, secret: 'right' },
      }),
  };
}
