import type { Plan } from '#shared/contracts/account.ts';
import { Button } from '#web/ui/Button.tsx';
import { PlanCard } from './PlanCard.tsx';
import { planButton } from './plan-button.ts';
import { planCards } from './plan-cards.data.ts';

type PlanListProps = {
  /** The plan of whoever looks; null for a visitor. */
  current: Plan | null;
  /** The plan whose checkout page is on its way. */
  starting?: Plan | null;
  onChoose: (plan: Plan) => void;
};

/** The three cards (specification 2, Pricing section). It asks the server nothing, so that `/` stays light. */
export function PlanList({ current, starting = null, onChoose }: PlanListProps) {
  return (
    <div className="@container">
      <ul className="grid gap-4 @3xl:grid-cols-3">
        {planCards.map((card) => {
          const { text, isOwned, isDisabled } = planButton(card.plan, current);
          return (
            <PlanCard
              key={card.plan}
              card={card}
              popular={card.plan === 'pro'}
              button={
                <Button
                  variant={card.plan === 'pro' && !isOwned ? 'primary' : 'secondary'}
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
