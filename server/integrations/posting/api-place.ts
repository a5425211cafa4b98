import type { Poster } from './port.ts';
import type { PosterClient } from './poster-client.ts';

/** What is the same at every source whose interface takes replies: any server that can be reached, by the post's page. */
export function apiPlace(client: PosterClient): Pick<Poster, 'sendsTo' | 'replyUrl'> {
  return { sendsTo: (host) => client.baseOf(host) !== null, replyUrl: ({ url }) => url };
}
