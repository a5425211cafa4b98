import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { isFederated } from '#shared/rules/outreach/places/source-labels.ts';

/** A reply as budgets are counted: `accountId` is the linked account that sends it, null where none is known. */
export type BudgetedReply = {
  ownerId: string;
  source: SourceName;
  host: string;
  accountId: string | null;
};

/**
 * Names the budget that a reply uses up (design 7.12): that of the account that sends it, whichever host it answers on;
 * without one, that of its owner at the host.
 */
export function budgetPlaceOf({ ownerId, source, host, accountId }: BudgetedReply): string {
  return accountId === null ? `${ownerId} ${source} ${host}` : `account ${accountId}`;
}

/**
 * True when two replies use up one budget: an account that was linked later, or again, begins with what its owner did.
 */
export function sharesBudget(one: BudgetedReply, other: BudgetedReply): boolean {
  if (one.ownerId !== other.ownerId || one.source !== other.source) return false;
  return one.host === other.host || budgetPlaceOf(one) === budgetPlaceOf(other);
}

/**
 * The full name of a community, the same wherever its posts are seen: 'name@home-host' where hosts pass posts on and the
 * host that shows it is its home. One that has its home in its name already keeps it.
 */
export function communityKeyOf(place: {
  source: SourceName;
  host: string;
  community: string | null;
}): string | null {
  const { source, host, community } = place;
  const name = community?.trim() ?? '';
  if (name === '') return null;
  return isFederated(source) && !name.includes('@') ? `${name}@${host}` : name;
}
