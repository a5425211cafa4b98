import {
  accountNumber,
  bearerOf,
  type FakeAccount,
  type Post,
  type SourceFake,
  startFake,
} from '#fakes/sources/source-fake.ts';

export type MastodonFake = SourceFake & { account: FakeAccount };

const holder = {
  id: String(accountNumber('ada')),
  username: 'ada',
  acct: 'ada',
  created_at: '2024-05-01T00:00:00.000Z',
};
const notFound = { error: 'Record not found' };

/** A Mastodon server with an open preview (its documentation), and one account with its access token. */
export async function startMastodon(port?: number): Promise<MastodonFake> {
  const token = 'mastodon-token-of-ada';
  const fake = await startFake(
    {
      source: 'mastodon',
      env: (url) => ({ MASTODON_URLS: url }),
      isWrite: ({ req }) => req.method === 'POST' && req.path === '/api/v1/statuses',
      urlOf: ({ id, author }, url) => `${url}/@${author}/${id}`,
      traits: { markup: 'html', hasComments: true },
    },
    (app, posts, url) => {
      const shown = (id: string | undefined) => {
        const post = posts.get(Number(id));
        return post && !post.deleted ? post : null;
      };
      app.get('/api/v1/timelines/tag/:tag', ({ req, json }) => {
        const tag = req.param('tag').toLowerCase();
        const found = posts.search('').filter((post) => !post.deleted && hashtagsOf(post).includes(tag));
        const most = Math.min(40, Number(req.query('limit') ?? 20));
        return json(found.slice(0, most).map((post) => statusOf(post, url())));
      });
      app.get('/api/v1/statuses/:id', ({ req, json }) => {
        const post = shown(req.param('id'));
        return post ? json(statusOf(post, url())) : json(notFound, 404);
      });
      app.get('/api/v2/instance', ({ json }) =>
        json({
          configuration: { statuses: { max_characters: 500, characters_reserved_per_url: 23 } },
          languages: ['en'],
          rules: [{ id: '1', text: 'Be kind to each other.', hint: '' }],
        }),
      );
      app.use(async (context, next) => {
        if (bearerOf(context) === token) return next();
        return context.json({ error: 'The access token is invalid' }, 401);
      });
      app.get('/api/v1/accounts/verify_credentials', ({ json }) => json(holder));
      app.get('/api/v2/search', ({ req, json }) => {
        const found = posts
          .all()
          .filter((post) => statusOf(post, url()).url === req.query('q') && shown(`${post.id}`));
        return json({ accounts: [], statuses: found.map((post) => statusOf(post, url())), hashtags: [] });
      });
      app.get('/api/v1/statuses/:id/context', ({ req, json }) => {
        const id = Number(req.param('id'));
        const replies = posts.all().filter((post) => post.isComment && post.parentId === id && !post.deleted);
        return json({ ancestors: [], descendants: replies.map((post) => statusOf(post, url())) });
      });
      app.post('/api/v1/statuses', async ({ req, json }) => {
        const key = req.header('idempotency-key') ?? '';
        const earlier = posts.all().find((post) => post.key === key && key !== '');
        if (earlier) return json(statusOf(earlier, url()));
        const {
          status: sent = '',
          in_reply_to_id: id,
          visibility,
          spoiler_text: warning = '',
          language,
        } = await req.json();
        if (sent.length > 500) {
          return json({ error: 'Validation failed: Text character limit of 500 exceeded' }, 422);
        }
        const parent = shown(id);
        if (!parent) return json(notFound, 404);
        const { threadId, id: parentId } = parent;
        const createdAt = new Date();
        const reply = { threadId, parentId, author: 'ada', title: '', body: asHtml(sent), createdAt };
        return json(statusOf(posts.add({ ...reply, sent, key, visibility, warning, language }), url()));
      });
    },
    port,
  );
  const endSessions = () => fake.failReads({ status: 401, body: { error: 'The access token was revoked' } });
  return { ...fake, account: { username: '@ada', name: 'ada', secret: token, endSessions } };
}

const hashtags = /(?<!&)#([\p{L}\p{N}_]+)/gu;

function hashtagsOf({ body }: Post): string[] {
  return [...body.matchAll(hashtags)].map(([, name = '']) => name.toLowerCase());
}

/** A status has no title: its first line has it. */
function statusOf(post: Post, url: string) {
  const { id, parentId, title, body, author, createdAt, isComment } = post;
  const text = isComment || !title ? body : `${title}</p><p>${body}`;
  const linked = text.replace(
    hashtags,
    (_, name: string) =>
      `<a href="${url}/tags/${name.toLowerCase()}" class="mention hashtag" rel="tag">#<span>${name}</span></a>`,
  );
  return {
    id: String(id),
    created_at: createdAt.toISOString(),
    in_reply_to_id: isComment ? String(parentId) : null,
    sensitive: post.nsfw,
    spoiler_text: post.warning,
    visibility: post.visibility,
    language: post.language,
    uri: `${url}/users/${author}/statuses/${id}`,
    url: `${url}/@${author}/${id}`,
    replies_count: post.replies,
    favourites_count: post.score,
    content: post.sent ? body : `<p>${linked}</p>`,
    account: {
      id: String(accountNumber(post.authorId)),
      acct: author,
      username: author,
      bot: post.bot,
      ...(post.noindex && { noindex: true }),
    },
    tags: hashtagsOf(post).map((name) => ({ name, url: `${url}/tags/${name}` })),
  };
}

/** Mentions and addresses as Mastodon shows them: without a host, and cut, each of them a link. */
function asHtml(text: string): string {
  const paragraphs = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/https?:\/\/\S+/g, (url) => {
      const short = url.replace(/^https?:\/\//, '').slice(0, 20);
      return `<a href="${url}" rel="nofollow"><span class="invisible">https://</span><span>${short}</span></a>`;
    })
    .replace(
      /(^|\s)@(\w+)(?:@[\w.-]*\w)?/g,
      '$1<span class="h-card"><a href="#" class="u-url mention">@<span>$2</span></a></span>',
    )
    .split('\n\n');
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`).join('');
}
