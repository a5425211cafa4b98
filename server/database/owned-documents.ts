import { eq } from 'drizzle-orm';
import type { Plan } from '#shared/contracts/account.ts';
import type { Transaction } from './connect.ts';
import { users } from './tables.ts';

/** The plan of a user, locked until the transaction ends; null before the first sync. */
export async function lockOwnerPlan({ sql }: Transaction, ownerId: string): Promise<Plan | null> {
  const [owner] = await sql
    .select({ plan: users.plan })
    .from(users)
    .where(eq(users.id, ownerId))
    .for('share');
  return owner?.plan ?? null;
}

/** The trail that a document hangs on; null while it has no content and names none. */
export type FindDraftTrail = (
  transaction: Transaction,
  ownerId: string,
  draft: { trailId?: string; idea: string; content: string },
) => Promise<string | null>;

type Steps<Row, Change> = {
  find: () => Promise<Row | null>;
  /** Computes the change to a stored row; null for no change. Throws the error that refuses it. */
  turn: (stored: Row | null) => Promise<Change | null> | Change | null;
  /** Null when what was found is no longer what is stored. */
  write: (change: Change, stored: Row | null) => Promise<Row | null>;
};

/** Writes a document on top of the revision that was read. A late writer decides again on the stored one. */
export async function writeOnTop<Row, Change>({ find, turn, write }: Steps<Row, Change>): Promise<Row> {
  for (;;) {
    const stored = await find();
    const change = await turn(stored);
    if (change === null && stored !== null) return stored;
    const written = change && (await write(change, stored));
    if (written) return written;
  }
}
