import type { Plan } from '#shared/contracts/account.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { prices } from '#shared/rules/billing/prices.ts';
import {
  freeWindowMs,
  issuesAllowed,
  proRequestsAllowed,
  slaHours,
} from '#shared/rules/support/request-limits.ts';

/** The rows of one plan; every number comes from the rule that decides. */
export function planLimits(plan: Plan): { name: string; value: string }[] {
  return [
    { name: 'Price', value: priceOf(plan) },
    { name: 'Support requests', value: requestsOf[plan] },
    { name: 'Issues in one request', value: issuesOf(plan) },
    { name: 'First answer', value: `Within ${slaHours(plan)} hours` },
    { name: 'Tools', value: toolsOf(plan) },
  ];
}

const freeDays = freeWindowMs / 86_400_000;

const requestsOf: Record<Plan, string> = {
  free: `One every ${freeDays} days`,
  pro: `${proRequestsAllowed} in a calendar month, which begins at midnight UTC`,
  developer: 'Unlimited',
};

function priceOf(plan: Plan): string {
  if (plan === 'free') return '$0/Session, nothing to pay';
  const { dollars, per } = prices[plan];
  return plan === 'pro' ? `$${dollars}/${per}, paid once` : `$${dollars}/${per}, until you cancel`;
}

function issuesOf(plan: Plan): string {
  const most = issuesAllowed(plan);
  if (!Number.isFinite(most)) return 'As many as you need';
  return most === 1 ? 'One' : `Up to ${most}`;
}

function toolsOf(plan: Plan): string {
  const gated = [
    { feature: 'validation', name: 'Validating & Prototyping' },
    { feature: 'proof-of-concept', name: 'Proof of Concept' },
    { feature: 'launch', name: 'Launch with campaigns' },
  ] as const;
  const names = gated.filter(({ feature }) => !upgradeNeeded(plan, feature)).map(({ name }) => name);
  return ['Startup Ideation', ...names].join(', ');
}
