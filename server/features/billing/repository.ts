import { eq } from 'drizzle-orm';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { payments, users } from '#server/database/tables.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';

export type BillingRepository = ReturnType<typeof billingRepository>;

export function billingRepository(database: Database) {
  return {
    async findPlan(userId: string): Promise<Plan | null> {
      const [row] = await database.sql.select({ plan: users.plan }).from(users).where(eq(users.id, userId));
      return row?.plan ?? null;
    },

    /**
     * Records a paid session and changes the plan by `planAfter`, once for each session.
     * The user's row is locked, so that two sessions that end together are granted in turn.
     */
    async grantPlan(
      session: { id: string; userId: string; plan: PaidPlan },
      planAfter: (current: Plan, bought: PaidPlan) => Plan,
      now: Date,
    ): Promise<Plan | null> {
      return inTransaction(database, async ({ sql }) => {
        const owner = eq(users.id, session.userId);
        const [user] = await sql.select().from(users).where(owner).for('update');
        if (!user) return null;
        const granted = await sql
          .insert(payments)
          .values({ sessionId: session.id, userId: session.userId, plan: session.plan, grantedAt: now })
          .onConflictDoNothing()
          .returning();
        if (granted.length === 0) return user.plan;
        const plan = planAfter(user.plan, session.plan);
        const proSince = session.plan === 'pro' ? (user.proSince ?? now) : user.proSince;
        await sql.update(users).set({ plan, proSince }).where(owner);
        return plan;
      });
    },
  };
}
