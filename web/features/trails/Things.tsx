import type { ReactNode } from 'react';
import { withoutMarks } from '#shared/rules/markdown-marks.ts';

/** What was made in a step, as a list; nothing at all when there is nothing. */
export function Things({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-1 grid grid-cols-1 gap-2">
      {children}
    </ul>
  );
}

type ThingProps = { title?: string; text?: string; meta: string; children: ReactNode };

/** One thing that was made, with the ways to open it. */
export function Thing({ title, text, meta, children }: ThingProps) {
  return (
    <li className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-s bg-muted px-3 py-2">
      <div className="min-w-0 flex-[1_1_12rem]">
        {title ? (
          <p dir="auto" className="font-medium wrap-anywhere">
            {title}
          </p>
        ) : null}
        {text ? (
          <p dir="auto" className={`wrap-anywhere ${title ? 'line-clamp-1 text-soft' : 'line-clamp-2'}`}>
            {withoutMarks(text)}
          </p>
        ) : null}
        <p className="text-meta text-soft tabular-nums">{meta}</p>
      </div>
      <span className="flex min-w-0 flex-wrap gap-1">{children}</span>
    </li>
  );
}
