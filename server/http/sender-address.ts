import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Tells whether an address is a proxy of this site, whose `X-Forwarded-For` is believed. */
export type TrustedProxies = (address: string) => boolean;

/** Takes addresses, CIDR ranges, `loopback`, and `none` for no proxy at all. */
export function trustedProxies(names: string[]): TrustedProxies {
  const ranges = names.flatMap((name) => (name === 'loopback' ? loopback : name === 'none' ? [] : [name]));
  const parsed = ranges.map(parseRange);
  return (address) => {
    if (!isIP(address)) return false;
    const known = ipaddr.process(address);
    return parsed.some((range) => range[0].kind() === known.kind() && known.match(range));
  };
}

/** True for what `trustedProxies` takes. */
export function isProxyName(name: string): boolean {
  const [address = '', ...bits] = name.split('/');
  return (
    name === 'loopback' ||
    name === 'none' ||
    (isIP(address) > 0 && (!bits.length || ipaddr.isValidCIDR(name)))
  );
}

/**
 * The sender's address: read the header from its right end past the trusted proxies. Everything left of the first other
 * address may be forged.
 */
export function senderAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: TrustedProxies,
): string {
  let address = peer;
  for (const hop of forwardedFor?.split(',').toReversed() ?? []) {
    const next = withoutPort(hop.trim());
    if (!isTrusted(address) || !isIP(next)) break;
    address = next;
  }
  return address;
}

const loopback = ['127.0.0.0/8', '::1/128'];

function parseRange(name: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (name.includes('/')) return ipaddr.parseCIDR(name);
  const address = ipaddr.process(name);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Some proxies add the port that the request came from. */
function withoutPort(hop: string): string {
  return hop.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
}
