import {
  bearerOf,
  type FakeAccount,
  type FakeContext,
  type Post,
  type Posts,
  type SourceFake,
  startFake,
} from '#fakes/sources/source-fake.ts';

export type BlueskyFake = SourceFake & {
  account: FakeAccount;
  /** A token of the account that refreshSession takes once. */
  giveSession(): string;
  /** The records that were created, as they came. */
  records: Record<string, unknown>[];
};

const ada = { did: 'did:plc:ada', handle: 'ada.bsky.example' };
const collection = 'app.bsky.feed.post';

/** The part of the AT protocol that finds posts and posts replies (its lexicons), and one account with an app password. */
export async function startBluesky(port?: number): Promise<BlueskyFake> {
  const password = 'abcd-efgh-ijkl-mnop';
  const tokens = { access: new Set<string>(), refresh: new Set<string>() };
  const records: BlueskyFake['records'] = [];
  let last = 0;
  const open = () => {
    last += 1;
    const session = { accessJwt: `access-${last}`, refreshJwt: `refresh-${last}` };
    tokens.access.add(session.accessJwt);
    tokens.refresh.add(session.refreshJwt);
    return { ...ada, ...session };
  };
  const fake = await startFake(
    {
      source: 'bluesky',
      env: (url) => ({ BLUESKY_URL: url }),
      isWrite: ({ req }) => req.path.endsWith('createRecord'),
      idOf: uriOf,
      urlOf: (post) => `https://bsky.app/profile/${post.author}/post/${keyOf(post)}`,
      traits: { markup: 'text', hasComments: true },
    },
    (app, posts) => {
      const at = (uri: string) => posts.all().find((post) => uriOf(post) === uri && !post.deleted);
      const by = (repo = '') => posts.all().filter((post) => [post.author, didOf(post)].includes(repo));
      const record = (post: Post) => ({ ...referenceTo(post), value: recordOf(post, posts) });
      app.post('/xrpc/com.atproto.server.createSession', async (context) => {
        const { identifier, password: typed } = await context.req.json();
        if (identifier === ada.handle && typed === password) return context.json(open());
        return refuse(context, 'AuthenticationRequired', 'Invalid identifier or password', 401);
      });
      app.post('/xrpc/com.atproto.server.refreshSession', (context) =>
        // A token serves once.
        tokens.refresh.delete(bearerOf(context))
          ? context.json(open())
          : refuse(context, 'ExpiredToken', 'Token has expired'),
      );
      app.get('/xrpc/com.atproto.repo.getRecord', (context) => {
        const { repo, rkey } = context.req.query();
        const post = by(repo).find((one) => keyOf(one) === rkey && !one.deleted);
        return post
          ? context.json(record(post))
          : refuse(context, 'RecordNotFound', 'Could not locate record');
      });
      app.get('/xrpc/com.atproto.repo.listRecords', ({ req, json }) => {
        const { repo, limit = '50', cursor = '~' } = req.query();
        const shown = by(repo)
          .filter((post) => !post.deleted && keyOf(post) < cursor)
          .toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
          .slice(0, Number(limit));
        const last = shown.at(-1);
        return json({ records: shown.map(record), ...(last && { cursor: keyOf(last) }) });
      });
      app.get('/xrpc/com.atproto.identity.resolveHandle', (context) => {
        const post = posts.all().find(({ author }) => author === context.req.query('handle'));
        if (!post) return refuse(context, 'InvalidRequest', 'Unable to resolve handle');
        return context.json({ did: didOf(post) });
      });
      app.use('/xrpc/*', async (context, next) => {
        if (tokens.access.has(bearerOf(context))) return next();
        if (bearerOf(context) !== '') return refuse(context, 'ExpiredToken', 'Token has expired');
        // Strangers get a page of the proxy in front of it.
        const words = 'Request forbidden by administrative rules.';
        return context.html(`<html><body><h1>403 Forbidden</h1>\n${words}\n</body></html>`, 403);
      });
      app.get('/xrpc/app.bsky.actor.getProfile', ({ json }) =>
        json({ ...ada, createdAt: '2024-05-01T00:00:00.000Z' }),
      );
      app.get('/xrpc/app.bsky.feed.searchPosts', (context) => {
        const { q, since, limit } = context.req.query();
        if (!q) return refuse(context, 'InvalidRequest', 'Error: Params must have the property "q"');
        const found = posts.search(q, new Date(since ?? 0)).filter((post) => !post.deleted);
        const views = found.slice(0, Number(limit ?? 25)).map((post) => viewOf(post, posts));
        return context.json({ posts: views, hitsTotal: views.length });
      });
      app.get('/xrpc/app.bsky.feed.getPosts', ({ req, json }) => {
        const found = (req.queries('uris') ?? []).flatMap((uri) => at(uri) ?? []);
        return json({ posts: found.map((post) => viewOf(post, posts)) });
      });
      app.post('/xrpc/com.atproto.repo.createRecord', async (context) => {
        const { record: created, rkey, repo } = await context.req.json();
        if (at(`at://${repo}/${collection}/${rkey}`)) {
          return refuse(context, 'InternalServerError', 'Internal Server Error', 500);
        }
        if (!/^[2-7a-j][2-7a-z]{12}$/.test(rkey))
          return refuse(context, 'InvalidRequest', 'Invalid record key');
        const [threadId, parentId] = [created.reply.root, created.reply.parent].map(({ uri }) => at(uri)?.id);
        const text = { title: '', body: created.text, sent: created.text };
        const given = {
          threadId,
          parentId,
          author: ada.handle,
          key: rkey,
          language: created.langs?.[0],
          createdAt: new Date(created.createdAt),
        };
        records.push(created);
        return context.json({ ...referenceTo(posts.add({ ...text, ...given })), validationStatus: 'valid' });
      });
    },
    port,
  );
  const endSessions = () => {
    tokens.access.clear();
    tokens.refresh.clear();
  };
  return {
    ...fake,
    account: { username: `@${ada.handle}`, name: ada.handle, secret: password, endSessions },
    giveSession: () => open().refreshJwt,
    records,
  };
}

function refuse({ json }: FakeContext, error: string, message: string, status: 400 | 401 | 500 = 400) {
  return json({ error, message }, status);
}

const didOf = ({ authorId }: Post) => `did:plc:${String(authorId).split('.')[0]}`;
const keyOf = ({ key, id }: Post) => key || `3k${id}`;

function uriOf(post: Post): string {
  return `at://${didOf(post)}/${collection}/${keyOf(post)}`;
}

function referenceTo(post: Post) {
  return { uri: uriOf(post), cid: `bafyrei${post.id}` };
}

/** A post has no title: its first line has it. */
function recordOf(post: Post, posts: Posts) {
  const [root, parent] = [post.threadId, post.parentId].map((id) => referenceTo(posts.get(id) ?? post));
  return {
    $type: collection,
    text: post.isComment || !post.title ? post.body : `${post.title}\n${post.body}`,
    createdAt: post.createdAt.toISOString(),
    langs: [post.language],
    ...(post.isComment && { reply: { root, parent } }),
  };
}

function viewOf(post: Post, posts: Posts) {
  return {
    ...referenceTo(post),
    author: { did: didOf(post), handle: post.author, displayName: '' },
    record: recordOf(post, posts),
    replyCount: post.replies,
    likeCount: post.score,
    indexedAt: post.createdAt.toISOString(),
    viewer: { ...(post.locked && { replyDisabled: true }) },
  };
}
