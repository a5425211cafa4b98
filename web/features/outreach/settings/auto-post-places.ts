import type { Campaign } from '#shared/contracts/campaigns.ts';
import { type SourceName, sourceName } from '#shared/contracts/conversation-sources.ts';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { findPlaceHold } from '#shared/rules/auto-post.ts';
import { type RuleCard, ruleCardOf } from '#shared/rules/rule-cards.ts';
import { isFederated } from '#shared/rules/source-words.ts';

export type Place = { source: SourceName; host: string };
export type JudgedPlace = Place & {
  card: RuleCard;
  /** Why even a reply that we are wholly sure of is left to its owner; null when it would be sent. */
  hold: string | null;
};

/**
 * What automated posting would do at each place where a campaign looks or its owner has an account, by the rule that
 * decides. Places under one rule card are one. `today` is 'YYYY-MM-DD'.
 */
export function judgePlaces(
  campaign: Campaign,
  given: { accounts: LinkedAccount[]; seen: Place[]; today: string; hasModel: boolean },
): JudgedPlace[] {
  const { accounts, seen, today, hasModel } = given;
  const forums = campaign.forums.map((host) => ({ source: 'discourse' as const, host }));
  const places = new Map<string, JudgedPlace>();
  for (const { source, host } of [...campaign.sources, ...seen, ...forums, ...accounts]) {
    // A newer server may name a source without a card here.
    if (!sourceName.options.includes(source)) continue;
    const card = ruleCardOf({ source, host, community: null }, today);
    const key = `${source} ${card.place}`;
    if (places.has(key)) continue;
    const account = accounts.find((one) => one.source === source && reaches(one, host)) ?? null;
    places.set(key, { source, host, card, hold: findPlaceHold({ card, account, host, hasModel }) });
  }
  return [...places.values()];
}

function reaches(account: LinkedAccount, host: string): boolean {
  return account.host === host || (isFederated(account.source) && !account.needsLink);
}
