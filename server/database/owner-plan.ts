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
