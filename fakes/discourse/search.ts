import { type FakeSource, missing, type SourceAnswer } from '#fakes/sources/fake-source.ts';
import type { Post, Posts } from '#fakes/sources/posts.ts';

/** A forum: its search, its topics and its posts. */
export const discourseFake: FakeSource = {
  folder: 'discourse',
  env: (address) => ({ DISCOURSE_URLS: address }),
  answer(path, params, posts) {
    if (path === '/search.json') return search(params.get('q') ?? '', posts);
    const [, kind, id] = /^\/(posts|t)\/(\d+)\.json$/.exec(path) ?? [];
    const post = posts.get(Number(id));
    if (!post || post.deleted) return missing;
    return { body: kind === 't' ? topicOf(post) : { ...postOf(post), hidden: post.dead, deleted_at: null } };
  },
};

function search(asked: string, posts: Posts): SourceAnswer {
  const filter = (name: string) => new RegExp(`(?:^| )${name}:(\\S+)`).exec(asked)?.[1];
  const after = filter('after');
  const term = asked.replace(/\S+:\S+/g, ' ').trim();
  const found = posts
    .search(term, new Date(after ?? 0))
    .filter((post) => !post.deleted && (filter('status') !== 'open' || !post.locked));
  const grouped = {
    grouped_search_result: { term, more_posts: null, post_ids: found.map(({ id }) => id), error: null },
  };
  if (found.length === 0) return { body: { posts: [], users: [], categories: [], ...grouped } };
  const threads = new Map(found.map((post) => [post.threadId, posts.get(post.threadId) ?? post]));
  const topics = [...threads.values()].map(topicOf);
  const categories = [...threads.values()].map(({ community }) => ({
    id: categoryId(community),
    name: community,
  }));
  return { body: { posts: found.map(postOf), topics, categories, users: [], tags: [], ...grouped } };
}

function topicOf({ threadId, title, community, createdAt, replies, locked, dead }: Post) {
  return {
    id: threadId,
    title,
    fancy_title: title,
    slug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    posts_count: replies + 1,
    reply_count: replies,
    created_at: createdAt.toISOString(),
    closed: locked,
    archived: false,
    visible: !dead,
    category_id: categoryId(community),
  };
}

function postOf({ id, threadId, author, createdAt, score, body, isComment }: Post) {
  const created = { created_at: createdAt.toISOString(), like_count: score, blurb: body };
  return { id, name: '', username: author, ...created, post_number: isComment ? 2 : 1, topic_id: threadId };
}

function categoryId(name: string): number {
  return [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
