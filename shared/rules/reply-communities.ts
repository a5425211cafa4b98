import type { SocialGroup } from '#shared/contracts/validation.ts';
import { textOf } from './reply-text.ts';

const mostCommunities = 5;

/**
 * The communities of a reply, at most 5 (Specification 9). Entries without a name and address are dropped;
 * an address that is not http(s) becomes '', since it would be shown as a link.
 */
export function readSocialGroups(value: unknown): SocialGroup[] {
  if (!Array.isArray(value)) return [];
  const groups = value.slice(0, 100).map(readSocialGroup);
  return groups.filter((group) => group.name !== '').slice(0, mostCommunities);
}

function readSocialGroup(value: unknown): SocialGroup {
  if (typeof value === 'string') return { type: '', name: textOf(value), url: webAddress(value) };
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const url = webAddress(textOf(fields.url));
  return { type: textOf(fields.type), name: textOf(fields.name) || url, url };
}

function webAddress(text: string): string {
  const typed = text.trim();
  const address = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(typed.slice(0, 2000)) ? `https://${typed}` : typed;
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url !== null && isWeb && url.username === '' && url.password === '' ? url.href : '';
}
