import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import { sourceLabels } from './source-labels.ts';

/** Sources that are one site: their host says nothing more. */
const oneSite: SourceName[] = ['hacker-news', 'dev', 'github', 'bluesky', 'reddit'];

/** A place in words: 'Hacker News', 'Lemmy (lemmy.world), parenting'. */
export function placeName(place: { source: SourceName; host: string; community: string | null }): string {
  // A newer server may know more sources.
  const name = sourceLabels[place.source] ?? place.source;
  const site = oneSite.includes(place.source) || place.host === '' ? name : `${name} (${place.host})`;
  return place.community ? `${site}, ${place.community}` : site;
}
