import type { ReactNode } from 'react';

/** A text to read that scrolls by itself, so the keyboard has to reach it. */
export function Reader({ label, children }: { label: string; children: ReactNode }) {
  const reading = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <div
      {...reading}
      dir="auto"
      className="max-h-96 min-w-0 overflow-y-auto rounded-s bg-muted px-3 py-2.5 whitespace-pre-wrap wrap-anywhere"
    >
      {children}
    </div>
  );
}
