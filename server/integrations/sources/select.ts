import type { SourceAddresses } from '#server/source-addresses.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import { bluesky } from './bluesky/bluesky.ts';
import { dev } from './dev/dev.ts';
import { discourse } from './discourse/discourse.ts';
import { github } from './github/github.ts';
import { hackerNews } from './hacker-news/hacker-news.ts';
import { type SourceClient, type SourceClientOptions, sourceClient } from './http/client.ts';
import { lemmy } from './lemmy/lemmy.ts';
import { mastodon } from './mastodon/mastodon.ts';
import type { ConversationSources, Posters, SourceAdapter } from './port.ts';
import { notConfigured, sameForAll } from './search-results.ts';
import { stackExchange } from './stack-exchange/stack-exchange.ts';

const adapters: Record<SourceName, (client: SourceClient, addresses: SourceAddresses) => SourceAdapter> = {
  'hacker-news': (client, addresses) => hackerNews(client, addresses.hackerNews),
  'stack-exchange': (client, addresses) => stackExchange(client, addresses.stackExchange),
  lemmy: (client, addresses) => lemmy(client, addresses.lemmy),
  discourse: (client, addresses) => discourse(client, addresses.discourse),
  dev: (client, addresses) => dev(client, addresses.dev),
  github: (client, addresses) => github(client, addresses.github),
  mastodon: (client, addresses) => mastodon(client, addresses.mastodon),
  bluesky: (client, addresses) => bluesky(client, addresses.bluesky),
  reddit: () => sameForAll([notConfigured('reddit', 'needs-approval')], null),
};

/**
 * The sources that the configuration names, one for each host, and the posters of all vendors. Addresses of the
 * configuration are believed, all others must be public.
 */
export function selectSources(
  addresses: SourceAddresses,
  deps: Omit<SourceClientOptions, 'configured'>,
): ConversationSources & Posters {
  const { sources: names, ...vendors } = addresses;
  const configured = Object.values(vendors).flatMap((value) =>
    typeof value === 'string' ? value : Object.values<string | string[]>(value).flat(),
  );
  const client = sourceClient({ ...deps, configured: configured.filter((value) => URL.canParse(value)) });
  const made = Object.entries(adapters).map(([name, make]) => [name, make(client, addresses)] as const);
  const byName = new Map<string, SourceAdapter>(made);
  return {
    sourcesFor: (asker) => names.flatMap((name) => byName.get(name)?.sourcesFor(asker) ?? []),
    posterFor: (source) => byName.get(source)?.poster ?? null,
  };
}
