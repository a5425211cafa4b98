import { clsx } from 'clsx';

type TimeProps = { at: string; className?: string };

/** Age of a moment at `now`, epoch milliseconds: "12 min ago", "Yesterday", "18 Nov"; the day once it is a week old. */
export function agoLabel(at: string, now: number): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return 'Not known';
  const minutes = Math.max(0, Math.floor((now - then.getTime()) / 60_000));
  const today = new Date(now);
  const days = Math.round((startOfDay(today) - startOfDay(then)) / 86_400_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (days < 1) return `${Math.floor(minutes / 60)} h ago`;
  if (days === 1) return 'Yesterday';
  if (days < 7) return `${days} days ago`;
  const year = then.getFullYear() === today.getFullYear() ? undefined : 'numeric';
  return then.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year });
}

function startOfDay(moment: Date): number {
  return new Date(moment).setHours(0, 0, 0, 0);
}

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

/** The age of a moment, and the moment itself under the pointer. */
export function Ago({ at, className }: TimeProps) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} className={clsx('tabular-nums', className)}>
      {agoLabel(at, Date.now())}
    </time>
  );
}
