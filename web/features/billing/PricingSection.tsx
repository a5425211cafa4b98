import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import type { Plan } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { includesPlan } from '#shared/rules/billing/plans.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { saveChosenPlan } from './payment-notes.ts';
import {
  type PlanCardText,
  planCards,
  pricingHeading,
  pricingSubtitle,
  sessionMeaning,
} from './plan-cards.data.ts';

/** The plans on the landing page, where every choice of a visitor begins with signing up, and waits for its end. */
export function PricingSection({ onSignUp }: { onSignUp: () => void }) {
  function choose(plan: Plan) {
    saveChosenPlan(plan);
    onSignUp();
  }
  return (
    <section aria-labelledby="pricing-heading">
      <div className="mb-8 text-center">
        <h2 id="pricing-heading" className="text-title">
          {pricingHeading}
        </h2>
        <p className="mt-2 text-base text-soft">{pricingSubtitle}</p>
      </div>
      <PlanList current={null} onChoose={choose} />
      <p className="mt-5 text-center text-meta text-soft">{sessionMeaning}</p>
    </section>
  );
}

type PlanListProps = {
  /** The reader's plan; null for a visitor. */
  current: Plan | null;
  /** The plan whose checkout page is on its way. */
  starting?: Plan | null;
  /** The lowest plan that opens what the reader came for; a lower one is not sold beside it. */
  needed?: PaidPlan | undefined;
  onChoose: (plan: Plan) => void;
};

/** The three cards (specification 2, Pricing section). It asks the server nothing, so that `/` stays light. */
export function PlanList({ current, starting = null, needed = 'pro', onChoose }: PlanListProps) {
  return (
    <div className="@container">
      <ul className="grid gap-4 @3xl:grid-cols-3">
        {planCards.map((card) => {
          const { text, isOwned, isDisabled } = planButton(card.plan, current, needed);
          return (
            <PlanCard
              key={card.plan}
              card={card}
              isRaised={card.plan === needed}
              button={
                <Button
                  variant={card.plan === needed && !isOwned ? 'primary' : 'secondary'}
                  disabled={isDisabled || (starting !== null && starting !== card.plan)}
                  busy={starting === card.plan}
                  onClick={() => onChoose(card.plan)}
                >
                  {text}
                </Button>
              }
            />
          );
        })}
      </ul>
    </div>
  );
}

type PlanCardProps = { card: PlanCardText; isRaised: boolean; button: ReactNode };

function PlanCard({ card, isRaised, button }: PlanCardProps) {
  return (
    <li
      className={clsx(
        'flex flex-col rounded-m bg-card p-5',
        isRaised ? 'shadow-float ring-[1.5px] ring-ink ring-inset' : 'shadow-card',
      )}
    >
      <div className="flex min-h-5.5 items-center justify-between gap-2">
        <h3 className="text-base">{card.name}</h3>
        {card.plan === 'pro' ? <Badge tone="spark">Most Popular</Badge> : null}
      </div>
      <p className="mt-3 tabular-nums">
        <span className="text-[2rem] leading-9 font-semibold tracking-[-0.03em]">${card.dollars}</span>
        <span className="text-faint">/{card.per}</span>
      </p>
      <ul className="mt-5 mb-6 grid gap-2.5">
        {card.lines.map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-soft" />
            <span className="block first-letter:uppercase">{line}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto grid">{button}</div>
    </li>
  );
}

type PlanButton = { text: string; isOwned: boolean; isDisabled: boolean };

/** Label and state of a card's button; `current` is null for a visitor (Specification 2 and 4). */
function planButton(card: Plan, current: Plan | null, needed: PaidPlan): PlanButton {
  if (card === 'free') {
    const isOwned = current === 'free';
    return { text: isOwned ? 'Membership Status: Free' : 'Start Free Trial', isOwned, isDisabled: isOwned };
  }
  const isOwned = current !== null && includesPlan(current, card);
  if (!isOwned && !includesPlan(card, needed))
    return { text: 'Not enough for this', isOwned, isDisabled: true };
  return { text: isOwned ? 'Current Plan' : chooseTexts[card], isOwned, isDisabled: false };
}

const chooseTexts = { pro: 'Choose Pro Plan', developer: 'Choose Developer Plan' };
