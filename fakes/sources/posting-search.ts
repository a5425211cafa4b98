import type { FakeSource } from './fake-source.ts';
import type { SocialSearch } from './posting-server.ts';
import type { Posts } from './posts.ts';

/** A source's way to look through `posts`, for a server that takes replies to them. */
export function searchOf({ answer }: FakeSource, posts: Posts): SocialSearch {
  return ({ path, query, method, headers, body }, address) => {
    const found = answer(path, query, posts, address, { method, headers, body });
    return { status: found.status, headers: found.headers, json: found.body };
  };
}
