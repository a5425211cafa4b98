import { clsx } from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';

type FoldProps = {
  title: ReactNode;
  children: ReactNode;
  className?: string;
  onToggle?: (isOpen: boolean) => void;
};

/** Details that open below their title. */
export function Fold({ title, children, className, onToggle }: FoldProps) {
  return (
    <details
      className={clsx('min-w-0', className)}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-s text-soft hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 transition-transform duration-100 [[open]>summary>&]:rotate-90"
        />
        {title}
      </summary>
      <div className="mt-1 grid min-w-0 grid-cols-1 gap-2 pl-4.5">{children}</div>
    </details>
  );
}

type FoldRowProps = {
  title: ReactNode;
  /** The best line of what is inside, while it is folded. */
  line: ReactNode;
  /** How much is inside. */
  count?: number;
  children: ReactNode;
  onToggle?: (isOpen: boolean) => void;
};

/** A fold as a row of a list: its title, its best line and a number. */
export function FoldRow({ title, line, count, children, onToggle }: FoldRowProps) {
  return (
    <details className="group/row min-w-0" onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-2 gap-y-0.5 rounded-s py-2 max-sm:flex-wrap [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 text-faint transition-transform duration-100 group-open/row:rotate-90"
        />
        <span className="font-medium sm:w-44 sm:shrink-0">{title}</span>
        <span className="min-w-0 grow truncate text-soft group-open/row:invisible max-sm:order-1 max-sm:basis-full max-sm:pl-5.5 max-sm:group-open/row:hidden">
          {line}
        </span>
        {count === undefined ? null : (
          <span className="text-meta text-faint tabular-nums max-sm:ml-auto">{count.toLocaleString()}</span>
        )}
      </summary>
      <div className="grid min-w-0 grid-cols-1 gap-3 pt-1 pb-5 pl-5.5">{children}</div>
    </details>
  );
}
