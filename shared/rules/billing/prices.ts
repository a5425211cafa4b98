import type { PaidPlan } from '#shared/contracts/billing.ts';

/** Price of each plan in US dollars and the period it covers (specification 9). */
export const prices: Record<PaidPlan, { dollars: number; per: 'Session' | 'Month' }> = {
  pro: { dollars: 29, per: 'Session' },
  developer: { dollars: 99, per: 'Month' },
};

/** A plan's name as people read it. */
export const planNames = { free: 'Free Trial', pro: 'Pro Plan', developer: 'Developer Plan' } as const;
