import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '#server/database/connect.ts';
import { supportRequests, users } from '#server/database/tables.ts';
import { messageCounts, readAtOnce, readConversation } from '#server/features/support-requests/repository.ts';
import type {
  HistoryRow,
  ReadMessage,
  RequestRow,
} from '#server/features/support-requests/requests-as-jobs.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { type InboxQueue, inboxPageSize } from '#shared/contracts/support-requests/support-inbox.ts';
import type { SupportMessage } from '#shared/contracts/support-requests/support-threads.ts';

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
type InboxThreadRows = InboxRow & { messages: ReadMessage[]; history: HistoryRow[] };
type QueueCounts = Record<InboxQueue, number>;
/** `after` is the place of the last entry of the page before. */
type InboxQuery = { queue: InboxQueue; search: string; after: string | undefined; agentId: string };
/** With its place in the order of the list. */
type PlacedRow = InboxRow & { place: string };

/** One page of a queue, or of what is found in all of them, and one entry more, if there is one. */
export function findInboxPage(
  database: Database,
  query: InboxQuery,
): Promise<{ rows: PlacedRow[]; counts: QueueCounts | null }> {
  return readAtOnce(database, async (transaction) =>
    query.search.trim()
      ? { rows: await findPage(transaction, query, await findWords(transaction, query)), counts: null }
      : { rows: await findPage(transaction, query), counts: await countQueues(transaction, query.agentId) },
  );
}

/** With everything that was written and done; null when there is none. */
export function findInboxThread(database: Database, id: string): Promise<InboxThreadRows | null> {
  return readAtOnce(database, async (transaction) => {
    const [found] = await selectRows(transaction, {}).where(eq(supportRequests.id, id));
    return found ? { ...found, ...(await readConversation(transaction, id, { notes: true })) } : null;
  });
}

const agents = alias(users, 'agents');
const { brokenAt, claimedBy, createdAt, customerWaitsSince, dueAt, firstAnsweredAt, pausedAt } =
  supportRequests;
const { id, resolvedAt, waitingSince } = supportRequests;

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
const dueNext = {
  rank: urgency,
  at: sql`coalesce(case when ${urgency} < 2 then ${dueAt} else ${customerWaitsSince} end, ${createdAt})`,
  isNewestFirst: false,
};
type Order = { rank: SQL; at: SQL; isNewestFirst: boolean };
const orders: Record<InboxQueue | 'search', Order> = {
  open: dueNext,
  mine: dueNext,
  waiting: { rank: sql`0::int`, at: sql`${waitingSince}`, isNewestFirst: false },
  resolved: { rank: sql`0::int`, at: sql`${resolvedAt}`, isNewestFirst: true },
  search: { rank: sql`0::int`, at: sql`${createdAt}`, isNewestFirst: true },
};

const lastMessage = sql<InboxRow['lastMessage']>`(
  select json_build_object('kind', message.kind, 'author', message.author_name, 'text', left(message.text, 400))
  from support_messages as message
  where message.request_id = ${id} and message.kind <> 'note'
  order by message.created_at desc, message.id desc limit 1)`;

function selectRows<Place extends Record<string, SQL>>({ sql: tx }: Transaction, place: Place) {
  return tx
    .select({
      ...place,
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

/** A page of a queue; of the requests with these ids, where some are given. */
async function findPage(
  transaction: Transaction,
  { queue, after, agentId }: InboxQuery,
  ids?: string[],
): Promise<PlacedRow[]> {
  if (ids?.length === 0) return [];
  const { rank, at, isNewestFirst } = orders[ids ? 'search' : queue];
  const last = after === undefined ? null : readPlace(after);
  const direction = isNewestFirst ? sql`desc` : sql`asc`;
  const isAfter =
    last &&
    sql`(${rank}, ${at}, ${id} collate "C") ${isNewestFirst ? sql`<` : sql`>`}
      (${last.rank}::int, ${last.at}::timestamptz, ${last.id})`;
  const rows = await selectRows(transaction, {
    rank: sql<number>`${rank}`,
    at: sql<Date>`${at}`.mapWith(createdAt),
  })
    .where(and(ids ? inArray(id, ids) : queues[queue](agentId), isAfter ?? undefined))
    .orderBy(sql`${rank} ${direction}`, sql`${at} ${direction}`, sql`${id} collate "C" ${direction}`)
    .limit(inboxPageSize + 1);
  return rows.map(({ rank, at, ...row }) => ({ ...row, place: `${rank}~${at.toISOString()}~${row.row.id}` }));
}

/** Newest requests to look through before the index is asked: a frequent word is found there, a rare one by the index. */
const newest = 1_000;

/** Ids of the newest requests that hold each word, a page and one more. */
async function findWords({ sql: tx }: Transaction, { search, after }: InboxQuery): Promise<string[]> {
  const last = after === undefined ? null : readPlace(after);
  const isAfter = last
    ? sql`(created_at, request_id collate "C") < (${last.at}::timestamptz, ${last.id})`
    : sql`true`;
  const order = sql`order by created_at desc, request_id collate "C" desc limit`;
  const likes = search
    .trim()
    .split(/\s+/)
    .map((word) => sql`words like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`}::text)`);
  const isFound = sql.join(likes, sql` and `);
  const find = async (requests: SQL) => {
    const page = sql`with found as materialized (select request_id, created_at from ${requests} where ${isFound})
      select request_id as id from found ${order} ${inboxPageSize + 1}`;
    return (await tx.execute<{ id: string }>(page)).rows.map((row) => row.id);
  };
  const ids = await find(sql`(select * from support_search where ${isAfter} ${order} ${newest}) as newest`);
  return ids.length > inboxPageSize
    ? ids
    : find(sql`(select * from support_search where ${isAfter}) as requests`);
}

/** From the `place` of an entry. */
function readPlace(place: string): { rank: number; at: string; id: string } {
  const [rank, at = '', ...rest] = place.split('~');
  return { rank: Number(rank), at, id: rest.join('~') };
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
