import * as z from 'zod';
import { type AccountVendor, accountPoster } from '#server/integrations/sources/account-poster.ts';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import {
  noticeText,
  readText,
  ruleTexts,
  typedText,
} from '#server/integrations/sources/http/html-to-text.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import type { ConversationSource, FoundPost, SourceAdapter } from '#server/integrations/sources/port.ts';
import * as results from '#server/integrations/sources/search-results.ts';
import { outcomeOfStatus, Refusal, readAs } from '#server/integrations/sources/send-results.ts';

const { maybe } = fields;
const status = z.object({
  id: fields.id,
  created_at: fields.instant,
  in_reply_to_id: maybe(fields.id),
  visibility: maybe(z.string()),
  spoiler_text: maybe(fields.textUpTo(1_000)),
  language: maybe(fields.line),
  url: maybe(fields.webAddress),
  // Most servers take 500 characters, some a few thousand.
  content: fields.textUpTo(10_000),
  replies_count: maybe(z.int()),
  account: z.object({
    id: maybe(fields.id),
    acct: maybe(fields.line),
    url: maybe(fields.webAddress),
    bot: maybe(z.boolean()),
    noindex: maybe(z.boolean()),
  }),
});
type Status = z.infer<typeof status>;

/** Mastodon: the hashtags of the named servers, and replies from an account of any server by its access token. */
export function mastodon(client: SourceClient, addresses: string[]): SourceAdapter {
  return results.sameForAll(
    addresses.map((address) => hashtagSource(client, address)),
    accountPoster(client, vendor),
  );
}

// ---- searching ---------------------------------------------------------------------------------

const shown = z.object({ id: maybe(z.string()) });

const hashtagsAsked = 5;

/** The hashtags of one server (reference 1.9): without an account there is no search of texts. */
function hashtagSource(client: SourceClient, address: string): ConversationSource {
  const host = results.hostOf(address);
  // 300 in five minutes for each network address.
  const shared = { key: results.bucketOf(address), limit: { requests: 60, seconds: 75 } };
  return results.searchSource(client, {
    source: 'mastodon',
    host,
    search: {
      ...shared,
      schema: fields.listOf(status),
      cached: true,
      inspect: (_body, code) => needsAccount(code),
    },
    urlsOf(phrases) {
      const hashtags = [...new Set(phrases.map(hashtagOf))].filter((name) => name.length > 2);
      return hashtags
        .slice(0, hashtagsAsked)
        .map((name) => `${address}/api/v1/timelines/tag/${encodeURIComponent(name)}?limit=40`);
    },
    postsOf: (statuses) => statuses.filter(isOpenToAll).flatMap((one) => postOf(one, host)),
    check: {
      ...shared,
      schema: shown,
      cached: false,
      inspect: (_body, code) => (code === 404 || code === 410 ? { isAnswer: true } : needsAccount(code)),
    },
    checkUrls: ({ externalId }) => [`${address}/api/v1/statuses/${encodeURIComponent(externalId)}`],
    statusOf: ({ id }) => (id === null ? 'gone' : 'open'),
  });
}

/** Servers that closed their preview to strangers answer 401 or 422. */
function needsAccount(code: number) {
  return code === 401 || code === 422 ? { failure: 'auth-required' as const } : null;
}

/** 'guest list' is written #guestlist. */
function hashtagOf(phrase: string): string {
  return phrase.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Skip bots and authors who opted out of search. */
function isOpenToAll({ visibility, account }: Status): boolean {
  return visibility === 'public' && !account.bot && !account.noindex;
}

function postOf(found: Status, host: string): FoundPost[] {
  if (found.url === null) return [];
  const text = readText(found.content, { markup: 'html', hasEmojiCodes: true });
  const warning = warningOf(found);
  const post = results.foundPost({
    source: 'mastodon',
    host,
    externalId: found.id,
    threadId: found.in_reply_to_id ?? found.id,
    url: found.url,
    body: [warning, text].filter(Boolean).join('\n\n'),
    author: found.account.acct,
    createdAt: found.created_at,
    replies: found.replies_count,
  });
  return [post];
}

// ---- replies -----------------------------------------------------------------------------------

type Parent = Status & { isClosed: boolean };

const holder = z.object({
  id: fields.id,
  acct: fields.name,
  username: fields.name,
  created_at: z.string().nullish(),
});
/** All that is read of a reply that was posted. */
const place = status
  .pick({ id: true, url: true, account: true })
  .extend({ content: maybe(fields.textUpTo(10_000)) });
const refusal = z.object({ error: z.string() });
/** As https://docs.joinmastodon.org/methods/instance/#v2 has it. */
const instance = z.object({
  rules: z.array(z.object({ text: z.string(), hint: z.string().nullish() })),
  configuration: maybe(z.object({ statuses: maybe(z.object({ max_characters: maybe(z.int()) })) })),
});

/** Bytes of a thread with some thousand replies. */
const largestThread = 3_000_000;
/** Number of one account's replies to a post to read. */
const mostReplies = 10;

/** Calls from an access token. The post is looked up on the account's own server, wherever it was found. */
const vendor: AccountVendor<Parent> = {
  headersOf: (session) => ({ authorization: `Bearer ${session}` }),
  outcomeOf: (response, now) =>
    outcomeOfStatus(response, now, noticeText(readAs(refusal, response)?.error ?? '')),
  async findParent(server, { url }) {
    const query = new URLSearchParams({ q: url, type: 'statuses', resolve: 'true', limit: '1' });
    const found = z.object({ statuses: fields.firstOf(status, 1) });
    const { statuses } = await server.read(found, `/api/v2/search?${query}`);
    if (!statuses[0]) throw new Refusal({ outcome: 'closed', text: '' });
    return { ...statuses[0], isClosed: false };
  },
  postReply(server, parent, { text, contentWarning, key }) {
    const json = {
      status: addressed(text, parent, server.username),
      in_reply_to_id: parent.id,
      visibility: parent.visibility ?? 'public',
      spoiler_text: contentWarning ?? parent.spoiler_text ?? '',
      language: parent.language ?? undefined,
    };
    // The key is remembered for an hour only, so a lost response is read back.
    return server.call('/api/v1/statuses', { method: 'POST', headers: { 'idempotency-key': key }, json });
  },
  readPosted({ base }, response) {
    const posted = readAs(place, response);
    return posted && { externalId: posted.id, url: addressOf(base, posted), text: shownText(posted) };
  },
  async listReplies(server, parent) {
    // Long threads hold replies of many: only the account's own to this post are read.
    const isOwn = (given: unknown) => {
      const reply = given as { in_reply_to_id?: unknown; account?: { id?: unknown } | null } | null;
      return reply?.in_reply_to_id === parent.id && reply.account?.id === server.accountId;
    };
    const thread = z.object({ descendants: fields.lastOf(status, mostReplies, isOwn) });
    const path = `/api/v1/statuses/${encodeURIComponent(parent.id)}/context`;
    const { descendants } = await server.read(thread, path, { largest: largestThread });
    return descendants.map((reply) => ({
      externalId: reply.id,
      url: addressOf(server.base, reply),
      text: shownText(reply),
      writtenAt: reply.created_at,
    }));
  },
  asShown,
  getPost: (server, id) => server.call(`/api/v1/statuses/${encodeURIComponent(id)}`),
  authorOf(response) {
    const { id, acct, url: page } = readAs(place, response)?.account ?? {};
    return id && acct ? { id, name: acct.split('@')[0] ?? acct, page: page ?? null } : null;
  },
  statusOf(response) {
    if (response.status === 404 || response.status === 410) return 'removed';
    return readAs(status, response) ? 'present' : 'unknown';
  },
  whoAmI: (server) => server.call('/api/v1/accounts/verify_credentials'),
  readHolder(response, host) {
    const found = readAs(holder, response);
    if (!found) return null;
    const { id, acct, username, created_at: createdAt } = found;
    const names = [acct, username, `${username}@${host}`];
    return { id, username: acct, names, createdAt: fields.dateOrNull(createdAt) };
  },
  warningOf: (parent) => warningOf(parent) || null,
  async readServer(server) {
    const { rules, configuration } = await server.read(instance, '/api/v2/instance');
    const texts = rules.map(({ text, hint }) => [text, hint].filter(Boolean).join(' '));
    const longest = configuration?.statuses?.max_characters ?? null;
    return { rules: ruleTexts(texts), shortest: null, longest };
  },
};

function warningOf({ spoiler_text: warning }: Pick<Status, 'spoiler_text'>): string {
  return readText(warning, { markup: 'plain', hasEmojiCodes: true });
}

/** Name the author, or Mastodon notifies no one of the reply. */
function addressed(text: string, { account }: Status, username: string): string {
  const name = `@${account.acct}`;
  // A longer name that begins so, or the same at another server, is somebody else's.
  const named = new RegExp(String.raw`(?<![\w@])${RegExp.escape(name)}(?![\w@]|[.-]\w)`, 'i');
  return named.test(text) || account.acct === username ? text : `${name} ${text}`;
}

/** Without the mentions that begin it, and the hosts of all others: they are not shown. */
function asShown(text: string): string {
  return text
    .replace(/(@[\p{L}\p{N}_.-]+)@[\p{L}\p{N}_.-]*[\p{L}\p{N}_]/gu, '$1')
    .replace(/^(\s*@[\w.-]+)+\s*/, '');
}

const shownText = ({ content }: { content: string | null }) => asShown(typedText(content ?? ''));

/** Falls back to its own page when the address is not on the web. */
function addressOf(base: string, { id, url, account }: Pick<Status, 'id' | 'url' | 'account'>): string {
  return url ?? `${base}/@${encodeURIComponent(account.acct ?? '')}/${encodeURIComponent(id)}`;
}
