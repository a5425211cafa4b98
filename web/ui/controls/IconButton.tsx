import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

type IconButtonProps = ComponentProps<'button'> & { 'aria-label': string };

/** A square button that shows only an icon, so its name has to be said. */
export function IconButton({ className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(
        'inline-grid size-control shrink-0 place-items-center rounded-s text-soft transition-colors duration-100',
        'hover:bg-muted hover:text-ink disabled:opacity-50 print:hidden',
        className,
      )}
    />
  );
}
