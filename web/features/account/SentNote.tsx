import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useConfig } from '#web/api/config.ts';
import { OutboxHint } from '#web/ui/states/OutboxHint.tsx';

/** A mail on its way. Firebase sends its own, which no outbox here holds. */
export function SentNote({ children, className }: { children: ReactNode; className?: string }) {
  const { data: config } = useConfig();
  return (
    <div className={clsx('rounded-s bg-muted px-3.5 py-3 text-soft', className)}>
      <p className="wrap-anywhere">{children}</p>
      <OutboxHint href={config?.identity === 'embedded' ? config.outboxUrl : undefined} />
    </div>
  );
}
