import { clsx } from 'clsx';

type TimeProps = { at: string; className?: string };

/** A moment as the reader's own place writes it: "21 Nov 2026, 09:12". */
export function Time({ at, className }: TimeProps) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return 'Not known';
  return (
    <time dateTime={at} className={clsx('tabular-nums', className)}>
      {time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
