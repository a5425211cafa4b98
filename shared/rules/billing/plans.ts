import type { Plan } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';

/** Features that need a plan (specification 4, Plan gates). */
export type GatedFeature = 'validation' | 'proof-of-concept' | 'launch';

const rank: Record<Plan, number> = { free: 0, pro: 1, developer: 2 };
const needed: Record<GatedFeature, PaidPlan> = {
  validation: 'pro',
  'proof-of-concept': 'pro',
  launch: 'developer',
};

/** True when `plan` is `other` or above it. */
export function includesPlan(plan: Plan, other: Plan): boolean {
  return rank[plan] >= rank[other];
}

/** The lowest plan that opens a feature. */
export function planFor(feature: GatedFeature): PaidPlan {
  return needed[feature];
}

/** The upgrade message that keeps a plan from a feature, or null when the plan has it. */
export function upgradeNeeded(plan: Plan, feature: GatedFeature): MessageCode | null {
  if (includesPlan(plan, needed[feature])) return null;
  return needed[feature] === 'developer' ? 'upgrade_to_developer' : 'upgrade_to_pro';
}

/** True for a message that `upgradeNeeded` gives. */
export function isUpgradeMessage(code: MessageCode | null): boolean {
  return code === 'upgrade_to_pro' || code === 'upgrade_to_developer';
}

/** How each plan is paid for and what its button says (specification 2 and 4). */
export const checkoutModes: Record<PaidPlan, 'payment' | 'subscription'> = {
  pro: 'payment',
  developer: 'subscription',
};

/** Price of each plan in US dollars and the period it covers (specification 9). */
export const prices: Record<PaidPlan, { dollars: number; per: 'Session' | 'Month' }> = {
  pro: { dollars: 29, per: 'Session' },
  developer: { dollars: 99, per: 'Month' },
};

/** How often each plan is paid, in words for its checkout (design 7.9). */
export const paymentNotes: Record<PaidPlan, string> = {
  pro: 'One payment. Pro stays.',
  developer: 'Renews every month until you cancel.',
};

/** A plan's name as people read it. */
export const planNames = { free: 'Free Trial', pro: 'Pro Plan', developer: 'Developer Plan' } as const;
