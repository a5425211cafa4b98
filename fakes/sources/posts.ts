import type { SourceName } from '#shared/contracts/conversation-sources.ts';

/** What tests put into a source; whatever is left out is something plausible. */
export type PostGiven = {
  id?: number;
  /** The post that opened the thread; absent for that post itself. */
  threadId?: number;
  title?: string;
  /** In the source's own markup: HTML, Markdown at Lemmy and GitHub, plain text at DEV and Bluesky. */
  body?: string;
  author?: string;
  createdAt?: Date;
  score?: number;
  replies?: number;
  /** A tag, a community, a category or a repository ('owner/name'). */
  community?: string;
  /** The site of Stack Exchange that has it. */
  site?: string;
  /** Which pages it has been moved out of sight of. */
  deleted?: boolean;
  dead?: boolean;
  locked?: boolean;
  nsfw?: boolean;
  /** What stands before a status that opens only when it is clicked. */
  warning?: string;
  /** Who reads a status. */
  visibility?: 'public' | 'unlisted' | 'private' | 'direct';
  /** Its author is a program, or asked not to be found. */
  bot?: boolean;
  noindex?: boolean;
  /** A change to look at, not an issue. */
  pullRequest?: boolean;
};

export type Post = Required<PostGiven> & { isComment: boolean };

/** Posts of one source of the fake. */
export type Posts = {
  add(given: PostGiven): Post;
  /** Changes one that is there, as its host or its author would. */
  change(id: number, changes: Partial<PostGiven>): void;
  get(id: number): Post | undefined;
  /** Forgets all of them; their ids are not given again. */
  clear(): void;
  all(): Post[];
  /** Newest first: those that hold every word of the query, and were written at `from` or later. */
  search(query: string, from?: Date): Post[];
};

export function makePosts(source: SourceName): Posts {
  const kept = new Map<number, Post>();
  let lastId = 41_000_000;

  return {
    clear: () => kept.clear(),
    add(given) {
      lastId += 1;
      const id = given.id ?? lastId;
      const thread = given.threadId === undefined ? undefined : kept.get(given.threadId);
      const post: Post = {
        title: thread?.title ?? 'A question',
        body: '',
        author: `reader${id % 100}`,
        createdAt: new Date(Date.now() - 3_600_000),
        score: 3,
        replies: 1,
        community: thread?.community ?? 'smallbusiness',
        site: thread?.site ?? 'stackoverflow',
        deleted: false,
        dead: false,
        locked: false,
        nsfw: false,
        warning: '',
        visibility: 'public',
        bot: false,
        noindex: false,
        pullRequest: false,
        ...given,
        id,
        threadId: given.threadId ?? id,
        isComment: given.threadId !== undefined && given.threadId !== id,
      };
      kept.set(id, post);
      return post;
    },
    change(id, changes) {
      const post = kept.get(id);
      if (!post) throw new Error(`${source} has no post ${id}`);
      kept.set(id, { ...post, ...changes });
    },
    get: (id) => kept.get(id),
    all: () => [...kept.values()],
    search: (query, from = new Date(0)) =>
      [...kept.values()]
        .filter((post) => post.createdAt >= from && hasEveryWord(post, query))
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime()),
  };
}

function hasEveryWord({ title, body, isComment }: Post, query: string): boolean {
  const text = `${isComment ? '' : title} ${body}`.toLowerCase();
  const words = query.toLowerCase().match(/[\p{L}\p{N}+#.]+/gu) ?? [];
  return words.every((word) => text.includes(word));
}
