import type { Plan } from '#shared/contracts/account.ts';
import { includesPlan } from '#shared/rules/plans.ts';

type PlanButton = { text: string; isOwned: boolean; isDisabled: boolean };

/** What a card's button says and whether it can be pressed; `current` is null for a visitor (Specification 2 and 4). */
export function planButton(card: Plan, current: Plan | null): PlanButton {
  if (card === 'free') {
    const isOwned = current === 'free';
    return { text: isOwned ? 'Membership Status: Free' : 'Start Free Trial', isOwned, isDisabled: isOwned };
  }
  const isOwned = current !== null && includesPlan(current, card);
  return { text: isOwned ? 'Current Plan' : chooseTexts[card], isOwned, isDisabled: false };
}

const chooseTexts = { pro: 'Choose Pro Plan', developer: 'Choose Developer Plan' };
