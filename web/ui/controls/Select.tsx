import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './Field.tsx';

/** The browser's own select: smallest, and at home on every phone. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block', className)}>
      <select
        {...useFieldControl()}
        {...rest}
        className={clsx(controlClass, 'h-control appearance-none truncate pr-9 pl-3')}
      />
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
