import { readAddress } from '#shared/rules/text/addresses.ts';
/** An address that may be led to, and the name that tells a reader where it leads. */
export type WebAddress = { href: string; host: string };

/**
 * Null for all but whole http, https and mailto addresses. The host comes from the browser's own reading: letters of
 * other scripts that look like Latin ones appear in their `xn--` form, and what is before an @ is left out.
 */
export function readWebAddress(text: string): WebAddress | null {
  const url = readAddress(text);
  if (url?.protocol === 'mailto:') return { href: url.href, host: url.pathname };
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isWeb ? { href: url.href, host: url.host } : null;
}
