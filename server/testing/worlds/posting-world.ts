import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { inject } from 'vitest';
import { connectDatabase, type Database, inTransaction } from '#server/database/connect.ts';
import { campaigns, conversations, linkedAccounts, postingAttempts, users } from '#server/database/tables.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import type { OwnAccount, PostingDeps } from '#server/features/outreach/posting/deps.ts';
import { type PostingService, postingService } from '#server/features/outreach/posting/feature.ts';
import {
  enqueueReply,
  enqueueWaiting,
  postingQueues,
  sweep,
} from '#server/features/outreach/posting/tasks.ts';
import { startTasks, type Tasks } from '#server/tasks/tasks.ts';
import { type ScriptedForum, scriptedForum } from '#server/testing/scripted-forum.ts';
import type { RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';

type Row = typeof conversations.$inferSelect;

/** A database with campaigns, a forum in memory, and workers that post there. */
export type PostingWorld = {
  database: Database;
  databaseUrl: string;
  forum: ScriptedForum;
  clock: { at: Date; forward(ms: number): void };
  card: RuleCard;
  account: OwnAccount | null;
  needLink: string[];
  sessions: string[];
  mayPost: boolean;
  open: 'open' | 'closed' | 'gone' | 'unknown';
  /** A worker process of its own. */
  worker(): PostingService;
  deps: PostingDeps;
  startCampaign(): Promise<string>;
  /** A conversation with an approved reply. */
  approve(changes?: Partial<Row>): Promise<string>;
  /** Its owner withdraws it and approves it again. */
  approveAgain(id: string): Promise<void>;
  advance(id: string, worker?: PostingService): Promise<void>;
  read(id: string): Promise<Row>;
  attempt(id: string): Promise<typeof postingAttempts.$inferSelect | undefined>;
  change(id: string, change: Partial<Row>): Promise<void>;
  /** A campaign goes on that was paused. */
  resume(campaignId: string): Promise<void>;
  /** Runs the scheduled task; names the conversations that then have a task. */
  sweep(): Promise<string[]>;
  /** Forgets every conversation, and what was scripted. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const permissive: RuleCard = {
  place: 'A forum',
  rules: [],
  readOn: '2040-01-01',
  expired: false,
  generatedText: 'allowed',
  automatedPosting: true,
  replyWay: 'account',
  repliesPerDay: 3,
};

/** The account that is linked at first. */
export const linked: OwnAccount = {
  id: 'account-1',
  username: 'ada',
  host: 'forum.example.com',
  canPost: true,
  needsLink: false,
  session: 'open',
  rules: { texts: ['Be kind.'], readOn: '2040-01-01' },
};

export async function startPostingWorld(
  forumSettings: { isIdempotent?: boolean } = {},
): Promise<PostingWorld> {
  const { url, drop } = await createTestDatabase(inject('testDatabaseUrl'));
  const database = connectDatabase(url, () => {});
  const silent = pino({ level: 'silent' });
  const tasks = await startTasks(url, postingQueues, { worksTasks: false, log: silent });
  const clock = {
    at: new Date('2040-05-05T10:00:00Z'),
    forward(ms: number) {
      clock.at = new Date(clock.at.getTime() + ms);
    },
  };
  const forum = scriptedForum(() => clock.at, forumSettings);
  const world: PostingWorld = {
    ...rows(database, tasks, clock),
    database,
    databaseUrl: url,
    forum,
    clock,
    card: { ...permissive },
    account: linked,
    needLink: [],
    sessions: [],
    mayPost: true,
    open: 'open',
    worker: () => postingService(world.deps),
    deps: settingsOf(() => world),
    async advance(id, worker = world.worker()) {
      await worker.advance(id, new AbortController().signal);
    },
    async clear() {
      clock.forward(30 * day);
      await database.pool.query('truncate conversations, pgboss.job cascade');
      Object.assign(forum, { posts: [], answers: [], at: {}, isBlind: false, isLockedOut: false });
      Object.assign(forum, { sends: 0, sender: null });
      Object.assign(world, { account: linked, mayPost: true, open: 'open', needLink: [], sessions: [] });
      world.card = { ...permissive };
    },
    async close() {
      await tasks.stop(1_000);
      await database.close();
      await drop();
    },
  };
  return world;
}

function settingsOf(world: () => PostingWorld): PostingDeps {
  const get = world;
  return {
    get database() {
      return get().database;
    },
    posters: { posterFor: () => get().forum },
    sources: {
      sourcesFor: () => [
        {
          source: 'lemmy',
          host: 'forum.example.com',
          notConfigured: null,
          find: () => Promise.reject(new Error('nobody searches here')),
          async checkOpen() {
            await get().forum.at.open?.();
            return get().open;
          },
        },
      ],
    },
    accounts: {
      async findAccount() {
        await get().forum.at.account?.();
        return get().account;
      },
      async markNeedsLink({ id }) {
        const world = get();
        world.needLink.push(id);
        if (world.account?.id === id)
          world.account = { ...world.account, canPost: false, needsLink: true, session: null };
      },
      async replaceSession({ id }, session) {
        const world = get();
        world.sessions.push(session);
        if (world.account?.id === id) world.account = { ...world.account, session };
      },
    },
    mayPost: async () => get().mayPost,
    cardOf: () => get().card,
    now: () => get().clock.at,
    randomId: randomUUID,
    pause: async (ms) => get().clock.forward(ms),
    log: pino({ level: 'silent' }),
    leaseMs: 100_000,
  };
}

function rows(database: Database, tasks: Tasks, clock: PostingWorld['clock']) {
  const { sql: db } = database;
  const { startCampaign, approve, approveAgain } = approvals(database, tasks, clock);
  return {
    startCampaign,
    approve,
    approveAgain,
    async read(id: string): Promise<Row> {
      const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
      if (!row) throw new Error(`there is no ${id}`);
      return row;
    },
    async attempt(id: string) {
      const [row] = await db.select().from(postingAttempts).where(eq(postingAttempts.conversationId, id));
      return row;
    },
    async change(id: string, change: Partial<Row>): Promise<void> {
      await db.update(conversations).set(change).where(eq(conversations.id, id));
    },
    async resume(campaignId: string): Promise<void> {
      await inTransaction(database, async (transaction) => {
        await transaction.sql.update(campaigns).set({ active: true }).where(eq(campaigns.id, campaignId));
        await enqueueWaiting(tasks, transaction, campaignId);
      });
    },
    async sweep(): Promise<string[]> {
      await database.pool.query('delete from pgboss.job');
      await sweep(tasks, { database, now: () => clock.at });
      const waiting = await database.pool.query<{ id: string }>(
        `select data->>'conversationId' as id from pgboss.job where state = 'created' order by id`,
      );
      return waiting.rows.map(({ id }) => id);
    },
  };
}

function approvals(database: Database, tasks: Tasks, clock: PostingWorld['clock']) {
  const { sql: db } = database;
  let made = 0;
  async function startCampaign(): Promise<string> {
    const id = `campaign-${++made}`;
    await db.insert(users).values({ id: `owner-${made}`, email: `owner-${made}@example.com` });
    const product = { name: 'Bread plan', url: 'https://bread.example.com', description: 'Plans bread.' };
    const own = { id, ownerId: `owner-${made}`, idempotencyKey: id, keywords: [], nextListenAt: clock.at };
    await db.insert(campaigns).values({ ...own, ...product, createdAt: clock.at });
    const { username, host } = linked;
    const place = { source: 'lemmy' as const, host };
    await db
      .insert(linkedAccounts)
      .values({ id: `account-of-${id}`, ownerId: own.ownerId, username, way: 'proof', ...place });
    return id;
  }
  async function approve(changes: Partial<Row> = {}): Promise<string> {
    const campaignId = changes.campaignId ?? (await startCampaign());
    const [campaign] = await db.select().from(campaigns).where(eq(campaigns.id, campaignId));
    const id = `conversation-${++made}`;
    const owned = { id, campaignId, ownerId: campaign?.ownerId ?? '' };
    const row = { ...conversationOf(made, clock.at), ...owned, ...changes };
    await inTransaction(database, async (transaction) => {
      await transaction.sql.insert(conversations).values(row);
      if (row.status === 'APPROVED') await enqueueReply(tasks, transaction, id, clock.at);
    });
    return id;
  }
  async function approveAgain(id: string): Promise<void> {
    const approved = { status: 'APPROVED' as const, replyWay: 'account' as const, approvedAt: clock.at };
    await inTransaction(database, async (transaction) => {
      await transaction.sql.update(conversations).set(approved).where(eq(conversations.id, id));
      await enqueueReply(tasks, transaction, id, clock.at);
    });
  }
  return { startCampaign, approve, approveAgain };
}

function conversationOf(number: number, now: Date) {
  const url = `https://forum.example.com/post/${number}`;
  return {
    source: 'lemmy' as const,
    host: 'forum.example.com',
    url,
    externalId: `${number}`,
    threadId: `${number}`,
    title: 'Too much bread',
    originalPost: 'Help',
    postedAt: now,
    confidence: 96,
    why: [],
    keywords: [],
    day: 1,
    suggestedReply: 'Freeze it.',
    suggestionKind: 'draft' as const,
    reply: 'Freeze half of it.',
    status: 'APPROVED' as const,
    approvedAt: now,
    replyWay: 'account' as const,
    accountId: linked.id,
    createdAt: now,
    updatedAt: now,
  };
}
