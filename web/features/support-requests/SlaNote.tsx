import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { AnswerSla } from '#shared/contracts/support-requests/support-requests.ts';
import { clockTime, dayAndTime, durationLabel, useNow } from './time.ts';

type SlaNoteProps = {
  due: AnswerSla;
  /** When support works, in words; absent where that is always. */
  hours?: string | undefined;
  /** Reader of the note; the customer when absent. */
  reader?: SlaReader;
  /** True when no answer is due any more; a met or breached SLA still shows. */
  isResolved?: boolean;
  className?: string;
};

const looks: Record<SlaTone, { icon: LucideIcon; classes: string }> = {
  waiting: { icon: Clock, classes: 'text-soft' },
  paused: { icon: CirclePause, classes: 'text-soft' },
  met: { icon: CircleCheck, classes: 'text-good' },
  late: { icon: TriangleAlert, classes: 'text-bad' },
};

/** Status of the first answer's SLA, in the reader's own time zone; counts down by the minute. */
export function SlaNote(props: SlaNoteProps) {
  const { due, hours, reader = 'customer', isResolved = false, className } = props;
  const now = useNow();
  const label = slaLabel(due, now, reader, hours);
  const isCounting = due.state === 'running' || due.state === 'paused';
  if (!label || (isCounting && isResolved)) return null;
  const { icon: Icon, classes } = looks[label.tone];
  return (
    <div className={clsx('min-w-0 text-meta', className)}>
      <p className={clsx('flex gap-1.5 tabular-nums', classes)}>
        <Icon size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{label.text}</span>
      </p>
      {hours && isCounting ? (
        <p className="pl-5 text-faint">
          Only working hours count: {hours}.{zoneNote(hours)}
        </p>
      ) : null}
    </div>
  );
}

/** Names the reader's own zone where the hours name another. */
function zoneNote(hours: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return hours.includes(timeZone) ? '' : ` Your time: ${timeZone}.`;
}

type SlaReader = 'customer' | 'agent';
type SlaTone = 'waiting' | 'paused' | 'met' | 'late';
type SlaLabel = { text: string; tone: SlaTone };

/**
 * Label of an SLA at `now` (epoch milliseconds), from what the server has said alone; null for a state that this
 * page does not know.
 */
function slaLabel(
  due: AnswerSla,
  now: number,
  reader: SlaReader,
  /** When support works, in words; absent where that is always, and time is time. */
  hours?: string,
): SlaLabel | null {
  switch (due.state) {
    case 'running':
      return running(due, now);
    case 'paused':
      return { text: pausedText(due, reader, hours), tone: 'paused' };
    case 'kept':
      return { text: metText(due, now), tone: 'met' };
    case 'broken':
      return { text: brokenText(due, now, reader), tone: 'late' };
    default:
      return null;
  }
}

function running({ dueAt, hours }: AnswerSla, now: number): SlaLabel {
  if (!dueAt) return { text: `Answer due within ${durationLabel(hours * hourMs)}`, tone: 'waiting' };
  const left = Date.parse(dueAt) - now;
  const due = dayAndTime(dueAt, now);
  // The server decides on a breach: this clock may be wrong.
  if (left <= 0) return { text: `The answer was due ${due} and has not come yet`, tone: 'late' };
  return { text: `Answer due ${due} (in ${durationLabel(left)})`, tone: 'waiting' };
}

function pausedText({ remainingMs }: AnswerSla, reader: SlaReader, hours?: string): string {
  const paused = `Paused while we wait for ${reader === 'customer' ? 'you' : 'the customer'}`;
  if (remainingMs === null) return paused;
  return `${paused}: ${durationLabel(remainingMs)}${hours ? ' of working time' : ''} left`;
}

function metText({ answeredAt }: AnswerSla, now: number): string {
  if (!answeredAt) return 'Answered in time';
  const moment = dayAndTime(answeredAt, now);
  return `Answered in time, ${moment.startsWith('today') ? clockTime(answeredAt) : moment}`;
}

function brokenText(due: AnswerSla, now: number, reader: SlaReader): string {
  const { dueAt, answeredAt, requestGivenBack } = due;
  const wasDue = dueAt ? `the answer was due ${dayAndTime(dueAt, now)}` : 'the answer did not come in time';
  const text = answeredAt
    ? `We were late: ${wasDue} and came ${dayAndTime(answeredAt, now)}.`
    : `We are late: ${wasDue}.`;
  if (!requestGivenBack) return text;
  return `${text} ${reader === 'customer' ? 'You have' : 'The customer has'} one request back.`;
}

const hourMs = 3_600_000;
