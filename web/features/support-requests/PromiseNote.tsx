import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { AnswerPromise } from '#shared/contracts/support-requests.ts';
import { type PromiseReader, type PromiseTone, promiseWords } from './promise-words.ts';
import { useNow } from './use-now.ts';

type PromiseNoteProps = {
  promise: AnswerPromise;
  /** When support works, in words; absent where that is always. */
  hours?: string | undefined;
  /** Whom it speaks to; the customer when absent. */
  reader?: PromiseReader;
  /** Nothing is due any more then; what was kept or broken stays. */
  isResolved?: boolean;
  className?: string;
};

const looks: Record<PromiseTone, { icon: LucideIcon; classes: string }> = {
  waiting: { icon: Clock, classes: 'text-soft' },
  paused: { icon: CirclePause, classes: 'text-soft' },
  kept: { icon: CircleCheck, classes: 'text-good' },
  late: { icon: TriangleAlert, classes: 'text-bad' },
};

/** What became of the promise of a first answer, in the reader's own time zone; counts down by the minute. */
export function PromiseNote(props: PromiseNoteProps) {
  const { promise, hours, reader = 'customer', isResolved = false, className } = props;
  const now = useNow();
  const words = promiseWords(promise, now, reader, hours);
  const isCounting = promise.state === 'running' || promise.state === 'paused';
  if (!words || (isCounting && isResolved)) return null;
  const { icon: Icon, classes } = looks[words.tone];
  return (
    <div className={clsx('min-w-0 text-meta', className)}>
      <p className={clsx('flex gap-1.5 tabular-nums', classes)}>
        <Icon size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{words.text}</span>
      </p>
      {hours && isCounting ? <p className="pl-5 text-faint">Only working hours count: {hours}.</p> : null}
    </div>
  );
}
