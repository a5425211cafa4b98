import type { SourceAddresses } from '#server/source-addresses.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { blueskyPoster } from './bluesky/poster.ts';
import { bluesky } from './bluesky/search.ts';
import { dev } from './dev/search.ts';
import { discoursePoster } from './discourse/poster.ts';
import { discourse } from './discourse/search.ts';
import { github } from './github/search.ts';
import { hackerNewsPoster } from './hacker-news/poster.ts';
import { hackerNews } from './hacker-news/search.ts';
import { type SourceClientOptions, sourceClient } from './http/client.ts';
import { lemmyPoster } from './lemmy/poster.ts';
import { lemmy } from './lemmy/search.ts';
import { mastodonPoster } from './mastodon/poster.ts';
import { mastodon } from './mastodon/search.ts';
import {
  type Asker,
  type ConversationSource,
  type ConversationSources,
  LinkError,
  type Poster,
  type Posters,
} from './port.ts';
import { hostOf } from './search-results.ts';
import { stackExchange } from './stack-exchange/search.ts';

/** Deps of the clients that all vendors share. */
type SourceDeps = Omit<SourceClientOptions, 'configured' | 'limitOf'>;

/** The sources of one name for an owner; those that are the same for all are made once, as they learn. */
type Kind = (asker: Asker) => ConversationSource[];

/** Every source that the configuration names, one for each host. */
export function selectSources(addresses: SourceAddresses, deps: SourceDeps): ConversationSources {
  const kinds = addresses.sources.map((name) => kindOf(name, addresses, deps));
  return { sourcesFor: (asker) => kinds.flatMap((kind) => kind(asker)) };
}

function kindOf(name: SourceName, addresses: SourceAddresses, deps: SourceDeps): Kind {
  const { now } = deps;
  const client = sourceClient(deps);
  switch (name) {
    case 'hacker-news':
      return always([hackerNews(client, addresses.hackerNews, now)]);
    case 'stack-exchange': {
      const { api, sites } = addresses.stackExchange;
      return always(sites.map((site) => stackExchange(client, api, site, now)));
    }
    case 'lemmy':
      return always(addresses.lemmy.map((address) => lemmy(client, address, now)));
    case 'discourse': {
      const own = addresses.discourse.map((address) => discourse(client, address));
      return (asker) => {
        const named = forumsOf(asker).filter(({ host }) => own.every((forum) => forum.host !== host));
        const added = named.map(({ address }) => discourse(client, address, deps.fetchPublic));
        const all = [...own, ...added];
        return all.length > 0 ? all : [notConfigured(name, 'needs the address of a forum')];
      };
    }
    case 'dev':
      return always([dev(client, addresses.dev)]);
    case 'github':
      return always([github(client, addresses.github)]);
    case 'mastodon':
      return always(addresses.mastodon.map((address) => mastodon(client, address)));
    case 'bluesky': {
      const sourceFor = bluesky(client, addresses.bluesky);
      return (asker) => [sourceFor(asker)];
    }
    case 'reddit':
      return always([notConfigured(name, 'needs an approved Reddit app')]);
    default:
      return name satisfies never;
  }
}

function always(sources: ConversationSource[]): Kind {
  return () => sources;
}

/** Owners write 'forum.example.com' or a whole address; what is neither was refused before it was stored. */
function forumsOf(asker: Asker): { host: string; address: string }[] {
  const addresses = asker.forums.flatMap((forum) => {
    const address = /^https?:\/\//i.test(forum) ? forum : `https://${forum}`;
    return URL.canParse(address) ? new URL(address).href.replace(/[?#].*$/, '').replace(/\/+$/, '') : [];
  });
  return [...new Set(addresses)].map((address) => ({ host: hostOf(address), address }));
}

/** Placeholder for an unavailable source, so that the search can say why. */
function notConfigured(source: SourceName, reason: string): ConversationSource {
  return {
    source,
    host: sourceLabels[source],
    notConfigured: reason,
    find: async () => ({ posts: [], cached: false, missing: null }),
    checkOpen: async () => 'unknown',
  };
}

/** How replies are posted at each source; addresses of the configuration are believed, all others must be public. */
export function selectPosters(addresses: SourceAddresses, deps: SourceDeps): Posters {
  const { now } = deps;
  const { algolia, api, site } = addresses.hackerNews;
  // Made to be read item by item, and without a limit (outreach reference 1.2).
  const limitOf = { [new URL(api).host]: { requests: 200, seconds: 10 } };
  const clientFor = (configured: string[]) => sourceClient({ ...deps, configured, limitOf });
  const posters: Record<SourceName, Poster | null> = {
    'hacker-news': hackerNewsPoster({
      addresses: { algolia, api, site },
      client: clientFor([algolia, api, site]),
      now,
    }),
    mastodon: mastodonPoster(clientFor(addresses.mastodon)),
    lemmy: lemmyPoster(clientFor(addresses.lemmy)),
    discourse: discoursePoster(clientFor(addresses.discourse)),
    bluesky: blueskyPoster(clientFor([addresses.bluesky])),
    'stack-exchange': byHandPoster,
    dev: byHandPoster,
    github: byHandPoster,
    reddit: null,
  };
  return {
    posterFor: (source) => (Object.hasOwn(posters, source) ? posters[source as SourceName] : null),
  };
}

/** A place whose owner replies on its own pages only: there is nothing that we send, and no account to link. */
const byHandPoster: Poster = {
  sendsTo: () => false,
  isIdempotent: false,
  replyUrl: ({ url }) => url,
  send: async ({ target }) => ({
    outcome: 'refused',
    text: '',
    reason: `Replies on ${target.host} are posted by hand.`,
  }),
  readBack: async () => ({ found: 'unreadable' }),
  checkPosted: async () => 'unknown',
  signIn: () => Promise.reject(new LinkError('not-allowed')),
};
