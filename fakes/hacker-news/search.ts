import { type FakeSource, missing, type SourceAnswer } from '#fakes/sources/fake-source.ts';
import type { Post, Posts } from '#fakes/sources/posts.ts';

/** Algolia's search of Hacker News and Firebase's items, side by side. */
export const hackerNewsFake: FakeSource = {
  folder: 'hacker-news',
  env: (address) => ({ HN_ALGOLIA_URL: address, HN_API_URL: address }),
  answer(path, params, posts) {
    const [, item] = /^\/v0\/item\/(\d+)\.json$/.exec(path) ?? [];
    if (item) return { body: firebaseItem(posts, Number(item)) };
    return path === '/api/v1/search' || path === '/api/v1/search_by_date' ? search(params, posts) : missing;
  },
};

function search(params: URLSearchParams, posts: Posts): SourceAnswer {
  const filters = params.get('numericFilters') ?? '';
  const after = Number(/created_at_i>=?(\d+)/.exec(filters)?.[1] ?? 0);
  const size = Number(params.get('hitsPerPage') ?? 20);
  const all = posts
    .search(params.get('query') ?? '', new Date(after * 1000))
    .filter((post) => !post.deleted && !post.dead)
    .map(hitOf)
    .filter((hit) => hasTags(hit._tags, params.get('tags') ?? ''));
  const hits = all.slice(0, size);
  const pages = { page: 0, nbHits: all.length, nbPages: Math.ceil(all.length / size), hitsPerPage: size };
  return {
    body: { hits, ...pages, processingTimeMS: 2, query: params.get('query'), params: String(params) },
  };
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
  const { id, threadId, title, body, author, createdAt, score, replies, isComment } = post;
  const at = { created_at: createdAt.toISOString(), created_at_i: Math.floor(createdAt.getTime() / 1000) };
  const shared = { objectID: String(id), author, ...at, updated_at: createdAt.toISOString(), children: [] };
  if (isComment) {
    const tags = ['comment', `author_${author}`, `story_${threadId}`];
    const story = { story_id: threadId, story_title: title, story_url: null, parent_id: threadId };
    return { ...shared, ...story, comment_text: body, points: null, _tags: tags };
  }
  const tags = ['story', `author_${author}`, `story_${id}`, ...(/^ask hn/i.test(title) ? ['ask_hn'] : [])];
  const text = { title, url: null, story_text: body || null, story_id: id };
  return { ...shared, ...text, points: score, num_comments: replies, _tags: tags };
}

function firebaseItem(posts: Posts, id: number): object | null {
  const post = posts.get(id);
  if (!post) return null;
  const time = Math.floor(post.createdAt.getTime() / 1000);
  const shared = { id, time, type: post.isComment ? 'comment' : 'story' };
  if (post.deleted) return { ...shared, deleted: true };
  const parent = post.isComment ? { parent: post.threadId } : { title: post.title, score: post.score };
  return { ...shared, ...parent, by: post.author, text: post.body, ...(post.dead && { dead: true }) };
}
