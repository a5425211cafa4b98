import {
  accountNumber,
  bearerOf,
  type FakeAccount,
  type Post,
  type SourceFake,
  startFake,
} from '#fakes/sources/source-fake.ts';

export type LemmyFake = SourceFake & {
  account: FakeAccount;
  /** Words that replies are stored without. */
  filter(...words: string[]): void;
  /** The languages that the instance and its communities take; none for all of them. */
  takeLanguages(taken?: { site?: string[]; community?: string[] }): void;
};

/** An instance of Lemmy in one of the two dialects of its interface (outreach reference 1.7), with one account. */
export async function startLemmy(dialect: 'v3' | 'v4' = 'v3', port?: number): Promise<LemmyFake> {
  const password = 'lemmy-password-of-ada';
  const sessions = new Set<string>();
  const filtered: string[] = [];
  const taken: { site: number[]; community: number[] } = { site: [], community: [] };
  const fake = await startFake(
    {
      source: 'lemmy',
      env: (url) => ({ LEMMY_URLS: url }),
      isWrite: ({ req }) => req.method === 'POST' && req.path.endsWith('/comment'),
      idOf: ({ id, isComment }) => (isComment ? `comment-${id}` : String(id)),
      urlOf: ({ id, isComment }, url) => `${url}/${isComment ? 'comment' : 'post'}/${id}`,
      traits: { markup: 'markdown', hasTitles: true, hasComments: true, hasCommunities: true, closes: true },
    },
    (app, posts, url) => {
      const api = `/api/${dialect}`;
      const view = (post: Post) => viewOf(dialect, post, posts.get(post.threadId) ?? post, url());
      const find = (id: string | undefined, isComment: boolean) => {
        const post = posts.get(Number(id));
        return post?.isComment === isComment ? post : null;
      };
      const isKnown = (token: string) => sessions.has(token);
      const person = {
        local_user_view: {
          person: { id: accountNumber('ada'), name: 'ada', ...dated(dialect, '2024-05-01T00:00:00.000000Z') },
        },
      };

      app.get(`${api}/search`, ({ req, json }) => {
        const query = req.query(dialect === 'v3' ? 'q' : 'search_term');
        if (!query) return json({ error: 'invalid_query' }, 400);
        const seconds = Number(req.query('time_range_seconds') ?? 0);
        const found = posts.search(query, new Date(seconds ? Date.now() - seconds * 1000 : 0));
        const views = (isComment: boolean) =>
          found
            .filter((post) => post.isComment === isComment)
            .slice(0, Number(req.query('limit') ?? 10))
            .map(view);
        return json({ posts: views(false), comments: views(true), communities: [] });
      });
      app.get(`${api}/post`, ({ req, json }) => {
        const post = find(req.query('id'), false);
        return post ? json({ post_view: view(post) }) : json({ error: 'couldnt_find_post' }, 404);
      });
      app.get(`${api}/comment`, ({ req, json }) => {
        const post = find(req.query('id'), true);
        return post ? json({ comment_view: view(post) }) : json({ error: 'couldnt_find_comment' }, 404);
      });
      app.get(`${api}/comment/list`, ({ req, json }) => {
        const thread = posts.in(Number(req.query('post_id'))).filter(({ isComment }) => isComment);
        const parent = Number(req.query('parent_id') ?? 0);
        const found = thread.filter((post) => !parent || [post.id, post.parentId].includes(parent));
        const views = found
          .toReversed()
          .slice(0, Number(req.query('limit')))
          .map(view);
        return json(dialect === 'v3' ? { comments: views } : { items: views });
      });
      app.get(`${api}/site`, (context) =>
        context.json({
          site_view: {
            site: { sidebar: '# Rules\n\n1. Be kind to each other.\n' },
            local_site: { legal_information: null },
          },
          discussion_languages: taken.site,
          ...(dialect === 'v3' && isKnown(bearerOf(context)) && { my_user: person }),
        }),
      );
      app.post(`${api}/${dialect === 'v3' ? 'user/login' : 'account/auth/login'}`, async ({ req, json }) => {
        if ((await req.json()).password !== password) return json({ error: 'incorrect_login' }, 401);
        const jwt = `jwt-${sessions.size}-${Date.now()}`;
        sessions.add(jwt);
        return json({ jwt, registration_created: false, verify_email_sent: false });
      });
      app.use(`${api}/*`, async (context, next) => {
        if (isKnown(bearerOf(context))) return next();
        return context.json({ error: 'not_logged_in' }, 401);
      });
      app.get(`${api}/account`, ({ json }) => json(person));
      app.get(`${api}/community`, ({ req, json }) =>
        req.query('id') === String(communityId)
          ? json({ discussion_languages: taken.community })
          : json({ error: 'couldnt_find_community' }, 404),
      );
      app.get(`${api}/resolve_object`, ({ req, json }) => {
        const [, kind, id] = /\/(post|comment)\/(\d+)$/.exec(req.query('q') ?? '') ?? [];
        const post = find(id, kind === 'comment');
        const isGone = post?.deleted === true || posts.get(post?.threadId ?? 0)?.deleted === true;
        if (!post || isGone) return json({ error: 'couldnt_find_object' }, 404);
        return json(post.isComment ? { comment: view(post) } : { post: view(post) });
      });
      app.post(`${api}/comment`, async ({ req, json }) => {
        const {
          content: sent,
          post_id: threadId,
          parent_id: parentId = threadId,
          language_id: id,
        } = await req.json();
        const thread = find(String(threadId), false);
        if (!thread) return json({ error: 'couldnt_find_post' }, 404);
        if (thread.locked) return json({ error: 'locked' }, 400);
        // A community's list is within its instance's; a reply that names no language is not checked.
        if (id !== undefined && taken.community.length > 0 && !taken.community.includes(id))
          return json({ error: 'language_not_allowed' }, 400);
        const body = filtered.reduce((text, word) => text.replaceAll(word, '*removed*'), String(sent));
        const reply = { threadId, parentId, author: 'ada', body, sent, createdAt: new Date() };
        const language = Object.keys(languageIds).find((code) => languageIds[code] === id) ?? '';
        return json({ comment_view: view(posts.add({ ...reply, language })) });
      });
    },
    port,
  );
  const endSessions = () => sessions.clear();
  return {
    ...fake,
    account: { username: 'ada', name: 'ada', secret: password, endSessions },
    filter: (...words) => void filtered.splice(0, Infinity, ...words),
    takeLanguages({ site = [], community = site } = {}) {
      taken.site = site.map(languageIdOf);
      taken.community = community.map(languageIdOf);
    },
  };
}

/** Some of its numbers of languages; 'und' is undetermined. */
const languageIds: Record<string, number> = { und: 0, de: 32, en: 37 };
const languageIdOf = (code: string) => languageIds[code] ?? 0;
const communityId = 3;

function dated(dialect: 'v3' | 'v4', time: string) {
  return dialect === 'v3' ? { published: time } : { published_at: time };
}

function viewOf(dialect: 'v3' | 'v4', post: Post, thread: Post, url: string) {
  const { id, parentId, body, author, community, isComment, score, replies } = post;
  const shown = ({ dead, deleted, locked }: Post) => ({ removed: dead, deleted, locked });
  const counts = isComment ? { score, child_count: 0 } : { score, comments: replies };
  const numbers = dialect === 'v4' && { score, comments: replies };
  const opened = {
    id: thread.id,
    name: thread.title,
    ap_id: `${url}/post/${thread.id}`,
    nsfw: thread.nsfw,
    language_id: languageIdOf(thread.language),
    ...shown(thread),
    ...dated(dialect, thread.createdAt.toISOString()),
  };
  const around = {
    creator: { id: accountNumber(post.authorId), name: author, actor_id: `${url}/u/${author}`, local: true },
    community: { id: communityId, name: community, actor_id: `${url}/c/${community}`, nsfw: false },
    ...(dialect === 'v3' && { counts }),
  };
  if (!isComment) return { post: { ...opened, body, ...numbers }, ...around };
  const comment = {
    id,
    content: body,
    ap_id: `${url}/comment/${id}`,
    language_id: languageIdOf(post.language),
    path: parentId === thread.id ? `0.${id}` : `0.${parentId}.${id}`,
    ...shown(post),
    ...dated(dialect, post.createdAt.toISOString()),
    ...numbers,
  };
  return { comment, post: opened, ...around };
}
