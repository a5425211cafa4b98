import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

type CheckboxProps = ComponentProps<'input'> & { label: ReactNode };

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={clsx(
        'flex min-h-8 w-fit items-start gap-2.5 py-1.5 pointer-coarse:min-h-11 pointer-coarse:py-3',
        className,
      )}
    >
      <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center">
        <input
          type="checkbox"
          {...rest}
          className="peer absolute inset-0 appearance-none rounded-[5px] bg-card inset-ring inset-ring-edge checked:bg-primary checked:inset-ring-primary disabled:opacity-50"
        />
        <Check
          size={12}
          strokeWidth={3}
          aria-hidden="true"
          className="pointer-events-none relative hidden text-on-primary peer-checked:block"
        />
      </span>
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
