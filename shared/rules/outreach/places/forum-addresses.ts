import { isPublicHostName, readAddress } from '#shared/rules/text/addresses.ts';

/**
 * The host of a forum, from its name or the address of any page in it; null for what no public server is called. What
 * the name leads to is looked at when the forum is asked.
 */
export function readForumHost(typed: string): string | null {
  const address = typed.trim();
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  const { host = '', username } = readAddress(whole) ?? {};
  return username === '' && isPublicHostName(host) ? host : null;
}

/** Reads a field for forums: hosts, each once, and unchanged every entry that is no host. */
export function readForums(typed: string): string[] {
  const entries = typed.split(/[\n\r,]+/).flatMap(readEntry);
  return [...new Set(entries.map((entry) => readForumHost(entry) ?? entry))];
}

/** The words of a line; one without any forum is one thing that is none, in its writer's own words. */
function readEntry(line: string): string[] {
  const words = line.split(/\s+/).filter((word) => word !== '');
  return words.length < 2 || words.some((word) => readForumHost(word)) ? words : [words.join(' ')];
}
