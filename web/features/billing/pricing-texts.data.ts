import { prices } from '#shared/rules/billing/prices.ts';
import { proRequestsAllowed } from '#shared/rules/support/request-limits.ts';

export const pricingHeading = 'Support Plan for non-technical founders';
export const pricingSubtitle = 'Get the help you need with flexible pricing options';

/** Meaning of the plan's own terms (Design 7.9). */
export const sessionMeaning = `A session of the Pro Plan is one payment of $${prices.pro.dollars}: it makes your plan Pro, which stays, with ${proRequestsAllowed} support requests each calendar month.`;
