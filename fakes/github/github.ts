import { type FakeContext, type Post, startFake } from '#fakes/sources/source-fake.ts';

/** The REST API of GitHub: the search of issues and one issue. A post's community is its repository. */
export const startGithub = (port?: number) =>
  startFake(
    {
      source: 'github',
      env: (url) => ({ GITHUB_API_URL: url }),
      idOf: ({ community, id }) => `${community}#${id}`,
      urlOf: (post, url) => issueOf(post, url).html_url,
      traits: { markup: 'markdown', hasTitles: true, hasCommunities: true, closes: true },
    },
    (app, posts, url) => {
      app.get('/search/issues', (context) => {
        const asked = context.req.query('q') ?? '';
        const words = asked.replace(/\S+:\S+/g, ' ').trim();
        if (words.length > 256 || asked.trim() === '') return refuse(context, 422, 'Validation Failed');
        const found = posts
          .search(words, new Date(/created:>=?(\S+)/.exec(asked)?.[1] ?? 0))
          .filter((post) => !post.deleted && !post.isComment && (!asked.includes('is:open') || !post.dead))
          .filter((post) => !asked.includes('is:issue') || !post.pullRequest)
          .slice(0, Number(context.req.query('per_page') ?? 30));
        const items = found.map((post) => issueOf(post, url()));
        return context.json({ total_count: items.length, incomplete_results: false, items });
      });
      app.get('/repos/:owner/:name/issues/:number', (context) => {
        const { owner, name, number } = context.req.param();
        const post = posts.get(Number(number));
        if (!post || post.community !== `${owner}/${name}`) return refuse(context, 404, 'Not Found');
        if (post.deleted) return refuse(context, 410, 'This issue was deleted');
        return context.json(issueOf(post, url()));
      });
    },
    port,
  );

function refuse({ json }: FakeContext, status: 404 | 410 | 422, message: string) {
  return json({ message, documentation_url: 'https://docs.github.com/rest' }, status);
}

/** A closed issue is `dead` here, and a locked one may be open. */
function issueOf(post: Post, address: string) {
  const { id, title, body, author, createdAt, replies, community, bot, dead, locked, pullRequest } = post;
  const url = `${address}/repos/${community}/issues/${id}`;
  return {
    url,
    repository_url: `${address}/repos/${community}`,
    html_url: `${address}/${community}/issues/${id}`,
    id: id * 10,
    number: id,
    title,
    user: { login: author, id: 7, type: bot ? 'Bot' : 'User' },
    labels: [],
    state: dead ? 'closed' : 'open',
    locked,
    comments: replies,
    created_at: createdAt.toISOString(),
    body,
    ...(pullRequest && { pull_request: { url: url.replace('/issues/', '/pulls/') } }),
  };
}
