import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { citedParts } from '#shared/rules/surveys/cited-parts.ts';
import { TextArea } from '#web/ui/controls/TextArea.tsx';

type CitedTextAreaProps = Omit<ComponentProps<'textarea'>, 'value'> & { value: string };

/** A line that grows with its text, with the citations in it marked. */
export function CitedTextArea({ value, className, ...rest }: CitedTextAreaProps) {
  const parts = citedParts(value);
  return (
    <div className="relative rounded-s bg-card">
      {parts.some(({ kind }) => kind !== 'text') ? (
        <div
          aria-hidden="true"
          dir="auto"
          className={clsx(
            'pointer-events-none absolute inset-0 overflow-hidden px-3 py-2 text-sm leading-5 whitespace-pre-wrap text-transparent wrap-anywhere pointer-coarse:text-base',
            className,
          )}
        >
          {parts.map((part, at) =>
            part.kind === 'text' ? (
              part.text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
              <mark key={at} className="rounded-[5px] bg-spark-wash text-transparent box-decoration-clone">
                {part.text}
              </mark>
            ),
          )}
        </div>
      ) : null}
      <TextArea
        rows={1}
        autoGrow
        value={value}
        {...rest}
        className={clsx('relative bg-transparent! leading-5 wrap-anywhere', className)}
      />
    </div>
  );
}
