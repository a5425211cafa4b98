import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type BlueskySourceStandIn, blueskyStandIn } from './bluesky.ts';
import { devStandIn } from './dev.ts';
import { discourseStandIn } from './discourse.ts';
import { type Fault, spoil } from './faults.ts';
import { githubStandIn } from './github.ts';
import { hackerNewsStandIn } from './hacker-news.ts';
import { lemmyStandIn, lemmyV4StandIn } from './lemmy.ts';
import { mastodonStandIn } from './mastodon.ts';
import { makePosts, type Post, type PostGiven, type Posts } from './posts.ts';
import { stackExchangeStandIn } from './stack-exchange.ts';
import type { SourceAnswer, StandInSource } from './stand-in-source.ts';

function makeStandIns() {
  return {
    'hacker-news': hackerNewsStandIn,
    'stack-exchange': stackExchangeStandIn,
    lemmy: lemmyStandIn,
    'lemmy-v4': lemmyV4StandIn,
    discourse: discourseStandIn,
    dev: devStandIn,
    github: githubStandIn,
    mastodon: mastodonStandIn,
    bluesky: blueskyStandIn(),
  } satisfies Record<string, StandInSource>;
}

export type StandInName = keyof ReturnType<typeof makeStandIns>;

type Asked = { source: StandInName; path: string; params: URLSearchParams; userAgent: string };

export type SourceStandIn = {
  /** The settings that make the product ask here. */
  env: Record<string, string>;
  /** Where one source is. */
  addressOf(source: StandInName): string;
  add(source: StandInName, post: PostGiven): Post;
  change(source: StandInName, id: number, changes: Partial<PostGiven>): void;
  /** Forgets every post. */
  clear(): void;
  /** From now on the source goes wrong like this; null makes it well again. */
  fault(source: StandInName, fault: Fault | null): void;
  /** Bluesky's tokens. */
  bluesky: Pick<BlueskySourceStandIn, 'giveSession' | 'endSessions'>;
  /** Every request so far, oldest first. */
  requests: Asked[];
  /** Bytes of `huge` replies that were taken before somebody hung up. */
  hugeBytesSent(): number;
  /** How many connections stand now. */
  openConnections(): Promise<number>;
  close(): Promise<void>;
};

/** The settings that make the product ask the sources of the stand-in at `base`. */
export function sourceVariables(base: string): Record<string, string> {
  const sources = Object.values(makeStandIns());
  return Object.assign({}, ...sources.map(({ folder, env }) => env(`${base}/${folder}`)));
}

/** A server on loopback that speaks the documented shapes of every source, each in a folder of its own. */
export async function startSourceStandIn(settings: { port?: number } = {}): Promise<SourceStandIn> {
  const standIns = makeStandIns();
  const names = Object.keys(standIns) as StandInName[];
  const posts = Object.fromEntries(names.map((name) => [name, makePosts(postsName(name))])) as Record<
    StandInName,
    Posts
  >;
  const faults = new Map<StandInName, Fault | null>();
  const requests: Asked[] = [];
  let hugeBytes = 0;
  let base = '';

  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', base);
    const source = names.find((name) => url.pathname.startsWith(`/${standIns[name].folder}/`));
    if (!source) return void response.writeHead(404).end();
    const standIn: StandInSource = standIns[source];
    const path = url.pathname.slice(standIn.folder.length + 1);
    const userAgent = incoming.headers['user-agent'] ?? '';
    requests.push({ source, path, params: url.searchParams, userAgent });
    const isSpoilt = await spoil(faults.get(source) ?? null, response, (bytes) => {
      hugeBytes += bytes;
    });
    if (isSpoilt) return;
    const address = `${base}/${standIn.folder}`;
    const { method = 'GET', headers } = incoming;
    const call = { method, headers, body: method === 'POST' ? await readBody(incoming) : null };
    send(incoming, response, standIn.answer(path, url.searchParams, posts[source], address, call));
  });
  server.listen(settings.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addressOf = (source: StandInName) => `${base}/${standIns[source].folder}`;
  return {
    env: sourceVariables(base),
    addressOf,
    add: (source, post) => posts[source].add(post),
    change: (source, id, changes) => posts[source].change(id, changes),
    clear() {
      for (const name of names) posts[name].clear();
    },
    fault: (source, fault) => void faults.set(source, fault),
    bluesky: standIns.bluesky,
    requests,
    hugeBytesSent: () => hugeBytes,
    openConnections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function postsName(name: StandInName) {
  return name === 'lemmy-v4' ? 'lemmy' : name;
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const body = await text(incoming);
  return body === '' ? null : JSON.parse(body);
}

function send({ headers }: IncomingMessage, response: ServerResponse, answer: SourceAnswer): void {
  const isPage = typeof answer.body === 'string';
  const body = Buffer.from(isPage ? String(answer.body) : JSON.stringify(answer.body));
  const isPacked = headers['accept-encoding']?.includes('gzip') === true;
  response.writeHead(answer.status ?? 200, {
    'content-type': isPage ? 'text/html' : 'application/json; charset=utf-8',
    ...(isPacked && { 'content-encoding': 'gzip' }),
    ...answer.headers,
  });
  response.end(isPacked ? gzipSync(body) : body);
}
