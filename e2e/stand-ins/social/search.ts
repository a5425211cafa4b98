import type { Posts } from '#e2e/stand-ins/sources/posts.ts';
import type { StandInSource } from '#e2e/stand-ins/sources/stand-in-source.ts';
import type { SocialSearch } from './social-server.ts';

/** A source's way to look through `posts`, for a server that takes replies to them. */
export function searchOf({ answer }: StandInSource, posts: Posts): SocialSearch {
  return ({ path, query, method, headers, body }, address) => {
    const found = answer(path, query, posts, address, { method, headers, body });
    return { status: found.status, headers: found.headers, json: found.body };
  };
}
