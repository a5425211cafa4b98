import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

type CardProps = ComponentProps<'section'> & {
  /** Lifts the card off the page; for the one thing that should catch the eye. */
  floating?: boolean;
};

export function Card({ floating = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={clsx(
        'bg-card',
        floating ? 'rounded-l p-6 shadow-float' : 'rounded-m p-4 shadow-card sm:p-5',
        className,
      )}
    />
  );
}

type CardHeaderProps = { title: ReactNode; text?: ReactNode; action?: ReactNode; className?: string };

export function CardHeader({ title, text, action, className }: CardHeaderProps) {
  return (
    <div className={clsx('flex items-start justify-between gap-3', className)}>
      <div className="min-w-0">
        <h2 className="text-base">{title}</h2>
        {text ? <p className="text-meta text-faint">{text}</p> : null}
      </div>
      {action}
    </div>
  );
}
