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
      className={clsx('group min-w-0', className)}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-s text-soft hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 transition-transform duration-100 group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="mt-1 grid min-w-0 grid-cols-1 gap-2 pl-4.5">{children}</div>
    </details>
  );
}
