import type { Transaction } from '#server/database/connect.ts';
import { supportHistory } from '#server/database/tables.ts';
import type { HistoryAction } from '#shared/contracts/support-requests.ts';

/** One change of a request; `actorId` is null for the system and for the link of a mail. */
export type NewHistoryEntry = {
  requestId: string;
  actor: 'customer' | 'agent' | 'system';
  actorId: string | null;
  /** Empty for the system. */
  actorName: string;
  action: HistoryAction;
  from?: string;
  to?: string;
  createdAt: Date;
};

/** Writes one change of a request into its history, in the transaction that makes the change. */
export async function record({ sql }: Transaction, entry: NewHistoryEntry): Promise<void> {
  await sql.insert(supportHistory).values(entry);
}

/** Author fields of an owner's history entries. */
export function byOwner({ id, name, email }: { id: string; name: string; email: string }, requestId: string) {
  return { requestId, actor: 'customer' as const, actorId: id, actorName: name || email };
}
