import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Post = { id: number; under: string; by: string; text: string };

/** A place for replies that counts them, and cuts some connections before or after it has taken a reply. */
export type PostingForum = {
  url: string;
  /** How many replies stand under each post. */
  counts(): Map<string, number>;
  /** Replies that arrived, repeated keys among them. */
  arrivals(): number;
  stop(): Promise<void>;
};

/** One connection in so many is cut before the reply is taken, and one after it. */
const cutEvery = 50;

/** With `isSteady` no connection is cut. */
export async function startPostingForum({ isSteady = false } = {}): Promise<PostingForum> {
  const byPlace = new Map<string, Post[]>();
  const byKey = new Map<string, Post>();
  let arrivals = 0;
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { under, by, text } = (await json(request)) as Post;
    arrivals += 1;
    if (!isSteady && arrivals % cutEvery === 0) return void request.socket.destroy();
    const named = request.headers['idempotency-key'];
    const key = typeof named === 'string' ? `${by} ${named}` : null;
    const known = key === null ? undefined : byKey.get(key);
    const post = known ?? { id: arrivals, under, by, text };
    if (!known) byPlace.set(under, [...(byPlace.get(under) ?? []), post]);
    if (key !== null) byKey.set(key, post);
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
