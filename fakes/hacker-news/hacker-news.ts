import { randomBytes } from 'node:crypto';
import {
  type FakeAccount,
  type FakeApp,
  type FakeContext,
  type Post,
  type Posts,
  type SourceFake,
  startFake,
} from '#fakes/sources/source-fake.ts';
import * as pages from './pages.ts';

/** A reply that is answered by a form, once each: its token is stale, or it has to be confirmed or changed. */
type FormFault = 'confirm' | 'refused' | 'expired-link' | 'dead-link' | 'thread-page';

type User = { id: string; password: string; about: string; created: number; karma: number };

export type HackerNewsFake = SourceFake & {
  account: FakeAccount;
  users: Map<string, User>;
  addUser(id: string, password: string, given?: Partial<User>): User;
  failForms(...faults: FormFault[]): void;
  /** Every form of a reply, in order; those that were refused too. */
  posted: Record<string, string>[];
  /** Its search gives posts that hold `other` first where `word` is asked for, however exactly. */
  mistake(word: string, other: string): void;
  /** Breaks every connection to the public interfaces, or none. */
  setApiAway(isAway: boolean): void;
};

const guidelines = '<html><body><b>Guidelines</b><p>Be kind to each other.</body></html>';

/**
 * A forum on loopback with Hacker News' pages, forms and public interfaces (outreach reference 1.1, 1.2 and 2), all at
 * one address, with one account.
 */
export async function startHackerNews(port?: number): Promise<HackerNewsFake> {
  const users = new Map<string, User>();
  /** The part of the cookie after the name, by user. */
  const sessions = new Map<string, string>();
  const formFaults: FormFault[] = [];
  const posted: HackerNewsFake['posted'] = [];
  const mistaken = new Map<string, string>();
  let isApiAway = false;

  const fake = await startFake(
    {
      source: 'hacker-news',
      env: (url) => ({ HN_URL: url, HN_API_URL: url, HN_ALGOLIA_URL: url }),
      isWrite: ({ req }) => req.method === 'POST' && req.path === '/comment',
      urlOf: ({ id }, url) => `${url}/item?id=${id}`,
      traits: { markup: 'html', hasTitles: true, hasComments: true, closes: true },
    },
    (app, posts) => {
      app.on('GET', ['/v0/*', '/api/*'], ({ env }, next) => {
        if (isApiAway) env.incoming.socket.destroy();
        return next();
      });
      defineApi(app, posts, users, mistaken);
      defineForum(app, posts, { users, sessions, formFaults, posted });
    },
    port,
  );
  function addUser(id: string, password: string, given: Partial<User> = {}): User {
    const user = { id, password, about: '', created: 1_600_000_000, karma: 12, ...given };
    users.set(id, user);
    return user;
  }
  const ada = addUser('ada', 'forum-password-of-ada');
  const endSessions = () => sessions.clear();
  return {
    ...fake,
    account: { username: 'ada', name: 'ada', secret: ada.password, endSessions },
    users,
    addUser,
    failForms: (...faults) => void formFaults.push(...faults),
    posted,
    mistake: (word, other) => void mistaken.set(word, other),
    setApiAway(isAway) {
      isApiAway = isAway;
    },
    clear() {
      fake.clear();
      formFaults.length = 0;
      posted.length = 0;
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

// ---- the forum ---------------------------------------------------------------------------------

type ForumState = {
  users: Map<string, User>;
  sessions: Map<string, string>;
  formFaults: FormFault[];
  posted: Record<string, string>[];
};

function defineForum(app: FakeApp, posts: Posts, { users, sessions, formFaults, posted }: ForumState): void {
  /** Rises when forms become stale. */
  let round = 1;
  /** Forms that were given once more, by the address of their page. */
  const confirming = new Map<string, { parent: number; text: string; message: string }>();

  function readerOf({ req }: FakeContext): pages.Reader {
    const cookie = req.header('cookie') ?? '';
    const [, id = '', token] = /(?:^|;\s*)user=([^&;]+)&([^;]+)/.exec(cookie) ?? [];
    return { holder: token !== undefined && sessions.get(id) === token ? id : null, round, posts };
  }
  const formOf = async ({ req }: FakeContext) =>
    Object.fromEntries(new URLSearchParams(await req.text())) as Record<string, string>;
  const leadTo = (name: string) => `/x?fnid=${randomBytes(8).toString('hex')}&fnop=${name}`;

  app.on('GET', ['/', '/news', '/newest'], (context) => context.html(pages.storiesPage(readerOf(context))));
  app.get('/newsguidelines.html', ({ html }) => html(guidelines));
  app.get('/login', ({ html }) => html(pages.loginPage()));
  app.post('/login', async (context) => {
    const { acct = '', pw, goto = 'news' } = await formOf(context);
    if (users.get(acct)?.password !== pw) return context.html(pages.loginPage('Bad login.<br><br>'));
    const token = randomBytes(12).toString('hex');
    sessions.set(acct, token);
    context.header(
      'set-cookie',
      `user=${acct}&${token}; Path=/; Expires=Tue, 19 Jan 2038 03:14:07 GMT; Secure`,
    );
    return context.redirect(goto);
  });
  app.get('/user', (context) => {
    const user = users.get(context.req.query('id') ?? '');
    return context.html(pages.profilePage(readerOf(context), user));
  });
  app.post('/xuser', async (context) => {
    const user = users.get(readerOf(context).holder ?? '');
    if (!user) return context.redirect('/login?goto=news');
    user.about = (await formOf(context)).about ?? '';
    return context.redirect(`/user?id=${user.id}`);
  });
  app.get('/threads', (context) =>
    context.html(pages.threadsPage(readerOf(context), context.req.query('id') ?? '')),
  );
  app.get('/item', (context) => {
    const post = posts.get(Number(context.req.query('id')));
    if (!post) return context.html(pages.messagePage('No such item.'));
    return context.html(pages.itemPage(readerOf(context), post, Number(context.req.query('p') ?? 1)));
  });
  app.get('/reply', (context) => {
    const post = posts.get(Number(context.req.query('id')));
    const reader = readerOf(context);
    if (!post) return context.html(pages.messagePage('No such item.'));
    if (!reader.holder) return context.redirect('/login?goto=news');
    return context.html(pages.replyPage(reader, post, context.req.query('goto') ?? ''));
  });
  app.notFound((context) => context.html(pages.messagePage('No such item.'), 200));
  app.get('/x', (context) => {
    const { fnid = '', fnop = '' } = context.req.query();
    const form = confirming.get(fnid);
    if (form) return context.html(pages.formPage(readerOf(context), form.parent, form.text, form.message));
    return context.html(pages.messagePage(pages.notices[fnop] ?? pages.expired));
  });

  app.post('/comment', async (context) => {
    const form = await formOf(context);
    posted.push(form);
    const { holder } = readerOf(context);
    const fault = formFaults.shift();
    const { text = '', hmac, goto } = form;
    if (fault === 'confirm' || fault === 'refused') {
      const name = fault === 'confirm' ? 'commconfirm' : 'comment-refused';
      const location = leadTo(name);
      round += 1;
      const message = fault === 'confirm' ? '' : 'That comment is too long.';
      const fnid = new URLSearchParams(location.slice(location.indexOf('?'))).get('fnid') ?? '';
      confirming.set(fnid, { parent: Number(form.parent), text, message });
      return context.redirect(location);
    }
    if (fault === 'expired-link' || fault === 'dead-link') {
      round += 1;
      return fault === 'dead-link'
        ? context.redirect('deadlink')
        : context.html(pages.messagePage(pages.expired));
    }
    const parent = posts.get(Number(form.parent));
    if (!holder) return context.html(pages.loginPage(pages.loggedOut));
    if (!parent) return context.html(pages.messagePage('No such item.'));
    if (hmac !== pages.formToken(holder, parent.id, round))
      return context.html(pages.messagePage(pages.expired));
    if (!text.trim()) return context.redirect(leadTo('comment-empty'));
    if (parent.locked) return context.html(pages.messagePage('You can&#x27;t comment there.'));
    const place = { threadId: parent.threadId, parentId: parent.id, author: holder };
    posts.add({ ...place, body: pages.asHtml(text), sent: text, createdAt: new Date() });
    if (fault === 'thread-page') return context.html(pages.itemPage(readerOf(context), parent, 1));
    return context.redirect(`/${goto || `item?id=${parent.threadId}`}`);
  });
}
