import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { ConversationRow } from './rows.ts';

/** `id` is null where the address names a place in the thread and no id. */
export type NamedReply = { url: string; id: string | null; namesThread: boolean };

/** How each source addresses a reply: path, query and hash. A number in a thread is no id. */
const shapes: Record<SourceName, RegExp[]> = {
  'hacker-news': [/^\/item\?id=(?<thread>\d+)#(?<id>\d+)$/, /^\/item\?id=(?<id>\d+)$/],
  'stack-exchange': [
    /^\/questions\/(?<thread>\d+)\/[^/#]*\/(?<id>\d+)/,
    /^\/questions\/(?<thread>\d+)[^#]*#(?:comment)?(?<id>\d+)/,
    /^\/a\/(?<id>\d+)/,
  ],
  lemmy: [/^\/post\/(?<thread>\d+)\/(?<id>\d+)/, /^\/comment\/(?<id>\d+)/],
  discourse: [/^\/t\/(?:[^/]+\/)?(?<thread>\d+)\/\d+/],
  dev: [/^\/[^/]+\/comment\/(?<id>\w+)/],
  github: [/^\/(?<thread>[^/]+\/[^/]+\/(?:issues|pull)\/\d+)#issuecomment-(?<id>\d+)/],
  mastodon: [/^\/@[^/]+\/(?<id>\d+)/, /^\/users\/[^/]+\/statuses\/(?<id>\d+)/],
  bluesky: [/^\/profile\/[^/]+\/post\/(?<id>\w+)/],
  reddit: [/^\/r\/[^/]+\/comments\/(?<thread>\w+)\/[^/]*\/(?<id>\w+)/],
};

/**
 * The reply that an address names, or null for one that is not in this conversation: another host, another thread, or
 * the post itself. `accountHost` is where the owner's own replies may stand on sources that talk to each other.
 */
export function readReplyUrl(
  row: Pick<ConversationRow, 'source' | 'url' | 'threadId' | 'externalId'>,
  given: string,
  accountHost: string | null,
): NamedReply | null {
  const url = URL.parse(given.trim());
  const isThere = url && [new URL(row.url).host, accountHost].includes(url.host);
  if (!isThere || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const found = match(row.source, url.pathname + url.search + url.hash);
  if (!found || found.id === row.externalId || found.id === row.threadId) return null;
  if (found.thread && !isThread(row, found.thread)) return null;
  return { url: url.href, id: found.id ?? null, namesThread: found.thread !== undefined };
}

function match(source: SourceName, path: string): { thread?: string; id?: string } | undefined {
  for (const shape of shapes[source]) {
    const found = shape.exec(path);
    if (found) return found.groups ?? {};
  }
  return undefined;
}

function isThread(row: { threadId: string; url: string }, thread: string): boolean {
  return row.threadId === thread || new RegExp(`(?<!\\w)${RegExp.escape(thread)}(?!\\w)`).test(row.url);
}
