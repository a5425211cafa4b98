/** All in percent, 0 to 100. */
type IntervalBarProps = { low: number; high: number; share: number; line: number };

/** A share, how far off it may be, and the line it is held against. For the eye only: say the figures beside it. */
export function IntervalBar({ low, high, share, line }: IntervalBarProps) {
  return (
    <div aria-hidden="true" className="relative h-2 rounded-full bg-muted print:[print-color-adjust:exact]">
      <span
        className="absolute inset-y-0 origin-left animate-grow rounded-full bg-spark/35"
        style={{ left: `${low}%`, width: `${high - low}%` }}
      />
      <span
        className="absolute -inset-y-[3px] w-[3px] -translate-x-1/2 rounded-[2px] bg-spark"
        style={{ left: `${share}%` }}
      />
      <span
        className="absolute -inset-y-[5px] border-l-[1.5px] border-dashed border-faint"
        style={{ left: `${line}%` }}
      />
    </div>
  );
}
