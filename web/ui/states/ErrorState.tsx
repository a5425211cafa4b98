import { clsx } from 'clsx';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';

type ErrorStateProps = {
  /** The failure. */
  title: ReactNode;
  /** Safe things, and next steps. */
  children?: ReactNode;
  onRetry?: () => void;
  retryText?: string;
  /** A toast has read it out already. */
  isAnnounced?: boolean;
  className?: string;
};

export function ErrorState({
  title,
  children,
  onRetry,
  retryText = 'Try again',
  isAnnounced,
  className,
}: ErrorStateProps) {
  const note = useRef<HTMLDivElement>(null);
  // The focus goes on where the pressed button was, once it has gone.
  useLayoutEffect(() => {
    const box = note.current;
    return () => {
      if (box?.contains(document.activeElement))
        box.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={note}
      role={isAnnounced ? undefined : 'alert'}
      className={clsx('flex gap-3 rounded-m bg-bad-wash px-4 py-3.5', className)}
    >
      <TriangleAlert size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {children ? <div className="text-soft">{children}</div> : null}
        {onRetry ? (
          <Button onClick={onRetry} className="mt-3">
            {retryText}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
