import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './Field.tsx';

type TextAreaProps = ComponentProps<'textarea'> & {
  /** Grows with its content instead of scrolling; `rows` is then its least height. */
  autoGrow?: boolean;
};

export function TextArea({ autoGrow = false, rows = 4, className, style, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={rows}
      {...useFieldControl()}
      {...rest}
      style={autoGrow ? { minHeight: `calc(${rows}lh + 16px)`, ...style } : style}
      className={clsx(
        controlClass,
        'block px-3 py-2',
        autoGrow ? 'field-sizing-content resize-none' : 'resize-y',
        className,
      )}
    />
  );
}
