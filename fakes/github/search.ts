import type { FakeSource, SourceAnswer, SourceCall } from '#fakes/sources/fake-source.ts';
import type { Post, Posts } from '#fakes/sources/posts.ts';

/** The REST API of GitHub: the search of issues and one issue. A post's community is its repository. */
export const githubFake: FakeSource = {
  folder: 'github',
  env: (address) => ({ GITHUB_API_URL: address }),
  answer(path, params, posts, address, call) {
    const answer = answerOf(path, params, posts, { address, call });
    return { ...answer, headers: { ...rateHeaders(path), ...answer.headers } };
  },
};

function answerOf(
  path: string,
  params: URLSearchParams,
  posts: Posts,
  { address, call }: { address: string; call: SourceCall },
): SourceAnswer {
  if (!call.headers['user-agent']) return refusal(403, 'Request forbidden by administrative rules.');
  if (path === '/search/issues') return search(params, posts, address);
  const [, repository, number] = /^\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(path) ?? [];
  const post = posts.get(Number(number));
  if (!post || post.community !== repository) return refusal(404, 'Not Found');
  return post.deleted ? refusal(410, 'This issue was deleted') : { body: issueOf(post, address) };
}

function search(params: URLSearchParams, posts: Posts, address: string): SourceAnswer {
  const asked = params.get('q') ?? '';
  const words = asked.replace(/\S+:\S+/g, ' ').trim();
  if (words.length > 256 || asked.trim() === '') return refusal(422, 'Validation Failed');
  const after = /created:>=?(\S+)/.exec(asked)?.[1] ?? 0;
  const found = posts
    .search(words, new Date(after))
    .filter((post) => !post.deleted && !post.isComment && (!asked.includes('is:open') || !post.dead))
    .filter((post) => !asked.includes('is:issue') || !post.pullRequest)
    .slice(0, Number(params.get('per_page') ?? 30));
  const items = found.map((post) => issueOf(post, address));
  return { body: { total_count: items.length, incomplete_results: false, items } };
}

function refusal(status: number, message: string): SourceAnswer {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest' } };
}

/** The search has a minute of its own, the rest an hour. */
function rateHeaders(path: string): Record<string, string> {
  const isSearch = path.startsWith('/search/');
  const [limit, seconds] = isSearch ? [10, 60] : [60, 3600];
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(limit - 1),
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + seconds),
    'x-ratelimit-resource': isSearch ? 'search' : 'core',
  };
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
    updated_at: createdAt.toISOString(),
    body,
    ...(pullRequest && { pull_request: { url: url.replace('/issues/', '/pulls/') } }),
  };
}
