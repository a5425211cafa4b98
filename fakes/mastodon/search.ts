import type { FakeSource, SourceAnswer } from '#fakes/sources/fake-source.ts';
import type { Post } from '#fakes/sources/posts.ts';

/** A Mastodon server with an open preview: the timelines of its hashtags, and one status. */
export const mastodonFake: FakeSource = {
  folder: 'mastodon',
  env: (address) => ({ MASTODON_URLS: address }),
  answer(path, params, posts, address) {
    const [, id] = /^\/api\/v1\/statuses\/(\d+)$/.exec(path) ?? [];
    const shown = posts.get(Number(id));
    if (id) return shown && !shown.deleted ? paced({ body: statusOf(shown, address) }) : notFound;
    const [, hashtag] = /^\/api\/v1\/timelines\/tag\/([^/]+)$/.exec(path) ?? [];
    if (!hashtag) return notFound;
    const tag = decodeURIComponent(hashtag).toLowerCase();
    const found = posts
      .search('')
      .filter((post) => !post.deleted && hashtagsOf(post).includes(tag))
      .slice(0, Math.min(40, Number(params.get('limit') ?? 20)));
    return paced({ body: found.map((post) => statusOf(post, address)) });
  },
};

const notFound = paced({ status: 404, body: { error: 'Record not found' } });

/** 300 in five minutes for each network address. */
function paced(answer: SourceAnswer): SourceAnswer {
  const reset = new Date(Date.now() + 300_000).toISOString();
  const headers = {
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '299',
    'x-ratelimit-reset': reset,
  };
  return { ...answer, headers };
}

const hashtags = /(?<!&)#([\p{L}\p{N}_]+)/gu;

function hashtagsOf({ body }: Post): string[] {
  return [...body.matchAll(hashtags)].map(([, name = '']) => name.toLowerCase());
}

/** A status has no title: what is named so is its first line. */
function statusOf(post: Post, address: string) {
  const { id, threadId, title, body, author, createdAt, score, replies, isComment } = post;
  const text = isComment || !title ? body : `${title}</p><p>${body}`;
  const linked = text.replace(
    hashtags,
    (_, name: string) =>
      `<a href="${address}/tags/${name.toLowerCase()}" class="mention hashtag" rel="tag">#<span>${name}</span></a>`,
  );
  return {
    id: String(id),
    created_at: createdAt.toISOString(),
    in_reply_to_id: isComment ? String(threadId) : null,
    sensitive: post.nsfw,
    spoiler_text: post.warning,
    visibility: post.visibility,
    language: 'en',
    uri: `${address}/users/${author}/statuses/${id}`,
    url: `${address}/@${author}/${id}`,
    replies_count: replies,
    reblogs_count: 0,
    favourites_count: score,
    content: `<p>${linked}</p>`,
    account: {
      acct: author,
      url: `${address}/@${author}`,
      bot: post.bot,
      ...(post.noindex && { noindex: true }),
    },
    tags: hashtagsOf(post).map((name) => ({ name, url: `${address}/tags/${name}` })),
  };
}
