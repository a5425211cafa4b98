import type { SourceAddresses } from '#server/source-addresses.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { blueskyPoster } from './bluesky.ts';
import { byHandPoster } from './by-hand.ts';
import { discoursePoster } from './discourse.ts';
import { hackerNewsPoster } from './hacker-news.ts';
import { lemmyPoster } from './lemmy.ts';
import { mastodonPoster } from './mastodon.ts';
import type { Poster, Posters } from './port.ts';
import { posterClient } from './poster-client.ts';
import type { ReadBuckets } from './read-pace.ts';

type SelectOptions = {
  /** For hosts that users name: refuses those that are not public. */
  fetchPublic: typeof fetch;
  now?: () => number;
  /** Keep the pace of all hosts that are read from. */
  buckets?: ReadBuckets;
};

/** How replies are posted at each source; addresses of the configuration are believed, all others must be public. */
export function selectPosters(addresses: SourceAddresses, options: SelectOptions): Posters {
  const now = options.now ?? Date.now;
  const { algolia, api, site } = addresses.hackerNews;
  // Made to be read item by item, and without a limit (outreach reference 1.2).
  const paces = { [new URL(api).host]: { perSecond: 20, burst: 200 } };
  const clientFor = (configured: string[]) => posterClient({ ...options, configured, paces, now });
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
