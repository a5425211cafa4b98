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
