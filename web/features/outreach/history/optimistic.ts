import type { Conversation } from '#shared/contracts/conversations.ts';
import type { ConversationStatus } from '#shared/contracts/opportunities.ts';

export type ExpectedChange = { status: ConversationStatus };

/** A conversation that was changed, or looked after, on this page. */
export type OptimisticChange = {
  /** As the server gave it last. */
  known: Conversation;
  /** Expected change while the request is under way. */
  expected: ExpectedChange | null;
  /** The list it was changed in: there it stays in sight, whatever the list's filter says. */
  list: string;
  /** Changed here by its owner, who can undo it. */
  byOwner: boolean;
};
export type OptimisticChanges = Readonly<Record<string, OptimisticChange>>;

/** A list as the server gave it, with what is known since and what is wished. */
export function applyOptimistic(
  listed: Conversation[],
  optimistic: OptimisticChanges,
  list: string,
): Conversation[] {
  const shown = listed.map((row) => current(row, optimistic[row.id]));
  const ids = new Set(listed.map(({ id }) => id));
  const missing = Object.values(optimistic).filter((each) => each.list === list && !ids.has(each.known.id));
  if (missing.length === 0) return shown;
  return [...shown, ...missing.map((each) => current(each.known, each))].toSorted(newestFirst);
}

/** The later word of the two; a row that was listed at the same state may have newer counts. */
function current(row: Conversation, optimistic: OptimisticChange | undefined): Conversation {
  if (!optimistic) return row;
  const latest = row.updatedAt < optimistic.known.updatedAt ? optimistic.known : row;
  // Why it was held back holds no longer.
  return optimistic.expected ? { ...latest, status: optimistic.expected.status, heldBecause: null } : latest;
}

function newestFirst(a: Conversation, b: Conversation): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}
