import type { OptionCount } from '#shared/contracts/surveys/analyses.ts';

type BarChartProps = { title: string; counts: OptionCount[] };

const height = 200;
const top = 18;
const bottom = 36;
const widest = 64;

/** Counts by name: 200 high, full width, whole numbers (specification 2 and 9), and the same as a table. */
export function BarChart({ title, counts }: BarChartProps) {
  const ticks = integerTicks(Math.max(...counts.map(({ count }) => count)));
  const highest = ticks.at(-1) ?? 1;
  return (
    <figure>
      <div className="relative pl-8" aria-hidden="true">
        <svg width="100%" height={height} className="block overflow-visible" role="presentation">
          <Axis ticks={ticks} highest={highest} />
          <Bars counts={counts} highest={highest} />
        </svg>
        <ol
          className="absolute inset-x-0 bottom-0 left-8 flex h-8"
          style={{ fontSize: 11, lineHeight: '14px' }}
        >
          {counts.map(({ name }) => (
            <li key={name} title={name} className="min-w-0 flex-1 px-0.5 text-center text-soft">
              <span className="line-clamp-2 wrap-anywhere" dir="auto">
                {name}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <CountTable title={title} counts={counts} />
    </figure>
  );
}

function Axis({ ticks, highest }: { ticks: number[]; highest: number }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1="0" x2="100%" y1={place(tick, highest)} y2={place(tick, highest)} className="stroke-line" />
      <text
        x={-8}
        y={place(tick, highest) + 4}
        textAnchor="end"
        className="fill-faint text-[11px] tabular-nums"
      >
        {tick.toLocaleString()}
      </text>
    </g>
  ));
}

function Bars({ counts, highest }: { counts: OptionCount[]; highest: number }) {
  const room = 100 / counts.length;
  return counts.map(({ name, count }, index) => {
    const y = place(count, highest);
    const middle = room * (index + 0.5);
    const half = `min(${room * 0.31}%, ${widest / 2}px)`;
    const across = { x: `calc(${middle}% - ${half})`, width: `calc(2 * ${half})` };
    return (
      <g key={name}>
        <title>{`${name}: ${count.toLocaleString()}`}</title>
        <rect y={y} height={Math.max(0, height - bottom - y)} style={across} className="fill-spark/30" />
        <rect y={y - 1} height={count > 0 ? 2.5 : 0} style={across} className="fill-spark" />
        <text
          x={`${middle}%`}
          y={y - 6}
          textAnchor="middle"
          className="fill-ink text-[11px] font-medium tabular-nums"
        >
          {count.toLocaleString()}
        </text>
      </g>
    );
  });
}

function place(count: number, highest: number): number {
  return height - bottom - (Math.max(0, count) / highest) * (height - bottom - top);
}

/** For people who can't see the bars, and for phones, where the names under them are cut. */
function CountTable({ title, counts }: BarChartProps) {
  return (
    <table className="mt-2 w-full text-meta sm:sr-only">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Answer</th>
          <th scope="col">Count</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ name, count }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" dir="auto" className="py-1 pr-3 text-start font-normal wrap-anywhere text-soft">
              {name}
            </th>
            <td className="py-1 text-end tabular-nums">{count.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const mostSteps = 4;

/** Whole numbers for an axis, from 0 to at least `highest`, evenly apart and at most five of them. */
export function integerTicks(highest: number): number[] {
  const step = stepFor(Math.max(1, Math.ceil(highest)));
  const top = Math.max(1, Math.ceil(highest / step)) * step;
  return Array.from({ length: top / step + 1 }, (_, index) => index * step);
}

function stepFor(highest: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((size) => highest <= size * mostSteps);
    if (step) return step;
  }
}
