import {
  accountNumber,
  type FakeAccount,
  type Post,
  type PostGiven,
  type Posts,
  type SourceFake,
  startFake,
} from '#fakes/sources/source-fake.ts';

export type DiscourseFake = SourceFake & {
  account: FakeAccount;
  /** Has replies wait for a moderator from now on, or not; `agree` shows those that wait. */
  moderate(isOn: boolean): void;
  agree(): void;
};

/** The page as the forum's own screens get it, with links to other pages. */
const guidelines =
  "<div itemscope><ul class='nav-pills'><li><a href='/about'>About</a></li></ul>" +
  "<div itemprop='mainContentOfPage'><h2>Rules</h2><p>Be kind to each other.</p></div></div>";

const missing = { errors: ['The requested URL or resource could not be found.'], error_type: 'not_found' };

/** A Discourse forum (its API documentation): search, topics, posts, and one account with a user API key. */
export async function startDiscourse(port?: number): Promise<DiscourseFake> {
  const key = 'discourse-key-of-ada';
  let stored: Posts | null = null;
  let isModerated = false;
  const waiting: PostGiven[] = [];
  const fake = await startFake(
    {
      source: 'discourse',
      env: (url) => ({ DISCOURSE_URLS: url }),
      isWrite: ({ req }) => req.method === 'POST',
      urlOf: (post, url) =>
        `${url}/t/${slugOf(post)}/${post.threadId}/${stored ? numberOf(post, stored) : 1}`,
      traits: { markup: 'html', hasTitles: true, hasComments: true, hasCommunities: true, closes: true },
    },
    (app, posts) => {
      stored = posts;
      const topicAt = (id: string) => {
        const post = posts.get(Number(id));
        return post && !post.deleted && !post.isComment ? post : null;
      };
      const shownIn = (topic: Post) => posts.in(topic.id).filter(({ deleted }) => !deleted);
      app.get('/search.json', ({ req, json }) => json(search(req.query('q') ?? '', posts)));
      app.get('/guidelines', ({ html }) => html(guidelines));
      app.get('/site/settings.json', ({ json }) => json({ min_post_length: 20, max_post_length: 32_000 }));
      app.get('/u/Ada.json', ({ json }) => json({ user: { created_at: '2024-05-01T00:00:00.000Z' } }));
      app.get('/session/current.json', ({ req, json }) => {
        const isKnown = req.header('user-api-key') === key;
        return isKnown
          ? json({ current_user: { id: accountNumber('ada'), username: 'Ada' } })
          : json({}, 404);
      });
      app.get('/posts/:file{\\d+\\.json}', ({ req, json }) => {
        const post = posts.get(Number.parseInt(req.param('file'), 10));
        return post && !post.deleted ? json({ ...postOf(post, posts), raw: post.sent }) : json(missing, 404);
      });
      app.get('/t/:id/posts.json', ({ req, json }) => {
        const topic = topicAt(req.param('id'));
        if (!topic) return json(missing, 404);
        const asked = new Set(req.queries('post_ids[]'));
        const shown = shownIn(topic).filter(({ id }) => asked.has(String(id)));
        return json({ id: topic.id, post_stream: { posts: shown.map((post) => postOf(post, posts)) } });
      });
      app.on('GET', ['/t/:topic{\\d+\\.json}', '/t/:topic{\\d+}/:number{\\d+\\.json}'], ({ req, json }) => {
        const topic = topicAt(String(Number.parseInt(req.param('topic') ?? '', 10)));
        if (!topic) return json(missing, 404);
        const all = shownIn(topic);
        const stream = all.map(({ id }) => id);
        return json({
          ...topicOf(topic),
          post_stream: { posts: all.slice(0, 20).map((post) => postOf(post, posts)), stream },
        });
      });
      app.post('/posts.json', async ({ req, json }) => {
        if (req.header('user-api-key') !== key) {
          const errors = ['You need to be logged in to do that.'];
          return json({ action: 'create_post', errors, error_type: 'not_logged_in' }, 403);
        }
        const { raw: sent = '', topic_id: id, reply_to_post_number: number = 1 } = await req.json();
        const topic = topicAt(String(id));
        if (!topic) return json(missing, 404);
        if (sent.length < 20) {
          const errors = ['Body is too short (minimum is 20 characters)'];
          return json({ action: 'create_post', errors }, 422);
        }
        const parentId = posts.in(topic.id)[number - 1]?.id;
        const reply = { threadId: topic.id, parentId, author: 'ada', body: `<p>${sent}</p>`, sent };
        if (isModerated) {
          waiting.push(reply);
          return json({ success: true, action: 'enqueued', pending_post: { id: waiting.length } });
        }
        const post = posts.add({ ...reply, createdAt: new Date() });
        return json({ ...postOf(post, posts), raw: sent });
      });
      app.notFound(({ json }) => json(missing, 404));
    },
    port,
  );
  const ended = { errors: ['No.'], error_type: 'not_logged_in' };
  const endSessions = () => fake.failReads({ status: 403, body: ended });
  return {
    ...fake,
    account: { username: 'ada', name: 'Ada', secret: key, endSessions },
    moderate(isOn) {
      isModerated = isOn;
    },
    agree() {
      for (const reply of waiting.splice(0)) fake.posts.add({ ...reply, createdAt: new Date() });
    },
  };
}

function search(asked: string, posts: Posts) {
  const filter = (name: string) => new RegExp(`(?:^| )${name}:(\\S+)`).exec(asked)?.[1];
  const threadOf = (post: Post) => posts.get(post.threadId) ?? post;
  const found = posts
    .search(asked.replace(/\S+:\S+/g, ' ').trim(), new Date(filter('after') ?? 0))
    .filter((post) => !post.deleted && (filter('status') !== 'open' || !threadOf(post).locked));
  // Without a hit a forum leaves the topics out.
  if (found.length === 0) return { posts: [], users: [], categories: [] };
  const threads = [...new Set(found.map(threadOf))];
  const categories = threads.map(({ community }) => ({ id: categoryId(community), name: community }));
  const hits = found.map((post) => ({ ...postOf(post, posts), blurb: post.body }));
  return { posts: hits, topics: threads.map(topicOf), categories, users: [], tags: [] };
}

function topicOf(post: Post) {
  return {
    id: post.threadId,
    title: post.title,
    slug: slugOf(post),
    posts_count: post.replies + 1,
    created_at: post.createdAt.toISOString(),
    closed: post.locked,
    archived: false,
    visible: !post.dead,
    category_id: categoryId(post.community),
  };
}

function postOf(post: Post, posts: Posts) {
  const isReply = post.isComment && post.parentId !== post.threadId;
  const parent = isReply ? posts.get(post.parentId) : undefined;
  return {
    id: post.id,
    name: '',
    username: post.author,
    user_id: accountNumber(post.authorId),
    created_at: post.createdAt.toISOString(),
    like_count: post.score,
    cooked: post.body,
    post_number: numberOf(post, posts),
    reply_to_post_number: parent ? numberOf(parent, posts) : null,
    topic_id: post.threadId,
    topic_slug: slugOf(post),
    hidden: post.dead,
    deleted_at: null,
  };
}

function numberOf(post: Post, posts: Posts): number {
  return posts.in(post.threadId).findIndex(({ id }) => id === post.id) + 1;
}

function slugOf({ title }: Post): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function categoryId(name: string): number {
  return [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
