import {
  bearerOf,
  type SocialAnswer,
  type SocialCall,
  type SocialReply,
  type SocialSearch,
  type SocialServer,
  startSocialServer,
} from '#fakes/sources/posting-server.ts';

export type MastodonFake = SocialServer & {
  token: string;
  /** A post to answer, as its own page shows it. */
  addPost(given?: { id?: string; visibility?: string; by?: string }): { id: string; url: string };
  removePost(id: string): void;
  replies: SocialReply[];
  /** What came with each reply that was stored. */
  sent: { visibility: unknown; idempotencyKey: unknown }[];
};

type Post = { id: string; by: string; visibility: string };

const holder = { id: '7', username: 'ada', acct: 'ada', created_at: '2024-05-01T00:00:00.000Z' };
const notFound: SocialAnswer = { status: 404, json: { error: 'Record not found' } };
const longest = 500;
/** What strangers may read. */
const openPaths = /^\/api\/v1\/(statuses\/\d+|timelines\/tag\/[^/]+)$/;

/** The part of Mastodon's interface that posts replies (its documentation), with one account and its token. */
export async function startMastodon(search?: SocialSearch): Promise<MastodonFake> {
  const token = 'mastodon-token-of-ada';
  const posts = new Map<string, Post>();
  const replies: SocialReply[] = [];
  const byKey = new Map<string, SocialReply>();
  const sent: MastodonFake['sent'] = [];
  let lastId = 113_000_000_000_000_000n;
  let url = '';
  const nextId = () => String(++lastId);

  const showPost = ({ id, by, visibility }: Post) => ({
    id,
    visibility,
    in_reply_to_id: null,
    content: '<p>How do I find users?</p>',
    url: `${url}/@${by}/${id}`,
    uri: `${url}/users/${by}/statuses/${id}`,
    created_at: '2026-01-01T00:00:00.000Z',
    account: { id: '9', username: by, acct: by },
  });
  const showReply = ({ id, by, parent, text, createdAt }: SocialReply) => ({
    id,
    visibility: 'public',
    in_reply_to_id: parent,
    created_at: createdAt,
    content: asHtml(text),
    url: `${url}/@${by}/${id}`,
    uri: `${url}/users/${by}/statuses/${id}`,
    account: { ...holder, acct: by },
  });

  function post({ body, headers }: SocialCall): SocialAnswer {
    const key = String(headers['idempotency-key'] ?? '');
    const earlier = byKey.get(key);
    if (earlier) return { json: showReply(earlier) };
    const text = String(body.status ?? '');
    if (text.length > longest) {
      return { status: 422, json: { error: 'Validation failed: Text character limit of 500 exceeded' } };
    }
    if (!posts.has(String(body.in_reply_to_id))) return notFound;
    const createdAt = new Date().toISOString();
    const reply = {
      id: nextId(),
      parent: String(body.in_reply_to_id),
      by: 'ada',
      text,
      createdAt,
      removed: false,
    };
    replies.push(reply);
    byKey.set(key, reply);
    sent.push({ visibility: body.visibility, idempotencyKey: key });
    return { json: showReply(reply) };
  }

  function read({ path, query }: SocialCall): SocialAnswer {
    const standing = replies.filter(({ removed }) => !removed);
    const [, id = '', context] = /^\/api\/v1\/statuses\/(\d+)(\/context)?$/.exec(path) ?? [];
    if (path === '/api/v2/search') {
      const found = [...posts.values()].filter((one) => showPost(one).url === query.get('q'));
      return { json: { accounts: [], statuses: found.map(showPost), hashtags: [] } };
    }
    if (context)
      return {
        json: { ancestors: [], descendants: standing.filter((one) => one.parent === id).map(showReply) },
      };
    const reply = standing.find((one) => one.id === id);
    return reply ? { json: showReply(reply) } : notFound;
  }

  const server = await startSocialServer(
    (call) => {
      const isOpen = call.method === 'GET' && openPaths.test(call.path);
      if (!isOpen && bearerOf(call) !== token)
        return { status: 401, json: { error: 'The access token is invalid' } };
      if (call.path === '/api/v1/accounts/verify_credentials') return { json: holder };
      if (call.path === '/api/v1/instance/rules')
        return { json: [{ id: '1', text: 'Be kind to each other.', hint: '' }] };
      return call.method === 'POST' ? post(call) : read(call);
    },
    ({ method, path }) => method === 'POST' && path === '/api/v1/statuses',
    search,
  );
  url = server.url;
  return {
    ...server,
    token,
    replies,
    sent,
    addPost({ id = nextId(), visibility = 'public', by = 'grace' } = {}) {
      const added = { id, by, visibility };
      posts.set(added.id, added);
      return { id: added.id, url: showPost(added).url };
    },
    removePost: (id) => void posts.delete(id),
  };
}

/** Mentions and addresses as Mastodon shows them: without a host, and cut, each of them a link. */
function asHtml(text: string): string {
  const paragraphs = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/https?:\/\/\S+/g, (url) => {
      const shown = url.replace(/^https?:\/\//, '');
      return `<a href="${url}" rel="nofollow"><span class="invisible">https://</span><span>${shown.slice(0, 20)}</span></a>`;
    })
    .replace(
      /(^|\s)@(\w+)(?:@[\w.-]*\w)?/g,
      '$1<span class="h-card"><a href="#" class="u-url mention">@<span>$2</span></a></span>',
    )
    .split('\n\n');
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`).join('');
}
