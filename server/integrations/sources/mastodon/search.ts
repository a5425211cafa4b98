import * as z from 'zod';
import type { SearchApi, SourceClient } from '#server/integrations/sources/http/client.ts';
import { htmlText, plainText } from '#server/integrations/sources/http/html-to-text.ts';
import {
  instant,
  line,
  listOf,
  maybe,
  textId,
  textUpTo,
  webAddress,
} from '#server/integrations/sources/http/response-fields.ts';
import type { ConversationSource, FoundPost } from '#server/integrations/sources/port.ts';
import { bucketOf, gatherPosts, hostOf } from '#server/integrations/sources/search-results.ts';

const status = z.object({
  id: textId,
  created_at: instant,
  in_reply_to_id: maybe(textId),
  visibility: maybe(z.string()),
  spoiler_text: maybe(textUpTo(1_000)),
  url: webAddress,
  // Most servers take 500 characters, some a few thousand.
  content: textUpTo(10_000),
  replies_count: maybe(z.int()),
  favourites_count: maybe(z.int()),
  account: z.object({ acct: maybe(line), bot: maybe(z.boolean()), noindex: maybe(z.boolean()) }),
});
const shown = z.object({ id: maybe(z.string()) });
type Status = z.infer<typeof status>;

const hashtagsAsked = 5;

/** The hashtags of one Mastodon server (reference 1.9): without an account there is no search of texts. */
export function mastodon(client: SourceClient, address: string): ConversationSource {
  const host = hostOf(address);
  // 300 in five minutes for each network address.
  const shared = { key: bucketOf(address), limit: { requests: 60, seconds: 75 } };
  const timelines: SearchApi<Status[]> = { ...shared, schema: listOf(status), cached: true, judge };
  const single: SearchApi<z.infer<typeof shown>> = {
    ...shared,
    schema: shown,
    cached: false,
    judge: (body, code) => (code === 404 || code === 410 ? { isAnswer: true } : judge(body, code)),
  };
  return {
    source: 'mastodon',
    host,
    notConfigured: null,
    listsOnlyOpen: true,
    async find(phrases, since, signal) {
      const hashtags = [...new Set(phrases.map(hashtagOf))].filter((name) => name.length > 2);
      const urls = hashtags
        .slice(0, hashtagsAsked)
        .map((name) => `${address}/api/v1/timelines/tag/${encodeURIComponent(name)}?limit=40`);
      const outcomes = await client.search(timelines, urls, signal);
      return gatherPosts(outcomes, since, (statuses) =>
        statuses.filter(isOpenToAll).map((one) => postOf(one, host)),
      );
    },
    async checkOpen({ externalId }, signal) {
      const url = `${address}/api/v1/statuses/${encodeURIComponent(externalId)}`;
      const [outcome] = await client.search(single, [url], signal);
      if (!outcome || !('reply' in outcome)) return 'unknown';
      return outcome.reply.id === null ? 'gone' : 'open';
    },
  };
}

/** Servers that closed their preview to strangers answer 401 or 422. */
function judge(_body: unknown, code: number) {
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

function postOf(found: Status, host: string): FoundPost {
  const warning = plainText(found.spoiler_text);
  return {
    source: 'mastodon',
    host,
    externalId: found.id,
    threadId: found.in_reply_to_id ?? found.id,
    kind: found.in_reply_to_id ? 'comment' : 'post',
    url: found.url,
    title: '',
    threadTitle: null,
    body: [warning, htmlText(found.content)].filter(Boolean).join('\n\n'),
    author: found.account.acct,
    createdAt: found.created_at,
    score: found.favourites_count,
    replies: found.replies_count,
    community: null,
    locked: false,
    license: null,
  };
}
