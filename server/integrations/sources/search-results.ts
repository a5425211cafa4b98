import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import type { SearchApi, SearchOutcome, SourceClient } from './http/client.ts';
import type {
  ConversationSource,
  FoundPost,
  MissingSetting,
  Poster,
  SourceAdapter,
  SourceAnswer,
  SourceError,
} from './port.ts';

/** A host of one vendor: the requests that find posts, and those that check one. */
export type SearchVendor<Found, Shown> = {
  source: SourceName;
  host: string;
  search: SearchApi<Found>;
  /** Headers of a search that are known only then. @throws SourceError. */
  searchHeaders?(): Promise<Record<string, string>>;
  urlsOf(phrases: string[], since: Date): string[];
  /** The request for more, where a response holds too little of what was asked for. */
  nextUrl?(url: string, response: Found): string | null;
  /** `isNew` is true for the first of equal ids in a search, so that each text is converted once. */
  postsOf(response: Found, isNew: (id: string | number) => boolean): FoundPost[];
  check: SearchApi<Shown>;
  checkUrls(post: { externalId: string; threadId: string }): string[];
  /** Given the responses to all of them. */
  statusOf(...responses: Shown[]): 'open' | 'closed' | 'gone';
  listsOnlyOpen?: boolean;
  /** Null, or why it can't be searched. */
  notConfigured?: MissingSetting | null;
};

export function searchSource<Found, Shown>(
  client: SourceClient,
  vendor: SearchVendor<Found, Shown>,
): ConversationSource {
  const { source, host, listsOnlyOpen = true, notConfigured = null } = vendor;
  return {
    source,
    host,
    notConfigured,
    listsOnlyOpen,
    async find(phrases, since, signal) {
      const headers = (await vendor.searchHeaders?.()) ?? vendor.search.headers;
      const urls = vendor.urlsOf(phrases, since);
      const ask = (asked: string[]) => client.search({ ...vendor.search, headers }, asked, signal);
      const outcomes = await askOn(urls, ask, vendor.nextUrl);
      const isNew = firstTime();
      return gatherPosts(outcomes, since, (response) => vendor.postsOf(response, isNew));
    },
    async checkOpen(post, signal) {
      const urls = vendor.checkUrls(post);
      const outcomes = await client.search(vendor.check, urls, signal);
      const responses = outcomes.flatMap((outcome) => ('response' in outcome ? [outcome.response] : []));
      return responses.length === urls.length ? vendor.statusOf(...responses) : 'unknown';
    },
  };
}

/** Outcomes of all requests and of those that follow from their responses. */
async function askOn<Found>(
  urls: string[],
  ask: (urls: string[]) => Promise<SearchOutcome<Found>[]>,
  nextUrl: (url: string, response: Found) => string | null = () => null,
): Promise<SearchOutcome<Found>[]> {
  const outcomes = await ask(urls);
  const next = outcomes.flatMap((outcome, place) =>
    'response' in outcome ? (nextUrl(urls[place] ?? '', outcome.response) ?? []) : [],
  );
  return next.length > 0 ? [...outcomes, ...(await askOn(next, ask, nextUrl))] : outcomes;
}

/** More than any source is asked for in one search, with twenty phrases of a hundred posts. */
const mostPosts = 2_000;

/**
 * The posts of all outcomes, each once, from `since` on, at most `mostPosts`.
 * @throws SourceError the first one when nothing was answered.
 */
export function gatherPosts<T>(
  outcomes: SearchOutcome<T>[],
  since: Date,
  postsOf: (response: T) => FoundPost[],
): SourceAnswer {
  const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
  const responses = outcomes.flatMap((outcome) => ('response' in outcome ? [outcome] : []));
  const [first] = errors;
  if (responses.length === 0 && first) throw mostTelling(errors) ?? first;
  const posts = new Map<string, FoundPost>();
  for (const post of responses.flatMap(({ response }) => postsOf(response))) {
    if (post.createdAt >= since && !posts.has(post.externalId)) posts.set(post.externalId, post);
  }
  return {
    posts: [...posts.values()].slice(0, mostPosts),
    cached: errors.length === 0 && responses.every(({ cached }) => cached),
    missing: (mostTelling(errors) ?? first)?.failure ?? null,
  };
}

/** A post with what most sources leave out: the opening post of an open thread, without a licence. */
export function foundPost(
  post: Pick<FoundPost, 'source' | 'host' | 'externalId' | 'url' | 'body' | 'author' | 'createdAt'> &
    Partial<FoundPost>,
): FoundPost {
  return {
    threadId: post.externalId,
    title: '',
    threadTitle: post.title ?? null,
    replies: null,
    community: null,
    locked: false,
    license: null,
    ...post,
  };
}

/** A vendor whose sources are the same for every owner. */
export function sameForAll(sources: ConversationSource[], poster: Poster | null): SourceAdapter {
  return { sourcesFor: () => sources, poster };
}

/** A source that can't be asked, so that the search can say why. */
export function notConfigured(source: SourceName, reason: MissingSetting): ConversationSource {
  return {
    source,
    host: sourceLabels[source],
    notConfigured: reason,
    find: async () => ({ posts: [], cached: false, missing: null }),
    checkOpen: async () => 'unknown',
  };
}

/** Tells an id the first time apart: what several phrases found is turned into text once. */
export function firstTime(): (id: string | number) => boolean {
  const seen = new Set<string | number>();
  return (id) => !seen.has(id) && Boolean(seen.add(id));
}

/** Prefer an error with a retry time. */
function mostTelling(errors: SourceError[]): SourceError | undefined {
  return errors.find(({ quietUntil }) => quietUntil !== null);
}

/** The start of the hour of `since`: the same question then has the same address for an hour, and can be cached. */
export function wholeHour(since: Date): Date {
  return new Date(Math.floor(since.getTime() / 3_600_000) * 3_600_000);
}

/** How a host is called in reports, rule cards and linked accounts. */
export function hostOf(address: string): string {
  return new URL(address).host;
}

/** The bucket of an address: servers that share a host and live in folders of it are paced apart. */
export function bucketOf(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/+$/, '');
}
