import type { FakeSource, SourceAnswer, SourceCall } from '#fakes/sources/fake-source.ts';
import type { Post, Posts } from '#fakes/sources/posts.ts';

export type BlueskySourceFake = FakeSource & {
  /** A token that refreshSession takes once. */
  giveSession(): string;
  /** No token serves any more, as after the owner withdrew the app password. */
  endSessions(): void;
};

/** The name of the account that can be linked here, and its app password. */
export const blueskyAccount = { handle: 'founder.bsky.example', password: 'fake-pass-word-only' };

const did = 'did:plc:founder';
const collection = 'app.bsky.feed.post';
const keyStart = '3k';

/** The search of the AT protocol, for who has a session, and its records, for everybody. */
export function blueskyFake(): BlueskySourceFake {
  const sessions = { access: new Set<string>(), refresh: new Set<string>() };
  let last = 0;
  const give = () => {
    last += 1;
    const tokens = { accessJwt: `access-${last}`, refreshJwt: `refresh-${last}` };
    sessions.access.add(tokens.accessJwt);
    sessions.refresh.add(tokens.refreshJwt);
    return tokens;
  };

  return {
    folder: 'bluesky',
    env: (address) => ({ BLUESKY_URL: address }),
    giveSession: () => give().refreshJwt,
    endSessions() {
      sessions.access.clear();
      sessions.refresh.clear();
    },
    answer(path, params, posts, _address, call) {
      const name = path.replace('/xrpc/', '');
      const token = call.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const opened = () => ({ body: { did, handle: blueskyAccount.handle, ...give() } });
      if (name === 'com.atproto.server.createSession')
        return isMethod(call, 'POST') ?? (hasPassword(call) ? opened() : signInFailed);
      // A token serves once.
      if (name === 'com.atproto.server.refreshSession')
        return isMethod(call, 'POST') ?? (sessions.refresh.delete(token) ? opened() : expired);
      if (name === 'com.atproto.repo.getRecord') return recordAt(params, posts);
      if (name !== 'app.bsky.feed.searchPosts')
        return { status: 501, body: { error: 'MethodNotImplemented', message: 'Method Not Implemented' } };
      if (token === '') return forbidden;
      return sessions.access.has(token) ? search(params, posts) : expired;
    },
  };
}

const expired = refusal(400, 'ExpiredToken', 'Token has expired');
const signInFailed = refusal(401, 'AuthenticationRequired', 'Invalid identifier or password');
/** What strangers get who search: a page of the proxy in front of it. */
const forbidden: SourceAnswer = {
  status: 403,
  body: '<html><body><h1>403 Forbidden</h1>\nRequest forbidden by administrative rules.\n</body></html>',
};

function refusal(status: number, error: string, message: string): SourceAnswer {
  return { status, body: { error, message } };
}

function isMethod(call: SourceCall, method: string): SourceAnswer | null {
  return call.method === method
    ? null
    : refusal(405, 'InvalidRequest', `Incorrect HTTP method (${call.method}) expected ${method}`);
}

function hasPassword({ body }: SourceCall): boolean {
  const { identifier, password } = (body ?? {}) as Record<string, unknown>;
  return identifier === blueskyAccount.handle && password === blueskyAccount.password;
}

function search(params: URLSearchParams, posts: Posts): SourceAnswer {
  const query = params.get('q');
  if (!query) return refusal(400, 'InvalidRequest', 'Error: Params must have the property "q"');
  const found = posts
    .search(query, new Date(params.get('since') ?? 0))
    .filter((post) => !post.deleted)
    .slice(0, Number(params.get('limit') ?? 25));
  return { body: { posts: found.map((post) => viewOf(post, posts)), hitsTotal: found.length } };
}

function recordAt(params: URLSearchParams, posts: Posts): SourceAnswer {
  const post = posts.get(Number(params.get('rkey')?.slice(keyStart.length)));
  if (!post || post.deleted) return refusal(400, 'RecordNotFound', 'Could not locate record');
  return { body: { uri: blueskyUri(post), cid: cidOf(post), value: recordOf(post, posts) } };
}

/** The address of a post. */
export function blueskyUri({ id, author }: Pick<Post, 'id' | 'author'>): string {
  return `at://did:plc:${author}/${collection}/${keyStart}${id}`;
}

function cidOf({ id }: Post): string {
  return `bafyrei${id}`;
}

/** A post has no title: what is named so is its first line. */
function recordOf(post: Post, posts: Posts) {
  const opened = posts.get(post.threadId) ?? post;
  const root = { uri: blueskyUri(opened), cid: cidOf(opened) };
  return {
    $type: collection,
    text: post.isComment || !post.title ? post.body : `${post.title}\n${post.body}`,
    createdAt: post.createdAt.toISOString(),
    langs: ['en'],
    ...(post.isComment && { reply: { root, parent: root } }),
  };
}

function viewOf(post: Post, posts: Posts) {
  return {
    uri: blueskyUri(post),
    cid: cidOf(post),
    author: { did: `did:plc:${post.author}`, handle: post.author, displayName: '' },
    record: recordOf(post, posts),
    replyCount: post.replies,
    repostCount: 0,
    likeCount: post.score,
    indexedAt: post.createdAt.toISOString(),
  };
}
