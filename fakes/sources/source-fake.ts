import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpBindings, serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';

/** A post as tests give it; anything left out is plausible. */
export type PostGiven = {
  id?: number;
  /** The post that opened the thread; absent for that post itself. */
  threadId?: number;
  /** The post that is answered; the opening post when absent. */
  parentId?: number;
  title?: string;
  /** In the source's own markup: HTML, Markdown at Lemmy and GitHub, plain text at DEV and Bluesky. */
  body?: string;
  author?: string;
  /** The author's account, which keeps it under another name; the name when absent. */
  authorId?: string;
  createdAt?: Date;
  score?: number;
  replies?: number;
  /** A tag, a community, a category or a repository ('owner/name'). */
  community?: string;
  /** The site of Stack Exchange that has it. */
  site?: string;
  deleted?: boolean;
  dead?: boolean;
  /** Takes no replies. */
  locked?: boolean;
  nsfw?: boolean;
  /** Text before a status that opens only when it is clicked. */
  warning?: string;
  language?: string;
  visibility?: 'public' | 'unlisted' | 'private' | 'direct';
  /** Its author is a program, or asked not to be found. */
  bot?: boolean;
  noindex?: boolean;
  /** A change to look at, not an issue. */
  pullRequest?: boolean;
  /** The text of a reply as it was sent. */
  sent?: string;
  /** The idempotency or record key of a reply. */
  key?: string;
};

export type Post = Required<PostGiven> & { isComment: boolean };

/** Posts of one fake: those that tests put there, and replies that were sent. */
export type Posts = ReturnType<typeof makePosts>;

export function makePosts() {
  const stored = new Map<number, Post>();
  let lastId = 41_000_000;
  return {
    add(given: PostGiven): Post {
      lastId += 1;
      const id = given.id ?? lastId;
      const thread = given.threadId === undefined ? undefined : stored.get(given.threadId);
      const post: Post = {
        title: thread?.title ?? 'A question',
        body: '',
        author: `reader${id % 100}`,
        createdAt: new Date(Date.now() - 3_600_000),
        score: 3,
        replies: 1,
        community: thread?.community ?? 'smallbusiness',
        site: thread?.site ?? 'stackoverflow',
        deleted: false,
        dead: false,
        locked: false,
        nsfw: false,
        warning: '',
        language: 'en',
        visibility: 'public',
        bot: false,
        noindex: false,
        pullRequest: false,
        sent: '',
        key: '',
        authorId: given.author ?? `reader${id % 100}`,
        ...given,
        id,
        threadId: given.threadId ?? id,
        parentId: given.parentId ?? given.threadId ?? id,
        isComment: given.threadId !== undefined && given.threadId !== id,
      };
      stored.set(id, post);
      return post;
    },
    change(id: number, changes: Partial<PostGiven>): void {
      const post = stored.get(id);
      if (!post) throw new Error(`there is no post ${id}`);
      stored.set(id, { ...post, ...changes });
    },
    get: (id: number) => stored.get(id),
    /** Deletes every post; ids are not given again. */
    clear: () => stored.clear(),
    all: () => [...stored.values()],
    in: (threadId: number) => [...stored.values()].filter((post) => post.threadId === threadId),
    /** Replies that were sent, oldest first. */
    sent: () => [...stored.values()].filter(({ sent }) => sent !== ''),
    /** Newest first: those that hold every word of the query, and were written at `from` or later. */
    search(query: string, from = new Date(0)) {
      const words = query.toLowerCase().match(/[\p{L}\p{N}+#.]+/gu) ?? [];
      return [...stored.values()]
        .filter((post) => post.createdAt >= from && hasEveryWord(post, words))
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    },
  };
}

function hasEveryWord({ title, body, isComment }: Post, words: string[]): boolean {
  const text = `${isComment ? '' : title} ${body}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * A failing request. `hang` never answers, `error inside` has a good status, `wrong JSON` is another object, `broken
 * JSON` none, `cut` breaks the connection, `huge` is 50 MB; `-after` loses the response to a request that was handled.
 */
export type Fault =
  | 'hang'
  | 'hang-after'
  | 'cut'
  | 'cut-after'
  | 'huge'
  | keyof typeof bodies
  /** A body that is text is a page of HTML. */
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | { latencyMs: number };

const bodies = {
  html: [403, '<html><body><h1>403 Forbidden</h1>Request blocked.</body></html>'],
  'error inside': [200, '{"message":"Something went wrong","error_id":500,"errors":["No"]}'],
  'wrong JSON': [200, '[{"id":1},"two",null]'],
  'broken JSON': [200, '{"hits":[{"objectID":'],
} as const;

export type FakeContext = Context<{ Bindings: HttpBindings }>;
export type FakeApp = Hono<{ Bindings: HttpBindings }>;

/** The part of a vendor that differs from fake to fake. */
export type FakeVendor = {
  source: SourceName;
  /** The variables that lead the product here. */
  env(url: string): Record<string, string>;
  /** True for a request that posts a reply. */
  isWrite?(context: FakeContext): boolean;
  /** The post's id at its source, and the address of its page. */
  idOf?(post: Post): string;
  urlOf(post: Post, url: string): string;
  /** Facts that the contract of sources checks. */
  traits: Traits;
};

export type Traits = {
  markup: 'html' | 'markdown' | 'text';
  hasComments?: boolean;
  hasTitles?: boolean;
  hasCommunities?: boolean;
  /** A thread can be closed to replies. */
  closes?: boolean;
};

export type SourceFake = Awaited<ReturnType<typeof startFake>>;

/** A vendor's server on loopback, whose routes `define` adds; all it knows is in `posts`. */
export async function startFake(
  vendor: FakeVendor,
  define: (app: FakeApp, posts: Posts, url: () => string) => void,
  port = 0,
) {
  const posts = makePosts();
  /** Every request so far, oldest first. */
  const requests: { method: string; path: string; params: URLSearchParams; userAgent: string }[] = [];
  const next: { writes: Fault[]; reads: Fault[] } = { writes: [], reads: [] };
  let lasting: Fault | null = null;
  let hugeBytes = 0;
  let url = '';

  const app: FakeApp = new Hono();
  app.use(async (context, handle) => {
    const { method, path } = context.req;
    const params = new URL(context.req.url).searchParams;
    requests.push({ method, path, params, userAgent: context.req.header('user-agent') ?? '' });
    const isWrite = vendor.isWrite?.(context) ?? false;
    const fault = (isWrite ? next.writes : next.reads).shift() ?? lasting;
    return fault === null ? handle() : fail(context, fault, handle, (bytes) => (hugeBytes += bytes));
  });
  app.use(compress());
  define(app, posts, () => url);

  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }) as Server;
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}`;
  return {
    ...vendor,
    url,
    host,
    env: vendor.env(url),
    posts,
    idOf: (post: Post) => vendor.idOf?.(post) ?? String(post.id),
    urlOf: (post: Post) => vendor.urlOf(post, url),
    requests,
    /** Every request fails like this from now on; null ends it. */
    fault(fault: Fault | null) {
      lasting = fault;
    },
    /** The next replies, and the next other requests, fail like this, one each. */
    failWrites: (...faults: Fault[]) => void next.writes.push(...faults),
    failReads: (...faults: Fault[]) => void next.reads.push(...faults),
    /** Deletes posts, faults and the list of requests. */
    clear() {
      posts.clear();
      requests.length = 0;
      Object.assign(next, { writes: [], reads: [] });
      lasting = null;
    },
    /** Bytes of `huge` that were taken before the client hung up. */
    hugeBytesSent: () => hugeBytes,
    openConnections: () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function fail(
  context: FakeContext,
  fault: Fault,
  handle: () => Promise<void>,
  count: (bytes: number) => void,
): Promise<Response | undefined> {
  const cut = () => {
    context.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  };
  if (fault === 'hang') return new Promise(() => {});
  if (fault === 'cut') return cut();
  if (fault === 'huge')
    return new Response(hugeBody(count), { headers: { 'content-type': 'application/json' } });
  if (typeof fault === 'string' && fault in bodies) {
    const [status, body] = bodies[fault as keyof typeof bodies];
    return new Response(body, { status });
  }
  if (typeof fault === 'object' && !('latencyMs' in fault)) {
    const isPage = typeof fault.body === 'string';
    const headers = { 'content-type': isPage ? 'text/html' : 'application/json', ...fault.headers };
    const { status = 200, body } = fault;
    return new Response(status === 204 ? null : isPage ? String(body) : JSON.stringify(body ?? {}), {
      status,
      headers,
    });
  }
  const latency = typeof fault === 'object' ? sleep(fault.latencyMs) : null;
  await handle();
  await latency;
  if (fault === 'hang-after') return new Promise(() => {});
  if (fault === 'cut-after') context.res = cut();
  return undefined;
}

const hugeBytes = 50_000_000;

/** Goes on as the other side reads, until it hangs up. */
function hugeBody(count: (bytes: number) => void): ReadableStream {
  const chunk = Buffer.alloc(100_000, 'a');
  let sent = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('{"hits":["')),
    pull(controller) {
      if (sent >= hugeBytes) return controller.close();
      sent += chunk.length;
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
}

/** A number for an account, as many sources have. */
export function accountNumber(authorId: unknown): number {
  return [...String(authorId)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** The token that came with a request. */
export function bearerOf(context: FakeContext): string {
  return context.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
}

/** An account of a fake, by the words that link it. */
export type FakeAccount = {
  /** The name as an owner may type it, and as the source writes it. */
  username: string;
  name: string;
  secret: string;
  /** Ends every session; the account can sign in again. */
  endSessions(): void;
};
