import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Badge } from '#web/ui/Badge.tsx';
import type { PlanCardText } from './plan-cards.data.ts';

type PlanCardProps = { card: PlanCardText; popular: boolean; button: ReactNode };

export function PlanCard({ card, popular, button }: PlanCardProps) {
  return (
    <li
      className={clsx(
        'flex flex-col rounded-m bg-card p-5',
        popular ? 'shadow-float ring-[1.5px] ring-ink ring-inset' : 'shadow-card',
      )}
    >
      <div className="flex min-h-5.5 items-center justify-between gap-2">
        <h3 className="text-base">{card.name}</h3>
        {popular ? <Badge tone="spark">Most Popular</Badge> : null}
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
