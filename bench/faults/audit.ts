import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { checkCounts } from '#bench/lib/counts.ts';
import type { StripeFake } from '#fakes/stripe/stripe.ts';
import type { Load } from './load.ts';
import { checkSettled, foretell, settled } from './payment-audit.ts';

const patienceMs = 5 * 60_000;

/** The outcome of everything of one kind that was acknowledged. */
export type Audit = {
  what: string;
  acknowledged: number;
  lost: number;
  twice: number;
  note: string;
  /** Other faults. */
  faults: string[];
};

type Site = { database: pg.Client; stripe: StripeFake };

/** Compares what was acknowledged with what the database, the forum and the payment provider hold. */
export async function audit(site: Site, load: Load, buyerIds: string[], since: Date): Promise<Audit[]> {
  return [
    await auditAnswers(site, load),
    await auditRequests(site, load),
    await auditMails(site, load),
    await auditReplies(site, load),
    await auditPayments(site, load, buyerIds, since),
  ];
}

async function auditAnswers({ database }: Site, { acknowledged }: Load): Promise<Audit> {
  const keys = acknowledged.answers;
  const { rows } = await database.query<{ key: string; times: number }>(
    'select idempotency_key as key, count(*)::int as times from submissions group by idempotency_key',
  );
  const faults = await checkCounts({ database }, { acknowledged: keys.length, unread: 0 }).then(
    () => [],
    (error: Error) => [error.message],
  );
  return { ...compare('survey answers', keys, rows), note: 'every counter was counted again', faults };
}

/** Each request enqueues its mails in its own transaction; a mail may be sent again when its note is lost. */
async function auditRequests({ database }: Site, { acknowledged }: Load): Promise<Audit> {
  const { rows } = await database.query<{ key: string; times: number }>(
    'select idempotency_key as key, count(*)::int as times from support_requests group by idempotency_key',
  );
  const again = await database.query(
    `select 1 from outbox where recipient not like '%@payers.example' group by recipient, subject, body having count(*) > 1`,
  );
  const requests = compare('support requests', acknowledged.requests, rows);
  return { ...requests, note: `${again.rowCount} letters sent again` };
}

/** Every third mail has a file. */
async function auditMails({ database }: Site, { acknowledged }: Load): Promise<Audit> {
  const { rows } = await database.query<{ key: string; times: number; files: number }>(
    `select text as key, count(*)::int as times, sum((
         select count(*) from attachments
         where attachments.request_id = support_messages.request_id and message_id = support_messages.id
       ))::int as files
       from support_messages where text like 'Mail number %' group by text`,
  );
  const files = new Map(rows.map((row) => [row.key, row.files]));
  const wrong = acknowledged.mails.filter(
    (text) => files.get(text) !== (Number(/\d+/.exec(text)?.[0]) % 3 === 0 ? 1 : 0),
  );
  const faults = wrong.map((text) => `${text} has ${files.get(text)} files`);
  return { ...compare('mails', acknowledged.mails, rows), faults };
}

async function auditReplies({ database }: Site, { acknowledged }: Load): Promise<Audit> {
  const wanted = acknowledged.replies;
  const statuses = await settledReplies(
    database,
    wanted.map(({ id }) => id),
  );
  const counts = wanted.map(
    ({ story, forum }) => forum.posts.sent().filter((post) => post.parentId === story).length,
  );
  const unconfirmed = [...statuses.values()].filter((status) => status === 'UNCONFIRMED').length;
  const isThere = (place: number) => (counts[place] ?? 0) > 0;
  const lost = wanted.filter(({ id }, place) => !isThere(place) && statuses.get(id) !== 'UNCONFIRMED');
  return {
    what: 'approved replies',
    acknowledged: wanted.length,
    lost: lost.length,
    twice: counts.filter((count) => count > 1).length,
    note: `${unconfirmed} unconfirmed`,
    faults: lost.map(({ id }) => `the reply of ${id} is ${statuses.get(id)}`),
  };
}

/** Waits until none is on its way. */
async function settledReplies(database: pg.Client, ids: string[]): Promise<Map<string, string>> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await database.query<{ id: string; status: string }>(
      'select id, status from conversations where id = any($1)',
      [ids],
    );
    const isWaiting = rows.some(({ status }) => ['APPROVED', 'POSTING'].includes(status));
    if (!isWaiting || Date.now() > giveUpAt) return new Map(rows.map(({ id, status }) => [id, status]));
    await sleep(500);
  }
}

/** Every event's own copy counts once; letters are compared with what the provider's objects ask for. */
async function auditPayments(
  { database, stripe }: Site,
  { telling }: Load,
  buyerIds: string[],
  since: Date,
): Promise<Audit> {
  const events = telling.told.map(({ id }) => id);
  await settled({ database }, events.length);
  const { rows } = await database.query<{ key: string; times: number }>(
    'select id as key, count(*)::int as times from payment_events group by id',
  );
  const found = await checkSettled({ database }, foretell(stripe, buyerIds), since).then(
    (again) => ({ note: `${again} letters sent again`, faults: [] }),
    (error: Error) => ({ faults: [error.message] }),
  );
  return { ...compare('payment events', events, rows), ...found };
}

function compare(what: string, keys: string[], rows: { key: string; times: number }[]): Audit {
  const times = new Map(rows.map((row) => [row.key, row.times]));
  const lost = keys.filter((key) => !times.has(key)).length;
  const twice = [...times.values()].filter((count) => count > 1).length;
  return { what, acknowledged: keys.length, lost, twice, note: '', faults: [] };
}
