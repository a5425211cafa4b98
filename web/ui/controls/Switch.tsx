import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode; help?: ReactNode };

/** On or off. It takes effect at once, unless it is in a form with a button that saves it. */
export function Switch({ label, help, className, ...rest }: SwitchProps) {
  return (
    <label className={clsx('flex items-start gap-3 py-1.5 pointer-coarse:py-3', className)}>
      <span className="relative inline-flex h-5 w-9 shrink-0">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state itself
          role="switch"
          {...rest}
          className="peer size-full appearance-none rounded-full bg-edge transition-colors duration-100 checked:bg-primary disabled:opacity-50"
        />
        <span className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-card transition-transform duration-100 peer-checked:translate-x-4 peer-checked:bg-on-primary" />
      </span>
      <span className="min-w-0">
        <span className="font-medium">{label}</span>
        {help ? <span className="block text-meta text-faint">{help}</span> : null}
      </span>
    </label>
  );
}
