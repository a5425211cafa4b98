import type { RuleCard } from './places/rule-cards.ts';

export type PromotionBudget = {
  /** True when a reply that names the product is within the budget now. */
  promotionAllowed: boolean;
  repliesLeftToday: number;
  /** How that was counted, one sentence each. */
  arithmetic: string[];
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
 * three helpful replies for each within 30 days. `history` holds all replies of one owner at one host; a host without
 * communities is one.
 */
export function promotionBudget(
  history: EarlierReply[],
  community: string | null,
  card: RuleCard,
  now: Date,
): PromotionBudget {
  const within = (days: number) =>
    history.filter(({ repliedAt }) => now.getTime() - repliedAt.getTime() < days * dayInMs);
  const daily = dailyShare(within(1).length, card);
  const recent = within(daysCounted);
  const ratio = promotionShare(recent, card.place);
  const here = within(daysBetweenPromotions).filter(
    (reply) => reply.isPromotion && nameOf(reply.community) === nameOf(community),
  );
  return {
    promotionAllowed: daily.left > 0 && ratio.left > 0 && here.length === 0,
    repliesLeftToday: daily.left,
    arithmetic: [daily.sentence, ratio.sentence, communitySentence(here, community ?? card.place, now)],
  };
}

function dailyShare(posted: number, card: RuleCard): { left: number; sentence: string } {
  const allowed = Math.min(mostPerDay, card.repliesPerDay);
  const left = Math.max(0, allowed - posted);
  const sentence = `Last 24 hours on ${card.place}: ${posted} of ${allowed} replies used, so ${left} left.`;
  return { left, sentence };
}

function promotionShare(recent: EarlierReply[], place: string): { left: number; sentence: string } {
  const named = recent.filter(({ isPromotion }) => isPromotion).length;
  const helpful = recent.length - named;
  const allowed = 1 + Math.floor(helpful / helpfulPerPromotion);
  const left = Math.max(0, allowed - named);
  const counted = `You have posted ${counting(recent.length)} on ${place} in ${daysCounted} days: ${helpful} helped without naming your product, ${named} named it.`;
  const missing = (named - allowed + 1) * helpfulPerPromotion - (helpful % helpfulPerPromotion);
  const rest =
    left > 0
      ? `so ${left === 1 ? 'one' : left} more may name it`
      : `so the next may name it after ${missing} more that only help`;
  return {
    left,
    sentence: `${counted} One may name it at first, and one more for every ${helpfulPerPromotion} that only help: that makes ${allowed}, ${rest}.`,
  };
}

function communitySentence(promotions: EarlierReply[], community: string, now: Date): string {
  const limit = `One reply in ${daysBetweenPromotions} days may name your product in ${community}`;
  const last = promotions.reduce((latest, { repliedAt }) => Math.max(latest, repliedAt.getTime()), -Infinity);
  if (promotions.length === 0) return `${limit}: none did, so it is free.`;
  const days = Math.ceil((last + daysBetweenPromotions * dayInMs - now.getTime()) / dayInMs);
  return `${limit}: ${promotions.length} did, so it is free again in ${days === 1 ? '1 day' : `${days} days`}.`;
}

function counting(replies: number): string {
  return replies === 1 ? '1 reply' : `${replies} replies`;
}

function nameOf(community: string | null): string {
  return community?.trim().toLowerCase() ?? '';
}
