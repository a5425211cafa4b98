import type { SocialGroup } from '#shared/contracts/surveys/validation.ts';
import directory from './communities.json' with { type: 'json' };

/** True for a community that our directory has, by its address or its name; others have not been checked. */
export function isInDirectory({ name, url }: Pick<SocialGroup, 'name' | 'url'>): boolean {
  return known.has(keyOf(name)) || (url !== '' && known.has(keyOf(url)));
}

const known = new Set(directory.flatMap(({ name, url }) => [keyOf(name), keyOf(url)]));

/** Without case, protocol, "www." and the slash at the end. */
function keyOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.|old\.)?/, '')
    .replace(/\/+$/, '');
}
