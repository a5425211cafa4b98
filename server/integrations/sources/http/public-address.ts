import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch as undiciFetch } from 'undici';
import { SourceError } from '#server/integrations/sources/port.ts';

type Lookup = typeof lookUp;

/**
 * A `fetch` for addresses that people name: https only, on its usual port, and never to an address that is not public,
 * wherever a name or a redirect leads. What is not allowed rejects with a SourceError 'forbidden-address' as its cause.
 * It follows redirects as `nearFetch` does.
 */
export function publicAddressFetch(resolve: Lookup = lookUp): typeof fetch {
  const connect = buildConnector({ lookup: guardedLookup(resolve), timeout: 10_000 });
  const dispatcher = new Agent({
    connect(options, callback) {
      const problem = findProblem(options);
      if (problem) callback(problem, null);
      else connect(options, callback);
    },
  });
  // The two types of one standard differ in names only.
  const guarded = (url: string, init: object) => undiciFetch(url, { ...init, dispatcher });
  return nearFetch(guarded as unknown as typeof fetch);
}

/**
 * A `fetch` that follows one redirect of a question, and only to the same host with or without 'www.': a server can't
 * have others asked in our name. Any other redirect is the answer itself.
 */
export function nearFetch(reach: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const response = await reach(input, { ...init, redirect: 'manual' });
    const mayFollow = init.redirect !== 'manual' && (init.method ?? 'GET') === 'GET';
    const next = mayFollow ? nextNear(new URL(String(input)), response) : null;
    if (!next) return response;
    await response.body?.cancel();
    return reach(next, { ...init, redirect: 'manual' });
  };
}

function nextNear(asked: URL, { status, headers }: Response): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  const next = isRedirect ? URL.parse(headers.get('location') ?? '', asked) : null;
  const bare = ({ host }: URL) => host.replace(/^www\./, '');
  return next && bare(next) === bare(asked) ? next.href : null;
}

/** True for a public address: no loopback, private, link-local, shared, reserved or mapped one. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

function findProblem({ protocol, hostname, port }: buildConnector.Options): SourceError | null {
  const name = hostname.replace(/^\[|\]$/g, '');
  const isUsual = protocol === 'https:' && (!port || Number(port) === 443);
  if (!isUsual || (isIP(name) && !isPublicAddress(name))) return new SourceError('forbidden-address');
  return null;
}

/** Looks every address of a name up and refuses all when one is not public: a name may lead here and there by turns. */
export function guardedLookup(resolve: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const addresses = found as LookupAddress[];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new SourceError('forbidden-address'), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
