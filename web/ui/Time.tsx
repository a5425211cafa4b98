import { clsx } from 'clsx';

type TimeProps = { at: string; className?: string };

/** Age of a moment at `now`, epoch milliseconds: "12 min ago", "Yesterday", "18 Nov"; the day once it is a week old. */
export function agoLabel(at: string, now: number): string {
  const then = new Date(at);
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

/** How long ago a moment was: "12 min ago"; the moment itself under the pointer. */
export function Ago({ at, className }: TimeProps) {
  const minutes = Math.floor((Date.now() - Date.parse(at)) / 60_000);
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} className={clsx('tabular-nums', className)}>
      {agoText(minutes)}
    </time>
  );
}

function agoText(minutes: number): string {
  if (Number.isNaN(minutes)) return 'Not known';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / 60 / 24);
  return days === 1 ? '1 day ago' : `${days.toLocaleString()} days ago`;
}
