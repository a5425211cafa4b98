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
