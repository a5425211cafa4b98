import { clsx } from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { type ButtonLook, buttonClass } from './button-class.ts';

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Icon before the text; the spinner replaces it while busy. */
    icon?: ReactNode;
    /** Work is under way: clicks do nothing, but the focus stays. */
    busy?: boolean;
    /** Label while busy. */
    busyText?: string;
  };

export function Button(props: ButtonProps) {
  const { variant, size, icon, busy = false, busyText, children, className, onClick, ...rest } = props;
  const text = busy && busyText ? busyText : children;
  const other = busy ? children : busyText;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? swallow : onClick}
      className={buttonClass({ variant, size }, clsx(busy && 'cursor-progress!', className))}
    >
      <span
        data-other={typeof other === 'string' ? other : undefined}
        className={clsx(
          'inline-grid justify-items-center',
          other && reserve,
          (icon || !busy) && 'after:pl-6',
        )}
      >
        <span className="inline-flex items-center gap-2">
          {busy ? <Spinner /> : icon}
          {text}
        </span>
      </span>
    </button>
  );
}

// The text that is not shown holds its room open, so that the button never changes its width.
const reserve = 'after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-other)]';

// A disabled button would drop the focus; this one keeps it and still stops its form.
function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}
