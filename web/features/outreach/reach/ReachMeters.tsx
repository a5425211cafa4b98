import type { Reach } from '#shared/contracts/reach.ts';

/** Each count against the target. */
export function ReachMeters({ reach }: { reach: Reach }) {
  return (
    <dl className="mt-4 grid grid-cols-1 gap-3">
      {meters.map(({ name, label }) => (
        <Meter key={name} label={label} count={reach[name]} target={reach.target} />
      ))}
    </dl>
  );
}

const meters = [
  { name: 'visits', label: 'Visits' },
  { name: 'signUps', label: 'Sign-ups' },
  { name: 'surveyAnswers', label: 'Survey answers' },
  { name: 'qualifiedAnswers', label: 'Qualified answers' },
] as const;

function Meter({ label, count, target }: { label: string; count: number; target: number }) {
  const share = target > 0 ? Math.min(1, count / target) : 0;
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-3">
      <dt className="text-soft">{label}</dt>
      <dd className="tabular-nums">
        <span className="font-medium">{count.toLocaleString()}</span>
        <span className="text-meta text-faint"> of {target.toLocaleString()}</span>
      </dd>
      <dd aria-hidden="true" className="col-span-2 mt-1 h-1.5 overflow-hidden rounded-full bg-muted">
        <div className="h-full rounded-full bg-spark" style={{ width: `${share * 100}%` }} />
      </dd>
    </div>
  );
}
