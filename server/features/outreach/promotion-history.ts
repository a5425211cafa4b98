import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#server/database/connect.ts';
import { conversations } from '#server/database/tables.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { ConversationStatus } from '#shared/contracts/outreach/opportunities.ts';
import { isFederated } from '#shared/rules/outreach/places/source-labels.ts';
import type { EarlierReply } from '#shared/rules/outreach/promotion-budget.ts';

/** States of a reply that is expected at its place and not known to be there. */
export const expectedStatuses: ConversationStatus[] = ['APPROVED', 'POSTING', 'READY', 'UNCONFIRMED'];

/** A reply as budgets are counted: `accountId` is the linked account that sends it, null where none is known. */
export type BudgetedReply = {
  ownerId: string;
  source: SourceName;
  host: string;
  accountId: string | null;
};

/**
 * True when two replies use up one budget (design 7.12): of one owner on one host, or by one account wherever it
 * answers. An account that was linked later, or again, begins with the replies of its owner.
 */
export function sharesBudget(one: BudgetedReply, other: BudgetedReply): boolean {
  if (one.ownerId !== other.ownerId || one.source !== other.source) return false;
  return one.host === other.host || (one.accountId !== null && one.accountId === other.accountId);
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

/** More than any budget looks back. */
const mostReplies = 500;

/** A reply of an owner at a source, and when it left or was approved; null before. */
export type OwnReply = BudgetedReply & {
  id: string;
  community: string | null;
  countedAt: Date | null;
  isPromotion: boolean;
};

/**
 * An owner's replies at a source, newest first: those that left, and with `countsApproved` those that are approved.
 */
export function listOwnReplies(
  { sql: db }: Pick<Transaction, 'sql'>,
  owner: Pick<BudgetedReply, 'ownerId' | 'source'>,
  { countsApproved }: { countsApproved: boolean },
): Promise<OwnReply[]> {
  const { repliedAt, approvedAt, isPromotion } = conversations;
  const { id, ownerId, source, host, community, accountId, status } = conversations;
  const isCounted = countsApproved
    ? or(isNotNull(repliedAt), inArray(status, expectedStatuses))
    : isNotNull(repliedAt);
  const countedAt = sql<Date | null>`coalesce(${repliedAt}, ${approvedAt})`.mapWith(repliedAt);
  return db
    .select({ id, countedAt, isPromotion, ownerId, source, host, community, accountId })
    .from(conversations)
    .where(and(eq(ownerId, owner.ownerId), eq(source, owner.source), isCounted))
    .orderBy(sql`${countedAt} desc nulls last`)
    .limit(mostReplies);
}

/** Those of an owner's replies that use up the same budget as `reply`, without itself. */
export function budgetReplies(own: OwnReply[], reply: BudgetedReply & { id: string }): EarlierReply[] {
  return own
    .filter((row) => row.id !== reply.id && sharesBudget(row, reply))
    .flatMap(({ countedAt: at, isPromotion, ...row }) =>
      at ? [{ repliedAt: at, isPromotion, community: communityKeyOf(row) }] : [],
    );
}
