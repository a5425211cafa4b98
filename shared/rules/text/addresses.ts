import { markPattern } from '#shared/rules/secrets/secret-mark.ts';

/**
 * True when a text is the full address of a web page: `http` or `https`, and nothing that a URL would leave out. What
 * `maskSecrets` put into it, such as `[masked: password]`, counts as a word.
 */
export function isWebAddress(text: string): boolean {
  const address = text.replace(markPattern, 'masked');
  return !/[\s\p{Cc}]/u.test(address) && /^https?:\/\//i.test(address) && readAddress(address) !== null;
}

/** The parts of an address; null when it is none. `URL.canParse` is newer than the oldest browsers. */
export function readAddress(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** A typed address with `https://` before it when only that is missing, such as 'example.com'; else as it was typed. */
export function completeWebAddress(typed: string): string {
  const whole = `https://${typed.trim()}`;
  if (isWebAddress(typed.trim()) || !isWebAddress(whole)) return typed;
  const { hostname, username } = new URL(whole);
  const isNamed = /^[^.]+(?:\.[^.]+)*\.\p{L}[^.]+$/u.test(hostname) && username === '';
  return isNamed ? whole : typed;
}

/** RFC 5321, 4.5.3.1.3: a longer address can't be delivered to. */
const longestEmail = 254;

/**
 * One mail address of the plain form `name@domain.tld`, without blanks around it. Whatever a mail header
 * could read as a second address, a name or a comment is refused, and so are quoted names.
 */
export function isEmail(email: string): boolean {
  return email.length <= longestEmail && plainForm.test(email);
}

const plainForm = /^[^\s\p{C}@,;:<>()[\]\\"]+@[^\s\p{C}@,;:<>()[\]\\".]+(\.[^\s\p{C}@,;:<>()[\]\\".]+)+$/u;

const hostName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
/** Names that no public server has (RFC 6761, 6762, 8375), and those that networks of firms are given. */
const privateEnding = /\.(?:local|localhost|internal|intranet|lan|home|corp|arpa|test|invalid|onion)$/;

/**
 * True when a host, in lower case, is named as a public server can be: a name with a dot whose last part is a word; no
 * address, no port, nothing of a local network. What the name leads to is looked at when it is called.
 */
export function isPublicHostName(host: string): boolean {
  return hostName.test(host) && !privateEnding.test(host);
}
