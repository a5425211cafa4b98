import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './Field.tsx';

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      {...useFieldControl()}
      {...rest}
      className={clsx(controlClass, 'h-control px-3', className)}
    />
  );
}
