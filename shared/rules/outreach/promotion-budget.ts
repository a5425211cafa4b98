import type { BudgetFigures } from '#shared/contracts/outreach/hold-reasons.ts';
import type { RuleCard } from './places/rule-cards.ts';

export type PromotionBudget = {
  /** True when a reply that names the product is within the budget now. */
  promotionAllowed: boolean;
  repliesLeftToday: number;
  /** Counts behind both. */
  figures: BudgetFigures;
};

export type EarlierReply = { repliedAt: Date; isPromotion: boolean; community: string | null };

const mostPerDay = 3;
const helpfulPerPromotion = 3;
const daysBetweenPromotions = 7;
const daysCounted = 30;
const dayInMs = 24 * 60 * 60 * 1000;

/**
 * How many replies an account may still send at a host, and whether the next may name the product (design 7.12):
 * at most three a day or what the card says, one that promotes a community in 7 days, and after the first promotion
 * three helpful replies for each within 30 days. `history` holds the replies that use up one budget: the owner's at the
 * host, and the account's wherever it answered. A host without communities is one.
 */
export function promotionBudget(
  history: EarlierReply[],
  community: string | null,
  card: RuleCard,
  now: Date,
): PromotionBudget {
  const within = (days: number) =>
    history.filter(({ repliedAt }) => now.getTime() - repliedAt.getTime() < days * dayInMs);
  const recent = within(daysCounted);
  const named = recent.filter(({ isPromotion }) => isPromotion).length;
  const helpful = recent.length - named;
  const here = within(daysBetweenPromotions).filter(
    (reply) => reply.isPromotion && nameOf(reply.community) === nameOf(community),
  );
  const figures = {
    place: card.place,
    community,
    today: { used: within(1).length, allowed: Math.min(mostPerDay, card.repliesPerDay) },
    lately: { named, helpful, allowed: 1 + Math.floor(helpful / helpfulPerPromotion) },
    here: { named: here.length, freeInDays: daysUntilFree(here, now) },
  };
  const repliesLeftToday = leftOf(figures.today);
  return {
    promotionAllowed: repliesLeftToday > 0 && named < figures.lately.allowed && here.length === 0,
    repliesLeftToday,
    figures,
  };
}

/** Change that a used-up budget asks for. */
export function budgetAdvice({ repliesLeftToday, figures }: PromotionBudget, product: string): string {
  const { place, community, lately, here } = figures;
  if (repliesLeftToday === 0) return `Wait: no more replies on ${place} today.`;
  const leaveOut = `Leave ${product} out of this reply`;
  if (here.named > 0)
    return `${leaveOut}: ${community ?? place} is free again in ${dayCount(here.freeInDays)}.`;
  return `${leaveOut}: help ${missingHelp(lately)} more times on ${place} first.`;
}

/** How a budget was counted, one sentence each. */
export function budgetSentences({ place, community, today, lately, here }: BudgetFigures): string[] {
  return [
    `Last 24 hours on ${place}: ${today.used} of ${today.allowed} replies used, so ${leftOf(today)} left.`,
    promotionSentence(place, lately),
    communitySentence(community ?? place, here),
  ];
}

function leftOf({ used, allowed }: BudgetFigures['today']): number {
  return Math.max(0, allowed - used);
}

function daysUntilFree(promotions: EarlierReply[], now: Date): number {
  if (promotions.length === 0) return 0;
  const last = Math.max(...promotions.map(({ repliedAt }) => repliedAt.getTime()));
  return Math.ceil((last + daysBetweenPromotions * dayInMs - now.getTime()) / dayInMs);
}

function promotionSentence(place: string, { named, helpful, allowed }: BudgetFigures['lately']): string {
  const left = Math.max(0, allowed - named);
  const counted = `You have posted ${counting(named + helpful)} on ${place} in ${daysCounted} days: ${helpful} helped without naming your product, ${named} named it.`;
  const rest =
    left > 0
      ? `so ${left === 1 ? 'one' : left} more may name it`
      : `so the next may name it after ${missingHelp({ named, helpful, allowed })} more that only help`;
  return `${counted} One may name it at first, and one more for every ${helpfulPerPromotion} that only help: that makes ${allowed}, ${rest}.`;
}

/** Replies that only help before the next may name the product. */
function missingHelp({ named, helpful, allowed }: BudgetFigures['lately']): number {
  return (named - allowed + 1) * helpfulPerPromotion - (helpful % helpfulPerPromotion);
}

function communitySentence(community: string, { named, freeInDays }: BudgetFigures['here']): string {
  const limit = `One reply in ${daysBetweenPromotions} days may name your product in ${community}`;
  if (named === 0) return `${limit}: none did, so it is free.`;
  return `${limit}: ${named} did, so it is free again in ${dayCount(freeInDays)}.`;
}

function dayCount(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

function counting(replies: number): string {
  return replies === 1 ? '1 reply' : `${replies} replies`;
}

function nameOf(community: string | null): string {
  return community?.trim().toLowerCase() ?? '';
}
