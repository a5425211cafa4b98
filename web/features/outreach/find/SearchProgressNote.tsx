import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { SourceReport } from '#shared/contracts/conversation-sources.ts';
import type { SearchProgress } from '#shared/contracts/opportunities.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { outcomeLine, wasAsked } from './opportunity-labels.ts';
import type { RunningSearch } from './use-search.ts';

/** Progress of the search at each place. */
export function SearchProgressNote({ running }: { running: RunningSearch }) {
  const { sources } = running;
  return (
    <div className="mt-5 rounded-m bg-muted px-4 py-3.5">
      <p role="status" className="font-medium tabular-nums">
        {progressText(running)}
      </p>
      {sources.length > 0 ? (
        <ul className="mt-2 grid gap-1.5">
          {sources.map((progress) => (
            <li key={`${progress.source} ${progress.host}`} className="flex gap-2">
              <SourceLine {...progress} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** One host: its name, what it did, and why when that is not all. */
export function SourceLine({ source, host, report }: SearchProgress) {
  const name = sourceLabels[source] ?? source;
  return (
    <>
      <span className="grid h-5 w-4 shrink-0 place-items-center">
        <OutcomeIcon outcome={report?.outcome ?? null} />
      </span>
      <span className="min-w-0 wrap-anywhere">
        {name}
        {host === name ? null : <span className="text-faint"> ({host})</span>}: {outcomeLine(report)}
        {report?.message ? <span className="text-soft"> · {report.message}</span> : null}
      </span>
    </>
  );
}

function OutcomeIcon({ outcome }: { outcome: SourceReport['outcome'] | null }) {
  if (outcome === null) return <Spinner className="size-3!" />;
  if (outcome === 'failed') return <TriangleAlert size={14} aria-hidden="true" className="text-bad" />;
  const isAnswer = outcome === 'answered' || outcome === 'cached';
  return isAnswer ? (
    <Check size={14} aria-hidden="true" className="text-good" />
  ) : (
    <Clock size={14} aria-hidden="true" className="text-warn" />
  );
}

function progressText({ sources, isRanking }: RunningSearch): string {
  if (isRanking) return 'All places are done. Reading and ranking what they gave.';
  if (sources.length === 0) return 'Your description is sent.';
  const asked = sources.filter(({ report }) => report === null || wasAsked(report));
  const done = asked.filter(({ report }) => report !== null).length;
  const places = asked.length === 1 ? '1 place' : `${asked.length} places`;
  return `Asking ${places}; ${done} done so far.`;
}
