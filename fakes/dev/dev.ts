import { type Post, startFake } from '#fakes/sources/source-fake.ts';

/** The public API of Forem: articles by tag, and one article. It has no search. */
export const startDev = (port?: number) =>
  startFake(
    {
      source: 'dev',
      env: (url) => ({ DEV_URL: url }),
      urlOf: (post, url) => articleOf(post, url).url,
      traits: { markup: 'text', hasTitles: true, hasCommunities: true },
    },
    (app, posts, url) => {
      app.get('/api/articles', ({ req, json }) => {
        const tag = req.query('tag');
        const articles = posts.search('').filter((post) => !post.deleted && (!tag || post.community === tag));
        return json(
          articles.slice(0, Number(req.query('per_page') ?? 30)).map((post) => articleOf(post, url())),
        );
      });
      app.get('/api/articles/:id', ({ req, json }) => {
        const post = posts.get(Number(req.param('id')));
        return post && !post.deleted
          ? json(articleOf(post, url()))
          : json({ error: 'not found', status: 404 }, 404);
      });
    },
    port,
  );

function articleOf({ id, title, body, author, createdAt, score, replies, community }: Post, url: string) {
  const slug = `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${id}`;
  return {
    type_of: 'article',
    id,
    title,
    // The opening lines without markup.
    description: body,
    slug,
    path: `/${author}/${slug}`,
    url: `${url}/${author}/${slug}`,
    comments_count: replies,
    public_reactions_count: score,
    published_timestamp: createdAt.toISOString(),
    reading_time_minutes: 1,
    tag_list: [community],
    tags: community,
    user: { name: '', username: author },
  };
}
