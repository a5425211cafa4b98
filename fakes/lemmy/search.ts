import type { FakeSource, SourceAnswer } from '#fakes/sources/fake-source.ts';
import type { Post, Posts } from '#fakes/sources/posts.ts';

type Dialect = 'v3' | 'v4';

/** An instance of Lemmy that speaks the dialect of 0.19. */
export const lemmyFake = instance('v3', 'lemmy', (address) => ({ LEMMY_URLS: address }));
/** One that speaks the dialect of 1.0; no variable names it unless a test does. */
export const lemmyV4Fake = instance('v4', 'lemmy-v4', () => ({}));

function instance(dialect: Dialect, folder: string, env: FakeSource['env']): FakeSource {
  const api = `/api/${dialect}`;
  return {
    folder,
    env,
    answer(path, params, posts, address) {
      if (path === `${api}/site`) return { body: { version: dialect === 'v3' ? '0.19.5' : '1.0.0' } };
      if (path === `${api}/search`) return search(dialect, params, posts, address);
      const shown = posts.get(Number(params.get('id')));
      if (path === `${api}/post`) {
        return shown && !shown.isComment
          ? { body: { post_view: viewOf(dialect, shown, address) } }
          : notFound;
      }
      if (path === `${api}/comment`) {
        return shown?.isComment ? { body: { comment_view: viewOf(dialect, shown, address) } } : notFound;
      }
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: null };
    },
  };
}

const notFound: SourceAnswer = { status: 404, body: { error: 'not_found' } };

function search(dialect: Dialect, params: URLSearchParams, posts: Posts, address: string): SourceAnswer {
  const query = params.get(dialect === 'v3' ? 'q' : 'search_term');
  if (!query) return { status: 400, body: { error: 'invalid_query' } };
  const seconds = Number(params.get('time_range_seconds') ?? 0);
  const found = posts.search(query, new Date(seconds ? Date.now() - seconds * 1000 : 0));
  const views = (isComment: boolean) =>
    found
      .filter((post) => post.isComment === isComment)
      .slice(0, Number(params.get('limit') ?? 10))
      .map((post) => viewOf(dialect, post, address));
  const people = dialect === 'v3' ? { users: [], type_: 'All' } : { persons: [], multi_communities: [] };
  return { body: { posts: views(false), comments: views(true), communities: [], ...people } };
}

function viewOf(dialect: Dialect, post: Post, address: string) {
  const { id, threadId, title, body, author, createdAt, isComment, score, replies } = post;
  const when = createdAt.toISOString();
  const dated = dialect === 'v3' ? { published: when } : { published_at: when };
  const flags = { removed: post.dead, deleted: post.deleted, locked: post.locked };
  const numbers = dialect === 'v3' ? {} : { score, comments: replies };
  const opened = {
    id: threadId,
    name: title,
    ap_id: `${address}/post/${threadId}`,
    nsfw: post.nsfw,
    ...dated,
  };
  const around = {
    creator: { id: 7, name: author, actor_id: `${address}/u/${author}` },
    community: { id: 3, name: post.community, actor_id: `${address}/c/${post.community}`, nsfw: false },
    ...(dialect === 'v3' && { counts: isComment ? { score, child_count: 0 } : { score, comments: replies } }),
  };
  if (!isComment) return { post: { ...opened, body, ...flags, ...numbers }, ...around };
  const comment = {
    id,
    content: body,
    ap_id: `${address}/comment/${id}`,
    path: `0.${id}`,
    ...dated,
    ...flags,
  };
  return { comment: { ...comment, ...numbers }, post: { ...opened, ...noFlags }, ...around };
}

const noFlags = { removed: false, deleted: false, locked: false };
