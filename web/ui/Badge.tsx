import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Sparkle from 'lucide-react/icons/sparkle';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad' | 'spark';

const looks: Record<BadgeTone, { classes: string; icon: LucideIcon | null }> = {
  neutral: { classes: 'bg-muted text-soft', icon: null },
  good: { classes: 'bg-good-wash text-good', icon: CircleCheck },
  warn: { classes: 'bg-warn-wash text-warn', icon: TriangleAlert },
  bad: { classes: 'bg-bad-wash text-bad', icon: CircleX },
  spark: { classes: 'bg-spark-wash text-spark-ink', icon: Sparkle },
};

type BadgeProps = { tone?: BadgeTone; icon?: LucideIcon | null; children: ReactNode; className?: string };

/** A word with a tint and an icon; the tint alone never carries the meaning. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  const look = looks[tone];
  const Icon = icon === undefined ? look.icon : icon;
  return (
    <span
      className={clsx(
        'inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        look.classes,
        className,
      )}
    >
      {Icon ? <Icon size={13} aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
