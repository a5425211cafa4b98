import * as z from 'zod';
import { byHandPoster } from '#server/integrations/sources/account-poster.ts';
import type { Inspection, SourceClient } from '#server/integrations/sources/http/client.ts';
import { readLine, readText } from '#server/integrations/sources/http/html-to-text.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import type { ConversationSource, FoundPost, SourceAdapter } from '#server/integrations/sources/port.ts';
import {
  bucketOf,
  foundPost,
  sameForAll,
  searchSource,
  wholeHour,
} from '#server/integrations/sources/search-results.ts';

const { maybe } = fields;
const question = z.object({
  question_id: z.int(),
  link: fields.webAddress,
  title: fields.textUpTo(1_000),
  body: maybe(fields.postText),
  tags: maybe(fields.itemsOf(fields.line)),
  owner: maybe(z.object({ display_name: maybe(fields.textUpTo(1_000)) })),
  creation_date: fields.unixSeconds,
  answer_count: maybe(z.int()),
  content_license: maybe(fields.line),
  closed_date: maybe(z.number()),
  locked_date: maybe(z.number()),
});
type Question = z.infer<typeof question>;
const found = z.object({ items: fields.itemsOf(question) });

/** Without a key a network address has 300 calls a day for all sites: the best phrases get them. */
const limit = { requests: 48, seconds: 17_280 };
const phrasesAsked = 4;

/** Sites of Stack Exchange, which share one quota (reference 1.4), answered by hand. */
export function stackExchange(
  client: SourceClient,
  { api, sites }: { api: string; sites: string[] },
): SourceAdapter {
  return sameForAll(
    sites.map((site) => siteSource(client, api, site)),
    byHandPoster,
  );
}

/** Its `find` names open questions only. */
function siteSource(client: SourceClient, api: string, site: string): ConversationSource {
  const host = siteHost(site);
  const key = bucketOf(api);
  const shared = {
    key,
    limit,
    schema: found,
    inspect: (body: unknown, status: number) => inspect(body, status, client.now()),
  };
  return searchSource(client, {
    source: 'stack-exchange',
    host,
    search: { ...shared, part: `${key}/search/advanced`, cached: true },
    urlsOf: (phrases, since) =>
      phrases.slice(0, phrasesAsked).map((phrase) => searchUrl(api, site, phrase, since)),
    postsOf: ({ items }, isNew) =>
      items.filter((one) => isNew(one.question_id)).map((one) => postOf(one, host)),
    check: { ...shared, part: `${key}/questions`, cached: false },
    checkUrls: ({ externalId }) => [
      `${api}/2.3/questions/${encodeURIComponent(externalId)}?site=${encodeURIComponent(site)}`,
    ],
    statusOf({ items: [only] }) {
      if (!only) return 'gone';
      return isClosed(only) ? 'closed' : 'open';
    },
  });
}

function searchUrl(api: string, site: string, phrase: string, since: Date): string {
  const query = new URLSearchParams({
    site,
    q: phrase,
    fromdate: String(wholeHour(since).getTime() / 1000),
    closed: 'False',
    order: 'desc',
    sort: 'relevance',
    pagesize: '50',
    filter: 'withbody',
  });
  return `${api}/2.3/search/advanced?${query}`;
}

const wrapper = z.object({
  error_id: maybe(z.number()),
  error_message: maybe(fields.textUpTo(1_000)),
  backoff: maybe(z.number()),
  quota_remaining: maybe(z.number()),
});

/** Errors are in the body, mostly with status 400; `backoff` holds for one method and needs two seconds more. */
function inspect(body: unknown, status: number, now: number): Inspection | null {
  const { success, data } = wrapper.safeParse(body);
  if (!success) return null;
  if (data.error_id === 502) {
    const seconds = Number(data.error_message?.match(/(\d+) seconds/)?.[1]);
    return { failure: 'busy', ...(seconds > 0 && { quietSeconds: seconds }) };
  }
  if (data.error_id !== null) return { failure: status >= 500 ? 'unavailable' : 'refused' };
  // The quota is new at midnight.
  if (data.quota_remaining === 0) return { quietSeconds: 86_400 - (Math.floor(now / 1000) % 86_400) };
  return data.backoff === null ? null : { quietSeconds: data.backoff + 2 };
}

function postOf(question: Question, host: string): FoundPost {
  return foundPost({
    source: 'stack-exchange',
    host,
    externalId: String(question.question_id),
    url: question.link,
    title: readLine(question.title, { markup: 'escaped' }),
    body: readText(question.body, { markup: 'html' }),
    author: readLine(question.owner?.display_name, { markup: 'escaped' }) || null,
    createdAt: new Date(question.creation_date * 1000),
    replies: question.answer_count,
    community: question.tags?.[0] ?? null,
    locked: isClosed(question),
    license: question.content_license,
  });
}

function isClosed(question: Question): boolean {
  return question.closed_date !== null || question.locked_date !== null;
}

/** Sites with a domain of their own; every other lives below stackexchange.com. */
const ownDomains: Record<string, string> = {
  stackoverflow: 'stackoverflow.com',
  superuser: 'superuser.com',
  serverfault: 'serverfault.com',
  askubuntu: 'askubuntu.com',
  stackapps: 'stackapps.com',
  'mathoverflow.net': 'mathoverflow.net',
};

function siteHost(site: string): string {
  return ownDomains[site] ?? (/\.(?:com|net)$/.test(site) ? site : `${site}.stackexchange.com`);
}
