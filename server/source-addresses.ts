import * as z from 'zod';
import { type SourceName, sourceName } from '#shared/contracts/outreach/conversation-sources.ts';

const httpUrl = z.url({ protocol: /^https?$/ });
const names = (given: string) => given.split(',').flatMap((name) => name.trim() || []);
const listOf = <T extends z.ZodType<string, string>>(item: T, absent = '') =>
  z.string().default(absent).transform(names).pipe(z.array(item));

/** Addresses of the conversation sources; tests can override each. */
export const sourceVariables = {
  CONVERSATIONS: listOf(
    z.string().refine((name) => sourceName.safeParse(name).success, 'names a source that does not exist'),
    'hacker-news,stack-exchange,lemmy,discourse',
  ),
  HN_ALGOLIA_URL: httpUrl.default('https://hn.algolia.com'),
  HN_API_URL: httpUrl.default('https://hacker-news.firebaseio.com'),
  HN_URL: httpUrl.default('https://news.ycombinator.com'),
  STACK_EXCHANGE_URL: httpUrl.default('https://api.stackexchange.com'),
  STACK_EXCHANGE_SITES: listOf(
    z.string().regex(/^[a-z0-9.-]+$/, 'is not the name of a site'),
    'stackoverflow,softwarerecs,superuser',
  ),
  LEMMY_URLS: listOf(httpUrl, 'https://lemmy.world'),
  DISCOURSE_URLS: listOf(httpUrl),
  DEV_URL: httpUrl.default('https://dev.to'),
  GITHUB_API_URL: httpUrl.default('https://api.github.com'),
  MASTODON_URLS: listOf(httpUrl, 'https://mastodon.social'),
  BLUESKY_URL: httpUrl.default('https://bsky.social'),
};

/** Addresses without a slash at their end. */
export type SourceAddresses = ReturnType<typeof sourceAddresses>;

type Values = z.infer<z.ZodObject<typeof sourceVariables>>;

export function sourceAddresses(values: Values) {
  return {
    sources: values.CONVERSATIONS.map((name) => sourceName.parse(name)),
    hackerNews: {
      algolia: base(values.HN_ALGOLIA_URL),
      api: base(values.HN_API_URL),
      site: base(values.HN_URL),
    },
    stackExchange: { api: base(values.STACK_EXCHANGE_URL), sites: values.STACK_EXCHANGE_SITES },
    lemmy: values.LEMMY_URLS.map(base),
    discourse: values.DISCOURSE_URLS.map(base),
    dev: base(values.DEV_URL),
    github: base(values.GITHUB_API_URL),
    mastodon: values.MASTODON_URLS.map(base),
    bluesky: base(values.BLUESKY_URL),
  };
}

/** Those of the configured sources that every search can ask: Reddit needs an approved app, a forum its address. */
export function askedSources({ sources, discourse }: SourceAddresses): SourceName[] {
  return sources.filter((name) => name !== 'reddit' && (name !== 'discourse' || discourse.length > 0));
}

function base(url: string): string {
  return url.replace(/\/+$/, '');
}
