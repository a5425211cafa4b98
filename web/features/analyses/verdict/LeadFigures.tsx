import type { Figure } from '#shared/contracts/analyses.ts';
import { IntervalBar } from '#web/ui/IntervalBar.tsx';

type LeadFiguresProps = { figures: Figure[]; line: number };

const mostLeading = 3;

/** The first three figures: counts with their ranges, held against the line. */
export function LeadFigures({ figures, line }: LeadFiguresProps) {
  const counted = figures.filter((figure) => figure.counted > 0).slice(0, mostLeading);
  if (counted.length === 0) return null;
  return (
    <ul className="grid divide-line border-y border-line max-sm:divide-y sm:auto-cols-fr sm:grid-flow-col sm:grid-rows-[repeat(4,auto)] sm:divide-x">
      {counted.map((figure, position) => (
        <li
          key={figure.question}
          className="grid content-start gap-2 py-4 sm:row-span-4 sm:grid-rows-subgrid sm:px-5 sm:first:pl-0 sm:last:pr-0"
        >
          <p className="text-soft">
            <strong className="text-title text-ink tabular-nums">{figure.has.toLocaleString()}</strong>{' '}
            <span className="tabular-nums">of {figure.counted.toLocaleString()}</span>
          </p>
          <p dir="auto" className="wrap-anywhere" title={figure.question}>
            {figure.options.join(' · ')}
          </p>
          <IntervalBar
            low={figure.low}
            high={figure.high}
            share={(figure.has / figure.counted) * 100}
            line={line}
          />
          <p className="flex justify-between gap-3 text-meta text-faint tabular-nums">
            <span>
              {figure.low}–{figure.high} %
            </span>
            {position === 0 ? <span>line: {line} %</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
