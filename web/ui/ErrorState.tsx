import { clsx } from 'clsx';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

type ErrorStateProps = {
  /** What happened. */
  title: ReactNode;
  /** What is safe, and what to do. */
  children?: ReactNode;
  onRetry?: () => void;
  retryText?: string;
  className?: string;
};

export function ErrorState({
  title,
  children,
  onRetry,
  retryText = 'Try again',
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={clsx('flex gap-3 rounded-m bg-bad-wash px-4 py-3.5', className)}>
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
