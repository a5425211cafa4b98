import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { conversations } from '#server/database/tables.ts';
import { type BudgetedReply, communityKeyOf, sharesBudget } from '#shared/rules/budget-place.ts';
import type { EarlierReply } from '#shared/rules/promotion-budget.ts';
import { isFederated } from '#shared/rules/source-words.ts';

/** More than any budget looks back. */
const most = 500;

/**
 * The replies that are there, on their way or not confirmed and use up the same budget as a reply, newest first; each
 * with the full name of its community.
 */
export async function budgetHistory(db: Database['sql'], reply: BudgetedReply): Promise<EarlierReply[]> {
  const { ownerId, source, host, accountId, repliedAt, isPromotion, community } = conversations;
  const isNear = isFederated(reply.source) ? undefined : eq(host, reply.host);
  const rows = await db
    .select({ ownerId, source, host, accountId, repliedAt, isPromotion, community })
    .from(conversations)
    .where(and(eq(ownerId, reply.ownerId), eq(source, reply.source), isNear, isNotNull(repliedAt)))
    .orderBy(desc(repliedAt))
    .limit(most);
  return rows
    .filter((row) => sharesBudget(row, reply))
    .flatMap(({ repliedAt, isPromotion, ...row }) =>
      repliedAt ? [{ repliedAt, isPromotion, community: communityKeyOf(row) }] : [],
    );
}
