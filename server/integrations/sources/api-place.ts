import type { Poster } from './port.ts';
import type { PosterClient } from './poster-client.ts';

/** Shared by every source with a posting API: any public server, by the post's page. */
export function apiPlace(client: PosterClient): Pick<Poster, 'sendsTo' | 'replyUrl'> {
  return { sendsTo: (host) => client.baseOf(host) !== null, replyUrl: ({ url }) => url };
}
