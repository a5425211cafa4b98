import type { FakeSource, SourceAnswer } from '#fakes/sources/fake-source.ts';
import type { Post } from '#fakes/sources/posts.ts';

/** The public API of Forem: articles by tag, and one article. It has no search. */
export const devFake: FakeSource = {
  folder: 'dev',
  env: (address) => ({ DEV_URL: address }),
  answer(path, params, posts, address) {
    const [, id] = /^\/api\/articles\/(\d+)$/.exec(path) ?? [];
    const shown = posts.get(Number(id));
    if (id) return shown && !shown.deleted ? { body: articleOf(shown, address) } : notFound;
    if (path !== '/api/articles') return notFound;
    const tag = params.get('tag');
    const articles = posts
      .search('')
      .filter((post) => !post.deleted && (!tag || post.community === tag))
      .slice(0, Number(params.get('per_page') ?? 30));
    return { body: articles.map((post) => articleOf(post, address)) };
  },
};

const notFound: SourceAnswer = { status: 404, body: { error: 'not found', status: 404 } };

function articleOf({ id, title, body, author, createdAt, score, replies, community }: Post, address: string) {
  const slug = `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${id}`;
  return {
    type_of: 'article',
    id,
    title,
    // What Forem makes of the opening lines: no markup.
    description: body,
    slug,
    path: `/${author}/${slug}`,
    url: `${address}/${author}/${slug}`,
    comments_count: replies,
    public_reactions_count: score,
    published_timestamp: createdAt.toISOString(),
    created_at: createdAt.toISOString(),
    last_comment_at: createdAt.toISOString(),
    reading_time_minutes: 1,
    tag_list: [community],
    tags: community,
    user: { name: '', username: author },
  };
}
