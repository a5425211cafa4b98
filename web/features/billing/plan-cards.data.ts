import type { Plan } from '#shared/contracts/account.ts';
import { planNames, prices } from '#shared/rules/billing/plans.ts';

export type PlanCardText = { plan: Plan; name: string; dollars: number; per: string; lines: string[] };

/** The three cards, word for word (specification 2, Pricing section). */
export const planCards: PlanCardText[] = [
  {
    plan: 'free',
    name: planNames.free,
    dollars: 0,
    per: 'Session',
    lines: ['1 support request/mth', 'Startup Ideation', '48-hour response time', 'basic troubleshooting'],
  },
  {
    plan: 'pro',
    name: planNames.pro,
    ...prices.pro,
    lines: [
      '10 support requests/mth',
      'Startup Ideation',
      'Validate & Prototype',
      '24-hour response time',
      'priority support',
      'screen sharing sessions',
    ],
  },
  {
    plan: 'developer',
    name: planNames.developer,
    ...prices.developer,
    lines: [
      'unlimited requests',
      'everything in Pro',
      'First 1000 User (Acquisition)',
      'Next 1000 User (Growth)',
      '4-hour response time',
      'dedicated support rep',
      'custom integrations',
      'team training sessions',
    ],
  },
];

export const pricingHeading = 'Support Plan for non-technical founders';
export const pricingSubtitle = 'Get the help you need with flexible pricing options';

/** Meaning of the plan's own terms (Design 7.9). */
export const sessionMeaning = `A session is one payment of $${prices.pro.dollars}. Pro stays.`;
