import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A button that reads as underlined words, for the small ways beside the one that matters. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(
        'rounded-s text-soft underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11',
        className,
      )}
    />
  );
}
