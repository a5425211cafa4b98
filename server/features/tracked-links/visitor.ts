import { createHmac } from 'node:crypto';
import { isbot } from 'isbot';

/** What of a request tells who follows a link. */
export type Follower = { method: string; address: string; header: (name: string) => string | undefined };

/**
 * Whether a person opens a page: not a program by its user agent, not a preview that is drawn of a link, not a browser
 * that loads ahead, and not a page that embeds it.
 */
export function isPerson({ method, header }: Follower): boolean {
  if (method !== 'GET' || isProgram(header('user-agent') ?? '')) return false;
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
    .map((name) => header(name) ?? '')
    .join(' ');
  return !/prefetch|prerender|preview/i.test(purpose);
}

const known = new Map<string, boolean>();
const mostKnown = 5_000;

/** Remembered: the list is one long pattern, and most browsers are like others. */
function isProgram(agent: string): boolean {
  const remembered = known.get(agent);
  if (remembered !== undefined) return remembered;
  if (known.size >= mostKnown) known.clear();
  const is = isbot(agent || 'bot');
  known.set(agent, is);
  return is;
}

/** Whether the address is opened as a page, as far as the browser says. */
export function opensPage({ header }: Follower): boolean {
  return (header('sec-fetch-dest') ?? 'document') === 'document';
}

/** The same for one visitor on one day, and nothing that leads back to them once the day's salt is gone. */
export function visitorOf({ address, header }: Follower, salt: string): string {
  const seen = `${address}\n${header('user-agent') ?? ''}`;
  return createHmac('sha256', salt).update(seen).digest('base64url').slice(0, 22);
}
