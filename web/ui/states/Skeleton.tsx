import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** One bar in the shape of what is coming; width and height by class. */
export function Skeleton({ className = 'h-3 w-full' }: { className?: string }) {
  return <div className={clsx('animate-breathe rounded-[6px] bg-muted', className)} />;
}

type LoadingProps = { label: string; children?: ReactNode; className?: string };

/** Holds skeletons. It shows after 200 ms, so that what is fast never flickers. */
export function Loading({ label, children, className }: LoadingProps) {
  return (
    <div role="status" className={clsx('animate-late', className)}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true">{children ?? <TextSkeleton />}</div>
    </div>
  );
}

function TextSkeleton() {
  return (
    <div className="grid gap-2.5">
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-4/5" />
    </div>
  );
}
