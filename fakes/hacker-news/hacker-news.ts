import {
  type FakeApp,
  type Post,
  type Posts,
  type SourceFake,
  startFake,
} from '#fakes/sources/source-fake.ts';

type User = { id: string; about: string; created: number; karma: number };

export type HackerNewsFake = SourceFake & {
  users: Map<string, User>;
  addUser(id: string, given?: Partial<User>): User;
  /** Its search gives posts that hold `other` first where `word` is asked for, however exactly. */
  mistake(word: string, other: string): void;
  /** Breaks every connection to the public interfaces, or none. */
  setApiAway(isAway: boolean): void;
};

/**
 * Hacker News on loopback: its public interfaces (outreach reference 1.1 and 1.2), and a page for each item, all at one
 * address. It takes no replies: tests add them, as people post them by hand.
 */
export async function startHackerNews(port?: number): Promise<HackerNewsFake> {
  const users = new Map<string, User>();
  const mistaken = new Map<string, string>();
  let isApiAway = false;
  const fake = await startFake(
    {
      source: 'hacker-news',
      env: (url) => ({ HN_URL: url, HN_API_URL: url, HN_ALGOLIA_URL: url }),
      urlOf: ({ id }, url) => `${url}/item?id=${id}`,
      traits: { markup: 'html', hasTitles: true, hasComments: true, closes: true },
    },
    (app, posts) => {
      app.on('GET', ['/v0/*', '/api/*'], ({ env }, next) => {
        if (isApiAway) env.incoming.socket.destroy();
        return next();
      });
      defineApi(app, posts, users, mistaken);
      app.on('GET', ['/item', '/reply'], ({ req, html }) =>
        html(`<html><body>${posts.get(Number(req.query('id')))?.body ?? 'No such item.'}</body></html>`),
      );
    },
    port,
  );
  return {
    ...fake,
    users,
    addUser(id, given = {}) {
      const user = { id, about: '', created: 1_600_000_000, karma: 12, ...given };
      users.set(id, user);
      return user;
    },
    mistake: (word, other) => void mistaken.set(word, other),
    setApiAway(isAway) {
      isApiAway = isAway;
    },
    clear() {
      fake.clear();
      mistaken.clear();
      isApiAway = false;
    },
  };
}

// ---- public interfaces -------------------------------------------------------------------------

const secondsOf = ({ createdAt }: Post) => Math.floor(createdAt.getTime() / 1000);

/** Items and users as Firebase gives them, and Algolia's search. */
function defineApi(
  app: FakeApp,
  posts: Posts,
  users: Map<string, User>,
  mistaken: Map<string, string>,
): void {
  app.get('/v0/user/:file', ({ req, json }) => {
    const user = users.get(req.param('file').replace(/\.json$/, ''));
    if (!user) return json(null);
    const { id, about, created, karma } = user;
    const own = posts.all().filter(({ author, isComment }) => author === id && isComment);
    const submitted = own.map((post) => post.id).toReversed();
    return json({ id, created, karma, ...(about && { about }), ...(submitted.length > 0 && { submitted }) });
  });
  app.get('/v0/item/:file', ({ req, json }) => {
    const post = posts.get(Number.parseInt(req.param('file'), 10));
    if (!post) return json(null);
    const { id, title, body, author, score, isComment, parentId, deleted, dead } = post;
    const shared = { id, time: secondsOf(post), type: isComment ? 'comment' : 'story' };
    if (deleted) return json({ ...shared, deleted });
    const place = isComment ? { parent: parentId } : { title, score };
    return json({ ...shared, ...place, by: author, text: body, ...(dead && { dead }) });
  });
  app.on('GET', ['/api/v1/search', '/api/v1/search_by_date'], ({ req, json }) => {
    const after = Number(/created_at_i>=?(\d+)/.exec(req.query('numericFilters') ?? '')?.[1] ?? 0);
    const size = Number(req.query('hitsPerPage') ?? 20);
    const page = Number(req.query('page') ?? 0);
    const query = req.query('query') ?? '';
    const asked = [query.replace(/\w+/g, (word) => mistaken.get(word) ?? word), query];
    const all = [...new Set(asked)]
      .flatMap((words) => posts.search(words, new Date(after * 1000)))
      .filter((post) => !post.deleted && !post.dead)
      .map(hitOf)
      .filter((hit) => hasTags(hit._tags, req.query('tags') ?? ''));
    return json({
      hits: all.slice(page * size, (page + 1) * size),
      page,
      nbHits: all.length,
      hitsPerPage: size,
    });
  });
}

/** A comma is AND, parentheses are OR. */
function hasTags(tags: string[], wanted: string): boolean {
  return (wanted.match(/\([^)]*\)|[^,()]+/g) ?? []).every((part) =>
    part
      .replace(/[()]/g, '')
      .split(',')
      .some((tag) => tags.includes(tag)),
  );
}

function hitOf(post: Post) {
  const { id, threadId, parentId, title, body, author, createdAt, score, replies, isComment } = post;
  const at = { created_at: createdAt.toISOString(), created_at_i: secondsOf(post) };
  const shared = { objectID: String(id), author, ...at, story_id: threadId, num_comments: replies };
  if (isComment) {
    const tags = ['comment', `author_${author}`, `story_${threadId}`];
    return {
      ...shared,
      story_title: title,
      parent_id: parentId,
      comment_text: body,
      points: score,
      _tags: tags,
    };
  }
  const tags = ['story', `author_${author}`, `story_${id}`, ...(/^ask hn/i.test(title) ? ['ask_hn'] : [])];
  return { ...shared, title, url: null, story_text: body || null, points: score, _tags: tags };
}
