import { createHash, randomBytes } from 'node:crypto';
import type { faultQueue, ReplyFault } from './faults.ts';

export type ForumItem = {
  id: number;
  type: 'story' | 'comment';
  by: string;
  /** Seconds since 1970. */
  time: number;
  title: string;
  /** HTML, as the forum keeps it. */
  text: string;
  parent: number | null;
  story: number;
  dead: boolean;
  deleted: boolean;
  /** Takes no replies any more. */
  closed: boolean;
};

export type ForumUser = { id: string; password: string; about: string; created: number; karma: number };

export type ForumState = ReturnType<typeof makeForumState>;

export type ForumServer = {
  state: ForumState;
  /** Rises when forms become stale. */
  round: number;
  /** Forms that were given once more, to be confirmed. */
  confirming: Map<string, { parent: number; text: string; message: string }>;
  replyFaults: ReturnType<typeof faultQueue<ReplyFault>>;
};

/** What people did on the forum. */
export function makeForumState(now: () => number) {
  const items = new Map<number, ForumItem>();
  const users = new Map<string, ForumUser>();
  /** What the cookie holds after the name, by user. */
  const sessions = new Map<string, string>();
  let lastId = 40_000_000;

  function add(given: Partial<ForumItem> & Pick<ForumItem, 'by' | 'type'>): ForumItem {
    lastId = Math.max(lastId + 1, given.id ?? 0);
    const id = given.id ?? lastId;
    const parent = given.parent ?? null;
    const story = parent === null ? id : (items.get(parent)?.story ?? parent);
    const open = { title: '', text: '', dead: false, deleted: false, closed: false };
    const item = { ...open, time: Math.floor(now() / 1000), ...given, id, parent, story };
    items.set(id, item);
    return item;
  }

  return {
    items,
    users,
    add,
    addUser(id: string, password: string, given: Partial<ForumUser> = {}): ForumUser {
      const user = { id, password, about: '', created: 1_600_000_000, karma: 12, ...given };
      users.set(id, user);
      return user;
    },
    open(id: string): string {
      const token = randomBytes(12).toString('hex');
      sessions.set(id, token);
      return `${id}&${token}`;
    },
    /** Who comes with this cookie. */
    holderOf(cookie: string | null): string | null {
      const [, id = '', token] = /(?:^|;\s*)user=([^&;]+)&([^;]+)/.exec(cookie ?? '') ?? [];
      return token !== undefined && sessions.get(id) === token ? id : null;
    },
    endSessions: () => sessions.clear(),
    childrenOf: (id: number) => [...items.values()].filter((item) => item.parent === id),
    commentsOf: (id: string) =>
      [...items.values()]
        .filter((item) => item.by === id && item.type === 'comment')
        .toSorted((a, b) => b.id - a.id),
  };
}

/** The token of a form belongs to a reader, a post and a round: after `round` rises, forms fetched before are stale. */
export function formToken(holder: string | null, parent: number, round: number): string {
  return createHash('sha1').update(`${holder}|${parent}|${round}`).digest('hex');
}

/** Text as the forum shows it: paragraphs, stars for italics, addresses linked and cut. */
export function asHtml(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) =>
      escapeHtml(paragraph)
        .replace(/\*([^*\s][^*]*)\*/g, '<i>$1</i>')
        .replace(/https?:&#x2F;&#x2F;[^\s<>]*[^\s<>.,!?)]/g, (url) => {
          const short = url.length > 70 ? `${url.slice(0, 60)}...` : url;
          return `<a href="${url}" rel="nofollow">${short}</a>`;
        }),
    )
    .join('<p>');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('/', '&#x2F;');
}
