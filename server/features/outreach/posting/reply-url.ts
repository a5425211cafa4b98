import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { ConversationRow } from './attempt.ts';

/** `id` is null where the address names a place in the thread and no id. */
export type NamedReply = { url: string; id: string | null; namesThread: boolean };

/** The message that says why an address names no reply in a conversation. */
type UrlFault = 'reply_url_invalid' | 'reply_url_elsewhere' | 'reply_url_thread';

/** How sources that take replies address one: path, query and hash. A number in a thread is no id. */
const shapes: Partial<Record<SourceName, RegExp[]>> = {
  'hacker-news': [/^\/item\?id=(?<thread>\d+)#(?<id>\d+)$/, /^\/item\?id=(?<id>\d+)$/],
  lemmy: [/^\/post\/(?<thread>\d+)\/(?<id>\d+)/, /^\/comment\/(?<id>\d+)/],
  discourse: [/^\/t\/(?:[^/]+\/)?(?<thread>\d+)\/\d+/],
  dev: [/^\/[^/]+\/comment\/(?<id>\w+)/],
  mastodon: [/^\/@[^/]+\/(?<id>\d+)/, /^\/users\/[^/]+\/statuses\/(?<id>\d+)/],
  bluesky: [/^\/profile\/[^/]+\/post\/\w+/],
};

/**
 * The reply that an address names, or what is wrong: it is no web address, leads to another host or thread, or to the
 * conversation itself. `accountHost` is where the owner's own replies may be on sources that talk to each other.
 */
export function readReplyUrl(
  row: Pick<ConversationRow, 'source' | 'url' | 'threadId' | 'externalId'>,
  given: string,
  accountHost: string | null,
): NamedReply | UrlFault {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return 'reply_url_invalid';
  const isThere = [new URL(row.url).host, accountHost].includes(url.host);
  if (!isThere || url.username || url.password) return 'reply_url_elsewhere';
  const found = match(row.source, url.pathname + url.search + url.hash);
  if (isPostItself(row, url, found)) return 'reply_url_thread';
  if (!found || (found.thread && !isThread(row, found.thread))) return 'reply_url_elsewhere';
  return { url: url.href, id: found.id ?? null, namesThread: found.thread !== undefined };
}

function match(source: SourceName, path: string): { thread?: string; id?: string } | undefined {
  for (const shape of shapes[source] ?? []) {
    const found = shape.exec(path);
    if (found) return found.groups ?? {};
  }
  return undefined;
}

/** True for the post's own page, where a browser is after sending; it names no reply. */
function isPostItself(
  row: Pick<ConversationRow, 'url' | 'threadId' | 'externalId'>,
  url: URL,
  found: { id?: string } | undefined,
): boolean {
  const post = new URL(row.url);
  if (url.href === post.href || (found?.id && [row.externalId, row.threadId].includes(found.id))) return true;
  return !found && url.host === post.host && hasWord(url.pathname + url.search, row.threadId);
}

function isThread(row: { threadId: string; url: string }, thread: string): boolean {
  return row.threadId === thread || hasWord(row.url, thread);
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${RegExp.escape(word)}(?!\\w)`).test(text);
}
