import type { Conversation } from '#shared/contracts/conversations.ts';
import type { ConversationStatus } from '#shared/contracts/opportunities.ts';

export type Wish = { status: ConversationStatus };

/** A conversation that was changed, or looked after, on this page. */
export type Touched = {
  /** As the server gave it last. */
  known: Conversation;
  /** What it is to become while the server is asked. */
  wish: Wish | null;
  /** The list it was changed in: there it stays in sight, whatever the list's filter says. */
  list: string;
  /** Changed here by its owner, who can undo it. */
  byOwner: boolean;
};
export type AllTouched = Readonly<Record<string, Touched>>;

/** A list as the server gave it, with what is known since and what is wished. */
export function showTouched(listed: Conversation[], touched: AllTouched, list: string): Conversation[] {
  const shown = listed.map((row) => current(row, touched[row.id]));
  const ids = new Set(listed.map(({ id }) => id));
  const missing = Object.values(touched).filter((each) => each.list === list && !ids.has(each.known.id));
  if (missing.length === 0) return shown;
  return [...shown, ...missing.map((each) => current(each.known, each))].toSorted(newestFirst);
}

/** The later word of the two; a row that was listed at the same state may have newer counts. */
function current(row: Conversation, touched: Touched | undefined): Conversation {
  if (!touched) return row;
  const latest = row.updatedAt < touched.known.updatedAt ? touched.known : row;
  // Why it was held back holds no longer.
  return touched.wish ? { ...latest, status: touched.wish.status, heldBecause: null } : latest;
}

function newestFirst(a: Conversation, b: Conversation): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}
