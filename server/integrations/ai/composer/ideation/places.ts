import { directory, questionSiteType } from '#server/integrations/ai/composer/directory.ts';
import { pickCommunities } from '#server/integrations/ai/composer/pick-communities.ts';
import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import type { SocialGroup } from '#shared/contracts/validation.ts';

export type Places = {
  /** Where the idea's people talk; empty where its subject is not known. */
  talk: SocialGroup[];
  /** Question sites, where nothing of one's own may be promoted. */
  ask: SocialGroup[];
  /** Where founders tell one another what they think; customers are not found there. */
  founders: SocialGroup[];
};

/** The communities of the plan, by what can be done there. */
export function placesFor(plan: PlanWords): Places {
  const groups = pickCommunities(plan.topicIds, plan.idea);
  const isAsk = ({ type }: SocialGroup) => type === questionSiteType;
  const isFounders = ({ url }: SocialGroup) =>
    !plan.topicIds.includes('startups') && foundersPlaces.has(url) && !isAbout(url, plan);
  return {
    talk: groups.filter((group) => !isAsk(group) && !isFounders(group)),
    ask: groups.filter(isAsk),
    founders: groups.filter((group) => !isAsk(group) && isFounders(group)),
  };
}

const foundersPlaces = new Set(
  directory.filter(({ topics }) => topics.includes('startups')).map(({ url }) => url),
);

function isAbout(url: string, plan: PlanWords): boolean {
  const topics = directory.find((entry) => entry.url === url)?.topics ?? [];
  return topics.some((topic) => plan.topicIds.includes(topic));
}
