import type { PostPlace, Search, SearchWatch } from '#server/conversation-search.ts';
import type { CampaignDeps, OwnAccount } from '#server/features/outreach/campaigns/deps.ts';
import type { Asker } from '#server/integrations/sources/port.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import type { FoundRepository, PostKey } from './found-repository.ts';

export type OwnerSearch = (
  ownerId: string,
  wanted: { product: Product; forums: string[]; keywords?: string[] },
  watch: SearchWatch,
) => Promise<Search>;

/** Longer than most threads go on, so that the set of known posts stays small. */
const knownForMs = 90 * 86_400_000;

/** A search that knows its owner: accounts and forums of theirs, and the posts that they have already. */
export function ownerSearch(deps: CampaignDeps, repository: FoundRepository): OwnerSearch {
  const { searchPosts, findAccount, blueskyHost, now } = deps;
  return async (ownerId, { product, forums, keywords }, watch) => {
    const [known, ownNames, bluesky] = await Promise.all([
      repository.listKnown(ownerId, new Date(now().getTime() - knownForMs)),
      repository.listOwnNames(ownerId),
      findAccount(ownerId, 'bluesky', blueskyHost),
    ]);
    const asker = { forums, ...sessionOf(deps, bluesky) };
    const keys = new Set(known.flatMap(namesOf));
    // One reply a thread: a second one to the same people is no conversation of its own.
    const isKnown = (post: PostPlace) => namesOf(post).some((name) => keys.has(name));
    return searchPosts({ product, keywords, asker, ownNames, isKnown }, watch);
  };
}

/** A session is shown to no other server than the one that gave it. */
function sessionOf(
  { blueskyHost, replaceSession, markNeedsLink }: CampaignDeps,
  account: OwnAccount | null,
): Omit<Asker, 'forums'> {
  if (!account?.session || account.host !== blueskyHost) return { blueskySession: null };
  let held = account;
  return {
    blueskySession: account.session,
    async saveBlueskySession(session) {
      await replaceSession(held, session);
      held = { ...held, session };
    },
    onSessionRefused: () => markNeedsLink(held),
  };
}

/** Hosts that pass posts on give one post ids of their own; its address stays. */
function namesOf(post: PostPlace): string[] {
  const { source, host, threadId, url } = post;
  return [keyOf(post), `${source} ${host} thread ${threadId}`, `${source} ${url}`];
}

export function keyOf({ source, host, externalId }: PostKey): string {
  return `${source} ${host} ${externalId}`;
}
