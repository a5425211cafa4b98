import { isbot } from 'isbot';

/** Facts of a request that opens a link. */
export type Follower = { method: string; address: string; header: (name: string) => string | undefined };

/** A browser by its user agent; `tells` is true for versions that say with every request over https what it is for. */
type Browser = { family: string; tells: boolean };

/** Families, and the first version that sends Sec-Fetch headers. On iOS all browsers are the system's. */
const families: [family: string, form: RegExp, since: number][] = [
  ['ios', /\((?:iPhone|iPad|iPod)[^)]* OS (\d+_\d+)/, 16.4],
  ['edge', /\bEdgA?\/(\d+)/, 79],
  ['opera', /\bOPR\/(\d+)/, 63],
  ['firefox', /\bFirefox\/(\d+)/, 90],
  ['chrome', /\bChrom(?:e|ium)\/(\d+)/, 76],
  ['safari', /\bVersion\/(\d+\.\d+).* Safari\//, 16.4],
];

function browserOf(agent: string): Browser | null {
  for (const [family, form, since] of families) {
    const version = form.exec(agent)?.[1];
    if (version) return { family, tells: Number(version.replace('_', '.')) >= since };
  }
  return null;
}

/**
 * The family of a browser that a person uses; null for a request that shows no sign of one. A browser's own word on the
 * request comes first; names are read only of those that can't give it, as old ones and all others over plain http.
 */
export function findPerson({ header }: Follower, isSecure: boolean): string | null {
  const agent = header('user-agent') ?? '';
  const browser = browserOf(agent);
  if (header('sec-fetch-mode')) return browser?.family ?? 'other';
  if (!browser || (isSecure && browser.tells) || isbot(agent)) return null;
  return browser.family;
}

/** True for a request that opens a page before a person looks: not ahead of time, and not inside another page. */
export function opensPage({ method, header }: Follower): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
    .map((name) => header(name) ?? '')
    .join(' ');
  if (method !== 'GET' || /prefetch|prerender|preview/i.test(purpose)) return false;
  return (
    (header('sec-fetch-dest') ?? 'document') === 'document' &&
    (header('sec-fetch-mode') ?? 'navigate') === 'navigate'
  );
}
