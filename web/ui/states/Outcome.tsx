import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '#web/ui/Card.tsx';

type OutcomeProps = {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** More details. */
  children?: ReactNode;
  action?: ReactNode;
  /** It is where the focus just was, so it takes it. */
  takesFocus?: boolean;
  /** Without a card around it. */
  plain?: boolean | undefined;
};

/** Result of a form, in its place: a toast is gone before it is read twice. */
export function Outcome(props: OutcomeProps) {
  const { icon: Icon, title, text, children, action, takesFocus = false, plain = false } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const Frame = plain ? 'div' : Card;
  return (
    <Frame className={clsx('flex gap-3.5', !plain && 'sm:p-6')}>
      <span className="grid size-9 shrink-0 place-items-center rounded-[10px] bg-muted text-soft">
        <Icon size={17} aria-hidden="true" />
      </span>
      <div className="min-w-0 grow">
        <h2 ref={heading} tabIndex={-1} className="pt-1.5 text-base leading-6 outline-none">
          {title}
        </h2>
        <p className="wrap-anywhere text-soft">{text}</p>
        {children ? <div className="text-soft">{children}</div> : null}
        {action ? <div className="mt-4 flex flex-wrap gap-2">{action}</div> : null}
      </div>
    </Frame>
  );
}
