import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Overrides } from '#server/app.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { findDueCampaigns } from '#server/features/outreach/campaigns/tasks.ts';
import { fakeForum } from '#server/testing/fake-forum.ts';
import { fakeSources, worldStart } from '#server/testing/fake-sources.ts';
import { startTestServer, type TestResponse, type TestUser } from '#server/testing/test-server.ts';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import type { Conversation } from '#shared/contracts/outreach/conversations.ts';
import type { FoundOpportunities, Opportunity, Product } from '#shared/contracts/outreach/opportunities.ts';

/** Status and code of a failure: '409 conversation_moved_on'. */
export const failureOf = ({ status, body }: TestResponse): string => `${status} ${body.code}`;

/** Product that the posts of `fake-sources.ts` are about. */
export const someProduct = {
  name: 'Levain Keeper',
  url: 'https://levainkeeper.example',
  description:
    'A reminder for home bakers who forget feeding their sourdough starter: it keeps the feeding schedule, the flour ratio and the hydration of every levain, so that bread and starter stay alive during holidays.',
};

export type OutreachWorld = Awaited<ReturnType<typeof startOutreachWorld>>;

/** For the tests of a file a world without posts, running campaigns and linked accounts before each. */
export function openOutreachWorld(
  overrides: Overrides = {},
  env: Record<string, string> = {},
): OutreachWorld {
  const world = {} as OutreachWorld;
  beforeAll(async () => {
    Object.assign(world, await startOutreachWorld(overrides, env));
  });
  beforeEach(async () => {
    Object.assign(world.sources, { posts: [], before: () => {} });
    world.sources.failing.clear();
    world.forum.reset();
    world.clock.ahead = 0;
    await world.query('update campaigns set active = false');
    await world.query('delete from linked_accounts');
  });
  afterAll(() => world.close());
  return world;
}

/** A server with a founder on the developer plan, whose sources and places for replies are in memory. */
export async function startOutreachWorld(overrides: Overrides = {}, env: Record<string, string> = {}) {
  const sources = fakeSources();
  const forum = fakeForum();
  /** Milliseconds by which the server's clock is ahead of one that starts at `worldStart`. */
  const clock = { ahead: 0 };
  const startedAt = Date.now();
  const own = {
    sources,
    posters: forum,
    now: () => worldStart.getTime() + Date.now() - startedAt + clock.ahead,
  };
  const server = await startTestServer({ ...own, ...overrides }, env);
  const founder = await server.signUp('developer');
  const stranger = await server.signUp('developer');
  const database = connectDatabase(server.databaseUrl, () => {});
  const query = async (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
    (await database.pool.query(text, values)).rows;
  const call = (method: string, path: string, body?: unknown, user: TestUser = founder) =>
    server.call(method, path, { token: user.token, body });

  const find = (changes: object = {}, user = founder) =>
    call('POST', '/api/campaign/find-opportunities', { userId: user.id, ...someProduct, ...changes }, user);
  /** Current results of the founder's search. */
  async function findOpportunities(changes: object = {}): Promise<Opportunity[]> {
    const response = await find(changes);
    expect(response.status).toBe(200);
    return (response.body as unknown as FoundOpportunities).opportunities;
  }
  const start = (opportunities: { id?: string; link: string }[], changes: object = {}, user = founder) =>
    call(
      'POST',
      '/api/campaigns/start',
      { userId: user.id, product: someProduct, opportunities, ...changes },
      user,
    );
  /** As the founder sees them. */
  async function conversations(filter = ''): Promise<Conversation[]> {
    const response = await call('GET', `/api/conversations?${filter}`);
    expect(response.status).toBe(200);
    return response.body as unknown as Conversation[];
  }
  /** Works the scheduled task of this name, and all tasks that are due. */
  const runTasks = (name?: string) => server.app.runDueTasks(...(name ? [{ name, onePerKey: true }] : []));

  return {
    server,
    database,
    founder,
    stranger,
    sources,
    forum,
    clock,
    query,
    call,
    find,
    findOpportunities,
    start,
    conversations,
    runTasks,

    /** Finds what there is and starts a campaign with all of it. */
    async startCampaign(changes: { product?: Product } = {}) {
      const { status, body } = await start(await findOpportunities(changes.product), changes);
      expect(status).toBe(201);
      const { campaign } = body as unknown as { campaign: Campaign };
      return { campaign, conversations: await conversations(`campaign=${campaign.id}`) };
    },

    async listCampaigns(query = '', user = founder): Promise<Campaign[]> {
      return (await call('GET', `/api/products/campaign?${query}`, undefined, user))
        .body as unknown as Campaign[];
    },

    setStatus: (id: string, body: object, user = founder) =>
      call('PATCH', `/api/conversations/${id}/status`, body, user),

    /** Puts a draft, as a model writes them, in place of what is suggested for a conversation. */
    async suggest(id: string, draft: string): Promise<void> {
      const text = `update conversations set suggestion_kind = 'draft', suggested_reply = $2 where id = $1`;
      await query(text, [id, draft]);
    },

    /** Links an account of the founder that replies are sent from. */
    async linkAccount(
      source: 'mastodon' | 'lemmy' | 'bluesky',
      host: string,
      secret = 'right',
    ): Promise<void> {
      const body = { source, host, username: 'ada', secret };
      expect((await call('POST', '/api/linked-accounts', body)).status).toBe(201);
    },

    /** Puts the clock forward until every campaign is due and lets them listen. */
    async listen(): Promise<void> {
      clock.ahead += 7 * 3_600_000;
      await runTasks(findDueCampaigns.name);
    },

    async setPlan(user: TestUser, plan: 'free' | 'pro' | 'developer'): Promise<void> {
      await query('update users set plan = $2 where id = $1', [user.id, plan]);
    },

    async close(): Promise<void> {
      await database.close();
      await server.close();
    },
  };
}
