import type { Signal } from '#shared/contracts/analyses.ts';
import { IntervalBar } from '#web/ui/IntervalBar.tsx';

type SignalsProps = { signals: Signal[]; line: number };

/** What the verdict rests on: each signal's 95 % interval beside the line that was fixed beforehand. */
export function Signals({ signals, line }: SignalsProps) {
  const answered = signals.filter((signal) => signal.answered > 0);
  if (answered.length === 0) return null;
  return (
    <div>
      <ul className="divide-y divide-line">
        {answered.map((signal) => (
          <li
            key={signal.question}
            className="grid gap-x-4 gap-y-2 py-2.5 sm:grid-cols-[minmax(0,14rem)_1fr_5.5rem] sm:items-center"
          >
            <span className="line-clamp-2 text-[0.8125rem] leading-4.5" title={signal.question} dir="auto">
              {signal.question}
            </span>
            <IntervalBar
              low={signal.low}
              high={signal.high}
              share={(signal.showed / signal.answered) * 100}
              line={line}
            />
            <span className="text-meta text-faint tabular-nums sm:text-right">
              {signal.low}–{signal.high} %<span className="sm:hidden"> · </span>
              <span className="sm:block">{spoken(signal)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-meta text-faint">
        Bars show where the true share lies in 95 of 100 such surveys; the dashed line is {line} %, fixed
        before the first answer.
      </p>
    </div>
  );
}

function spoken({ showed, answered }: Signal): string {
  return `${showed.toLocaleString()} of ${answered.toLocaleString()}`;
}
