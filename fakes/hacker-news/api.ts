import type { ForumState } from './state.ts';

/** The forum's public interfaces: items and users as Firebase gives them, and the search for an author's comments. */
export function answerForumApi({ items, users, childrenOf, commentsOf }: ForumState, url: URL): unknown {
  const [, kind, name = ''] = /^\/v0\/(item|user)\/([^/]+)\.json$/.exec(url.pathname) ?? [];
  if (kind === 'user') {
    const user = users.get(decodeURIComponent(name));
    if (!user) return null;
    const { password: _kept, about, ...shown } = user;
    const submitted = commentsOf(user.id).map(({ id }) => id);
    return { ...shown, ...(about && { about }), ...(submitted.length > 0 && { submitted }) };
  }
  if (kind === 'item') {
    const item = items.get(Number(name));
    if (!item) return null;
    const { id, type, by, time, title, text, parent, dead, deleted } = item;
    if (deleted) return { id, type, time, deleted };
    const kids = childrenOf(id).map((child) => child.id);
    const known = { by, ...(title && { title }), ...(text && { text }), ...(parent !== null && { parent }) };
    return { id, type, time, ...known, ...(kids.length > 0 && { kids }), ...(dead && { dead }) };
  }
  if (url.pathname !== '/api/v1/search_by_date') return undefined;
  const author = /author_([\w-]+)/.exec(url.searchParams.get('tags') ?? '')?.[1] ?? '';
  const since = Number(/created_at_i>=?(\d+)/.exec(url.searchParams.get('numericFilters') ?? '')?.[1] ?? 0);
  const hits = commentsOf(author)
    .filter((item) => item.time >= since && !item.dead && !item.deleted)
    .map((item) => ({
      objectID: String(item.id),
      author: item.by,
      comment_text: item.text,
      created_at: new Date(item.time * 1000).toISOString(),
      created_at_i: item.time,
      parent_id: item.parent,
      story_id: item.story,
      story_title: items.get(item.story)?.title ?? '',
      points: null,
      _tags: ['comment', `author_${item.by}`, `story_${item.story}`],
    }));
  return { hits, page: 0, nbHits: hits.length, nbPages: 1, hitsPerPage: 100 };
}
