import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type BlueskySourceFake, blueskyFake } from '#fakes/bluesky/search.ts';
import { devFake } from '#fakes/dev/search.ts';
import { discourseFake } from '#fakes/discourse/search.ts';
import { githubFake } from '#fakes/github/search.ts';
import { hackerNewsFake } from '#fakes/hacker-news/search.ts';
import { lemmyFake, lemmyV4Fake } from '#fakes/lemmy/search.ts';
import { mastodonFake } from '#fakes/mastodon/search.ts';
import { stackExchangeFake } from '#fakes/stack-exchange/search.ts';
import type { FakeSource, SourceAnswer } from './fake-source.ts';
import { type Fault, spoil } from './faults.ts';
import { makePosts, type Post, type PostGiven, type Posts } from './posts.ts';

function makeFakes() {
  return {
    'hacker-news': hackerNewsFake,
    'stack-exchange': stackExchangeFake,
    lemmy: lemmyFake,
    'lemmy-v4': lemmyV4Fake,
    discourse: discourseFake,
    dev: devFake,
    github: githubFake,
    mastodon: mastodonFake,
    bluesky: blueskyFake(),
  } satisfies Record<string, FakeSource>;
}

export type FakeName = keyof ReturnType<typeof makeFakes>;

type Asked = { source: FakeName; path: string; params: URLSearchParams; userAgent: string };

export type SourceFake = {
  /** The settings that make the product ask here. */
  env: Record<string, string>;
  /** Where one source is. */
  addressOf(source: FakeName): string;
  add(source: FakeName, post: PostGiven): Post;
  change(source: FakeName, id: number, changes: Partial<PostGiven>): void;
  /** Forgets every post. */
  clear(): void;
  /** From now on the source goes wrong like this; null makes it well again. */
  fault(source: FakeName, fault: Fault | null): void;
  /** Bluesky's tokens. */
  bluesky: Pick<BlueskySourceFake, 'giveSession' | 'endSessions'>;
  /** Every request so far, oldest first. */
  requests: Asked[];
  /** Bytes of `huge` replies that were taken before somebody hung up. */
  hugeBytesSent(): number;
  /** How many connections stand now. */
  openConnections(): Promise<number>;
  close(): Promise<void>;
};

/** The settings that make the product ask the sources of the fake at `base`. */
export function sourceVariables(base: string): Record<string, string> {
  const sources = Object.values(makeFakes());
  return Object.assign({}, ...sources.map(({ folder, env }) => env(`${base}/${folder}`)));
}

/** A server on loopback that speaks the documented shapes of every source, each in a folder of its own. */
export async function startSourceFake(settings: { port?: number } = {}): Promise<SourceFake> {
  const fakes = makeFakes();
  const names = Object.keys(fakes) as FakeName[];
  const posts = Object.fromEntries(names.map((name) => [name, makePosts(postsName(name))])) as Record<
    FakeName,
    Posts
  >;
  const faults = new Map<FakeName, Fault | null>();
  const requests: Asked[] = [];
  let hugeBytes = 0;
  let base = '';

  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', base);
    const source = names.find((name) => url.pathname.startsWith(`/${fakes[name].folder}/`));
    if (!source) return void response.writeHead(404).end();
    const fake: FakeSource = fakes[source];
    const path = url.pathname.slice(fake.folder.length + 1);
    const userAgent = incoming.headers['user-agent'] ?? '';
    requests.push({ source, path, params: url.searchParams, userAgent });
    const isSpoilt = await spoil(faults.get(source) ?? null, response, (bytes) => {
      hugeBytes += bytes;
    });
    if (isSpoilt) return;
    const address = `${base}/${fake.folder}`;
    const { method = 'GET', headers } = incoming;
    const call = { method, headers, body: method === 'POST' ? await readBody(incoming) : null };
    send(incoming, response, fake.answer(path, url.searchParams, posts[source], address, call));
  });
  server.listen(settings.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addressOf = (source: FakeName) => `${base}/${fakes[source].folder}`;
  return {
    env: sourceVariables(base),
    addressOf,
    add: (source, post) => posts[source].add(post),
    change: (source, id, changes) => posts[source].change(id, changes),
    clear() {
      for (const name of names) posts[name].clear();
    },
    fault: (source, fault) => void faults.set(source, fault),
    bluesky: fakes.bluesky,
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

function postsName(name: FakeName) {
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
