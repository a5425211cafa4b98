import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#server/database/connect.ts';
import { isFound } from '#server/database/page.ts';
import { supportHistory, supportMessages, supportRequests, users } from '#server/database/tables.ts';
import { messageCounts, readAtOnce, readConversation } from '#server/features/support-requests/repository.ts';
import type {
  HistoryRow,
  ReadMessage,
  RequestRow,
} from '#server/features/support-requests/requests-as-jobs.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { type InboxQueue, inboxPageSize } from '#shared/contracts/support-inbox.ts';
import type { SupportMessage } from '#shared/contracts/support-threads.ts';

/** A request with the people around it. */
export type InboxRow = {
  row: RequestRow;
  messageCount: number;
  newMessages: number;
  /** The newest that is no note. */
  lastMessage: { kind: SupportMessage['kind']; author: string; text: string } | null;
  customer: { name: string; email: string; plan: Plan };
  /** Null for a request without an agent. */
  agentName: string | null;
};
export type InboxThreadRows = InboxRow & { messages: ReadMessage[]; history: HistoryRow[] };
export type QueueCounts = Record<InboxQueue, number>;
type InboxQuery = { queue: InboxQueue; search: string; offset: number; agentId: string };

export type InboxRepository = ReturnType<typeof inboxRepository>;

export function inboxRepository(database: Database) {
  return {
    /** One page of a queue and one entry more, if there is one; and the size of each queue. */
    list: (query: InboxQuery): Promise<{ rows: InboxRow[]; counts: QueueCounts }> =>
      readAtOnce(database, async (transaction) => ({
        rows: await findPage(transaction, query),
        counts: await countQueues(transaction, query.agentId),
      })),

    /** With everything that was written and done; null when there is none. */
    findThread: (id: string): Promise<InboxThreadRows | null> =>
      readAtOnce(database, async (transaction) => {
        const [found] = await selectRows(transaction).where(eq(supportRequests.id, id));
        return found ? { ...found, ...(await readConversation(transaction, id, { notes: true })) } : null;
      }),

    /** Owner of the request. */
    async findOwner(id: string): Promise<string | null> {
      const { ownerId } = supportRequests;
      const [found] = await database.sql
        .select({ ownerId })
        .from(supportRequests)
        .where(eq(supportRequests.id, id));
      return found?.ownerId ?? null;
    },

    async findName({ sql: tx }: Transaction, userId: string): Promise<string> {
      const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
      return user?.name ?? '';
    },

    /** True when the newest message is a question; by the history, because messages of one moment have no order. */
    async hasUnansweredQuestion({ sql: tx }: Transaction, requestId: string): Promise<boolean> {
      const isMessage = inArray(supportHistory.action, ['replied', 'asked', 'customer_answered']);
      const [newest] = await tx
        .select({ action: supportHistory.action })
        .from(supportHistory)
        .where(and(eq(supportHistory.requestId, requestId), isMessage))
        .orderBy(desc(supportHistory.id))
        .limit(1);
      return newest?.action === 'asked';
    },

    /** True when the thread has a message of one of these kinds. */
    async hasMessage(
      { sql: tx }: Transaction,
      requestId: string,
      kinds: ('reply' | 'question')[],
    ): Promise<boolean> {
      const isThat = and(eq(supportMessages.requestId, requestId), inArray(supportMessages.kind, kinds));
      return (
        (await tx.select({ id: supportMessages.id }).from(supportMessages).where(isThat).limit(1)).length > 0
      );
    },
  };
}

const agents = alias(users, 'agents');
const { brokenAt, claimedBy, createdAt, customerWaitsSince, dueAt, firstAnsweredAt, pausedAt } =
  supportRequests;
const { appName, email, id, requestTitle, resolvedAt, waitingSince } = supportRequests;

const queues: Record<InboxQueue, (agentId: string) => SQL | undefined> = {
  open: () => and(isNull(resolvedAt), isNull(waitingSince)),
  mine: (agentId) => and(isNull(resolvedAt), eq(claimedBy, agentId)),
  waiting: () => and(isNull(resolvedAt), isNotNull(waitingSince)),
  resolved: () => isNotNull(resolvedAt),
};

// Breached SLAs first, then running ones, then customers who wait for something else.
const urgency = sql`case
  when ${firstAnsweredAt} is null and ${brokenAt} is not null and ${waitingSince} is null then 0
  when ${firstAnsweredAt} is null and ${brokenAt} is null and ${pausedAt} is null then 1
  when ${customerWaitsSince} is not null then 2
  else 3 end`;
const dueNext = [
  urgency,
  sql`case when ${urgency} < 2 then ${dueAt} else ${customerWaitsSince} end`,
  asc(createdAt),
];
const orders: Record<InboxQueue, SQL[]> = {
  open: dueNext,
  mine: dueNext,
  waiting: [asc(waitingSince)],
  resolved: [desc(resolvedAt)],
};

const lastMessage = sql<InboxRow['lastMessage']>`(
  select json_build_object('kind', message.kind, 'author', message.author_name, 'text', left(message.text, 400))
  from support_messages as message
  where message.request_id = ${id} and message.kind <> 'note'
  order by message.created_at desc, message.id desc limit 1)`;
const searched = sql`lower(concat_ws(chr(10), ${requestTitle}, ${appName}, ${email}, ${users.email}, ${users.name}))`;

function selectRows({ sql: tx }: Transaction) {
  return tx
    .select({
      row: supportRequests,
      ...messageCounts,
      lastMessage,
      customer: { name: users.name, email: users.email, plan: users.plan },
      agentName: agents.name,
    })
    .from(supportRequests)
    .innerJoin(users, eq(users.id, supportRequests.ownerId))
    .leftJoin(agents, eq(agents.id, claimedBy));
}

function findPage(
  transaction: Transaction,
  { queue, search, offset, agentId }: InboxQuery,
): Promise<InboxRow[]> {
  return selectRows(transaction)
    .where(and(queues[queue](agentId), isFound({ search }, searched)))
    .orderBy(...orders[queue], sql`${id} collate "C"`)
    .limit(inboxPageSize + 1)
    .offset(offset);
}

async function countQueues({ sql: tx }: Transaction, agentId: string): Promise<QueueCounts> {
  const count = (queue: InboxQueue) => tx.$count(supportRequests, queues[queue](agentId));
  return {
    open: await count('open'),
    mine: await count('mine'),
    waiting: await count('waiting'),
    resolved: await count('resolved'),
  };
}
