import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { figure, goal, type Section, type Settings } from '#bench/lib/report.ts';
import type { Server, Stack } from '#bench/stack.ts';
import { connectDatabase, inTransaction } from '#server/database/connect.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { enqueueReply, postingQueues } from '#server/features/outreach/posting/tasks.ts';
import { startTasks } from '#server/tasks/tasks.ts';

const usualSize = 2_000;
const fullSize = 10_000;
const kills = 8;
const lanes = 16;
/** A worker that was killed keeps what it held for so long, and its tasks. */
const patienceMs = 900_000;

type Outcome = {
  /** Until nine in ten were posted, and until none was on its way. */
  mostSeconds: number;
  settledSeconds: number;
  posted: number;
  unconfirmed: number;
  twice: number;
  lost: number;
};

/** Approved replies that two workers post which are killed in turn: none twice, none lost. */
export async function measurePosting({ stack, full }: Settings): Promise<Section> {
  const size = full ? fullSize : usualSize;
  const bare = await postBare(size);
  const outcome = await run(stack, size);
  const { mostSeconds, settledSeconds, posted, unconfirmed, twice, lost } = outcome;
  const most = (size * 0.9) / mostSeconds;
  return {
    title: 'Posting approved replies',
    how: describe(size),
    columns: [
      'what',
      'replies a second',
      'of bare',
      'all settled after, s',
      'posted',
      'unconfirmed',
      'twice',
      'lost',
    ],
    rows: [
      ['plain posts to the fake', figure(bare), '1', figure(size / bare), String(size), '', '', ''],
      [
        `two workers, ${kills} kills`,
        ...[figure(most), figure(most / bare), figure(settledSeconds)],
        ...[posted, unconfirmed, twice, lost].map(String),
      ],
    ],
    goals: [
      goal('Replies posted twice', twice, { below: 0 }),
      goal('Approved replies lost', lost, { below: 0 }),
    ],
  };
}

/** @returns how many replies a second the fake takes when nobody keeps account of them. */
async function postBare(size: number): Promise<number> {
  const forum = await startPostingForum({ isSteady: true });
  const began = Date.now();
  let posted = 0;
  const post = async () => {
    while (posted < size) {
      posted += 1;
      const under = String(posted);
      const body = JSON.stringify({ under, by: 'somebody', text: 'A reply.' });
      await (await fetch(forum.url, { method: 'POST', body })).json();
    }
  };
  await Promise.all(Array.from({ length: lanes }, post));
  await forum.stop();
  return size / ((Date.now() - began) / 1_000);
}

async function run(stack: Stack, size: number): Promise<Outcome> {
  await migrateDatabase(stack.databaseUrl);
  await approve(stack, size);
  const forum = await startPostingForum();
  const start = () => stack.serve('posting-worker.ts', { settings: { FORUM_URL: forum.url } });
  const workers = [await start(), await start()];
  const began = Date.now();
  let mostSeconds = 0;
  let killed = 0;
  try {
    for (;;) {
      const { waiting, done } = await count(stack);
      if (!mostSeconds && done >= size * 0.9) mostSeconds = (Date.now() - began) / 1_000;
      if (waiting === 0) break;
      if (Date.now() - began > patienceMs) throw new Error(`${waiting} replies are still on their way.`);
      if (killed < kills && done >= (size * 0.9 * (killed + 1)) / (kills + 1))
        await killAndStart(workers, killed++ % 2, start);
      await sleep(100);
    }
    const settledSeconds = (Date.now() - began) / 1_000;
    return { mostSeconds, settledSeconds, ...(await compare(stack, forum, size)) };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await forum.stop();
  }
}

async function killAndStart(workers: Server[], place: number, start: () => Promise<Server>): Promise<void> {
  await workers[place]?.kill();
  workers[place] = await start();
}

async function count({ database }: Stack): Promise<{ waiting: number; done: number }> {
  const { rows } = await database.query<{ waiting: number; done: number }>(
    `select count(*) filter (where status in ('APPROVED', 'POSTING'))::int as waiting,
       count(*) filter (where status in ('POSTED', 'UNCONFIRMED'))::int as done from conversations`,
  );
  return rows[0] ?? { waiting: 0, done: 0 };
}

/** The product's state, beside the forum's. */
async function compare({ database }: Stack, forum: PostingForum, size: number) {
  type Row = { place: string; status: string; told: boolean };
  const { rows } = await database.query<Row>(
    'select external_id as place, status, outcome_text is not null as told from conversations',
  );
  const stands = forum.counts();
  const posted = rows.filter(({ status, place }) => status === 'POSTED' && stands.has(place)).length;
  const unconfirmed = rows.filter(({ status, told }) => status === 'UNCONFIRMED' && told).length;
  const twice = [...stands.values()].filter((replies) => replies > 1).length;
  return { posted, unconfirmed, twice, lost: size - posted - unconfirmed };
}

/** Three replies of each owner, as many as the budget of a day allows. */
async function approve({ database, databaseUrl }: Stack, size: number): Promise<void> {
  await database.query('truncate users cascade');
  const owners = Math.ceil(size / 3);
  await database.query(
    `insert into users (id, email) select 'owner-' || n, 'owner-' || n || '@example.com' from generate_series(1, $1::int) n`,
    [owners],
  );
  await database.query(
    `insert into campaigns (id, owner_id, idempotency_key, name, url, description, keywords, next_listen_at)
     select 'campaign-' || n, 'owner-' || n, 'key', 'Bread plan', 'https://bread.example.com', 'Plans bread.', '[]', now()
     from generate_series(1, $1::int) n`,
    [owners],
  );
  await database.query(
    `insert into conversations (id, campaign_id, owner_id, source, host, external_id, thread_id, title, url, original_post,
       posted_at, confidence, why, keywords, day, suggested_reply, suggestion_kind, reply_way, status, reply, approved_at)
     select 'conversation-' || n, 'campaign-' || owner, 'owner-' || owner,
       'lemmy', 'forum.example.com', n, n, 'A question',
       'https://forum.example.com/' || n, 'How?', now(), 96, '[]', '[]', 1, 'So.', 'draft', 'account', 'APPROVED',
       'Like this, number ' || n, now()
     from generate_series(1, $1::int) n, lateral (select 1 + (n - 1) / 3 as owner) of`,
    [size],
  );
  await enqueueAll(databaseUrl, size);
}

async function enqueueAll(databaseUrl: string, size: number): Promise<void> {
  const tasks = await startTasks(databaseUrl, postingQueues, {
    worksTasks: false,
    log: pino({ level: 'silent' }),
  });
  const database = connectDatabase(databaseUrl, () => {});
  const ids = Array.from({ length: size }, (_, n) => `conversation-${n + 1}`);
  await inTransaction(database, async (transaction) => {
    for (const id of ids) await enqueueReply(tasks, transaction, id, new Date());
  });
  await database.close();
  await tasks.stop(1_000);
}

function describe(size: number): string {
  return `${size.toLocaleString('en')} approved replies, three of each owner, posted by two worker processes to a fake of a forum on loopback
that counts them and takes every reply as a new one.
The fake cuts one connection in fifty before it has taken a reply and one in fifty after it. ${kills} times a worker is killed (SIGKILL) and started
again. Replies a second: until nine in ten were settled. All settled: none is approved or on its way, what the killed workers held
included, which nobody else touches for 100 seconds. Afterwards every conversation is compared with what stands in the forum: "unconfirmed"
are replies whose answer was lost and that were not found, which their owners are told; "lost" would be any other that is not there.`;
}

type Post = { id: number; under: string; by: string; text: string };

/** A place for replies that counts them, and cuts some connections before or after it has taken a reply. */
type PostingForum = {
  url: string;
  /** How many replies stand under each post. */
  counts(): Map<string, number>;
  /** Replies that arrived. */
  arrivals(): number;
  stop(): Promise<void>;
};

/** One connection in so many is cut before the reply is taken, and one after it. */
const cutEvery = 50;

/** With `isSteady` no connection is cut. */
async function startPostingForum({ isSteady = false } = {}): Promise<PostingForum> {
  const byPlace = new Map<string, Post[]>();
  let arrivals = 0;
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { under, by, text } = (await json(request)) as Post;
    arrivals += 1;
    if (!isSteady && arrivals % cutEvery === 0) return void request.socket.destroy();
    const post = { id: arrivals, under, by, text };
    byPlace.set(under, [...(byPlace.get(under) ?? []), post]);
    if (!isSteady && arrivals % cutEvery === 1) return void request.socket.destroy();
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: post.id }));
  }
  const server = createServer((request, response) => {
    const under = new URL(request.url ?? '/', 'http://localhost').searchParams.get('under');
    if (request.method === 'POST') return void take(request, response).catch(() => response.destroy());
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(byPlace.get(under ?? '') ?? []));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => new Map([...byPlace].map(([under, posts]) => [under, posts.length])),
    arrivals: () => arrivals,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
