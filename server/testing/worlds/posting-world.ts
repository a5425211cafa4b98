import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest';
import { connectDatabase, type Database, inTransaction } from '#server/database/connect.ts';
import { campaigns, conversations, linkedAccounts, postingAttempts, users } from '#server/database/tables.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import type { OwnAccount } from '#server/features/outreach/posting/accounts/sessions.ts';
import type { PostingDeps } from '#server/features/outreach/posting/attempt.ts';
import { advanceReply } from '#server/features/outreach/posting/send-reply.ts';
import {
  enqueueReply,
  enqueueWaiting,
  postingQueues,
  sweep,
} from '#server/features/outreach/posting/tasks.ts';
import { startTasks, type Tasks } from '#server/tasks/tasks.ts';
import { fakeForum, type Step } from '#server/testing/fake-forum.ts';
import type { RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';

type Row = typeof conversations.$inferSelect;

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

/** The account that is linked at first, the same without a session, and another one. */
export const linked: OwnAccount = {
  id: 'account-1',
  username: 'ada',
  externalId: 'ada',
  host: 'forum.example.com',
  canPost: true,
  needsLink: false,
  session: 'open',
  rules: { texts: ['Be kind.'], readOn: '2040-01-01' },
  limits: null,
};

export const signedOut: OwnAccount = { ...linked, canPost: false, needsLink: true, session: null };
export const otherAccount: OwnAccount = {
  ...linked,
  id: 'account-2',
  username: 'grace',
  externalId: 'grace',
};

/** Facts outside of the database that a test changes. */
type PostingFacts = {
  card: RuleCard;
  account: OwnAccount | null;
  mayPost: boolean;
  open: 'open' | 'closed' | 'gone' | 'unknown';
  /** Accounts that were asked to sign in again, and sessions that were renewed. */
  needLink: string[];
  sessions: string[];
};

const firstFacts = (): PostingFacts => ({
  card: { ...permissive },
  account: linked,
  mayPost: true,
  open: 'open',
  needLink: [],
  sessions: [],
});

type PostingWorld = Awaited<ReturnType<typeof startPostingWorld>>;

/** For the tests of a file a database with campaigns, a forum in memory, and workers that post there. */
export function openPostingWorld(): PostingWorld {
  const world = {} as PostingWorld;
  beforeAll(async () => {
    Object.assign(world, await startPostingWorld());
  });
  beforeEach(() => world.clear());
  afterAll(() => world.close());
  return world;
}

async function startPostingWorld() {
  const { url, drop } = await createTestDatabase(inject('testDatabaseUrl'));
  const database = connectDatabase(url, () => {});
  const tasks = await startTasks(url, postingQueues, { worksTasks: false, log: pino({ enabled: false }) });
  const clock = {
    at: new Date('2040-05-05T10:00:00Z'),
    forward(ms: number) {
      clock.at = new Date(clock.at.getTime() + ms);
    },
  };
  const forum = fakeForum(() => clock.at);
  const facts = firstFacts();
  const deps = depsOf(database, forum, facts, clock);
  const rows = storedRows(database, tasks, () => clock.at);
  /** A worker takes a step, some time later. */
  const advance = async (id: string, afterMs = 0) => {
    clock.forward(afterMs);
    await advanceReply(deps, id, new AbortController().signal);
  };
  return {
    ...rows,
    database,
    databaseUrl: url,
    forum,
    facts,
    clock,
    deps,
    advance,

    /** Status of a reply, how many were sent, and how many are there. */
    outcome: async (id: string) => [(await rows.read(id)).status, forum.sent.length, forum.posts.length],

    /** Approves a reply and lets a worker take a step. */
    async send(changes: Partial<Row> = {}): Promise<string> {
      const id = await rows.approve(changes);
      await advance(id);
      return id;
    },

    /** A worker that stops for good at the `nth` time it comes to a step, as a killed process does. */
    async killAt(id: string, step: Step, nth = 1): Promise<void> {
      let times = 0;
      await new Promise<void>((resolve) => {
        forum.at[step] = () => {
          times += 1;
          if (times !== nth) return Promise.resolve();
          resolve();
          return new Promise(() => {});
        };
        void advance(id);
      });
      forum.at = {};
    },

    /** Resolves when a statement waits for a lock. */
    async waitForLock(): Promise<void> {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database.pool.query(waiting)).rows).toHaveLength(1);
    },

    /** Deletes every conversation, and what a test changed. */
    async clear(): Promise<void> {
      clock.forward(30 * day);
      await database.pool.query('truncate conversations, pgboss.job cascade');
      forum.reset();
      Object.assign(facts, firstFacts());
    },

    async close(): Promise<void> {
      await tasks.stop(1_000);
      await database.close();
      await drop();
    },
  };
}

function depsOf(
  database: Database,
  forum: ReturnType<typeof fakeForum>,
  facts: PostingFacts,
  clock: { at: Date; forward(ms: number): void },
): PostingDeps {
  return {
    database,
    now: () => clock.at,
    pause: async (ms) => clock.forward(ms),
    posters: forum,
    sources: {
      sourcesFor: () => [
        {
          source: 'lemmy',
          host: 'forum.example.com',
          notConfigured: null,
          find: () => Promise.reject(new Error('not searched here')),
          async checkOpen() {
            await forum.at.open?.();
            return facts.open;
          },
        },
      ],
    },
    accounts: {
      async findAccount() {
        await forum.at.account?.();
        return facts.account;
      },
      async markNeedsLink({ id }) {
        facts.needLink.push(id);
        if (facts.account?.id === id)
          facts.account = { ...facts.account, canPost: false, needsLink: true, session: null };
      },
      async replaceSession({ id }, session) {
        facts.sessions.push(session);
        if (facts.account?.id === id) facts.account = { ...facts.account, session };
      },
    },
    mayPost: async () => facts.mayPost,
    cardOf: () => facts.card,
    log: pino({ enabled: false }),
  };
}

function storedRows(database: Database, tasks: Tasks, now: () => Date) {
  const { sql: db } = database;
  let made = 0;

  async function startCampaign(): Promise<string> {
    const id = `campaign-${++made}`;
    const ownerId = `owner-${made}`;
    const product = { name: 'Bread plan', url: 'https://bread.example.com', description: 'Plans bread.' };
    const own = { id, ownerId, idempotencyKey: id, keywords: [], nextListenAt: now(), createdAt: now() };
    await db.insert(users).values({ id: ownerId, email: `${ownerId}@example.com` });
    await db.insert(campaigns).values({ ...own, ...product });
    const { username, host } = linked;
    await db
      .insert(linkedAccounts)
      .values({ id: `account-of-${id}`, ownerId, source: 'lemmy', host, username, way: 'proof' });
    return id;
  }

  /** Enqueues the reply of a conversation in the transaction that changes it. */
  async function change(id: string, changed: Partial<Row>): Promise<void> {
    await inTransaction(database, async (transaction) => {
      await transaction.sql.update(conversations).set(changed).where(eq(conversations.id, id));
      if (changed.status === 'APPROVED') await enqueueReply(tasks, transaction, id, now());
    });
  }

  return {
    startCampaign,
    change,

    /** A conversation with an approved reply. */
    async approve(changes: Partial<Row> = {}): Promise<string> {
      const campaignId = changes.campaignId ?? (await startCampaign());
      const id = `conversation-${++made}`;
      // A campaign and its owner have one number.
      const own = { id, campaignId, ownerId: campaignId.replace('campaign', 'owner') };
      const { status = 'APPROVED', ...rest } = changes;
      await db
        .insert(conversations)
        .values({ ...conversationOf(made, now()), ...own, ...rest, status: 'AWAITING_REVIEW' });
      await change(id, { status });
      return id;
    },

    /** Its owner withdraws it and approves it again. */
    approveAgain: (id: string) =>
      change(id, { status: 'APPROVED', replyWay: 'account', approvedAt: now(), outcome: null }),

    async read(id: string): Promise<Row> {
      const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
      if (!row) throw new Error(`there is no ${id}`);
      return row;
    },

    async readCampaign(id: string) {
      const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
      return row;
    },

    async attempt(id: string) {
      const [row] = await db.select().from(postingAttempts).where(eq(postingAttempts.conversationId, id));
      return row;
    },

    /** All campaigns; one that goes on has its waiting replies enqueued. */
    async setActive(active: boolean, campaignId?: string): Promise<void> {
      await inTransaction(database, async (transaction) => {
        await transaction.sql.update(campaigns).set({ active, pausedBecause: null });
        if (campaignId) await enqueueWaiting(tasks, transaction, campaignId);
      });
    },

    /** Runs the scheduled task; names the conversations that then have a task. */
    async sweep(): Promise<string[]> {
      await database.pool.query('delete from pgboss.job');
      await sweep(tasks, { database, now });
      const waiting = await database.pool.query<{ id: string }>(
        `select data->>'conversationId' as id from pgboss.job where state = 'created' order by id`,
      );
      return waiting.rows.map(({ id }) => id);
    },
  };
}

function conversationOf(number: number, now: Date) {
  return {
    source: 'lemmy' as const,
    host: 'forum.example.com',
    url: `https://forum.example.com/post/${number}`,
    externalId: `${number}`,
    threadId: `${number}`,
    title: 'Too much bread',
    originalPost: 'Help',
    postedAt: now,
    confidence: 96,
    keywords: [],
    day: 1,
    suggestedReply: 'Freeze it.',
    suggestionKind: 'draft' as const,
    reply: 'Freeze half of it.',
    approvedAt: now,
    replyWay: 'account' as const,
    accountId: linked.id,
    createdAt: now,
    updatedAt: now,
  };
}
