import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { SourceReport } from '#shared/contracts/outreach/conversation-sources.ts';
import type { FoundOpportunities, SearchProgress } from '#shared/contracts/outreach/opportunities.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { outcomeLabels, reasonLabel } from '#web/features/outreach/source-labels.ts';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import type { RunningSearch } from './use-search.ts';

/** Progress of the search at each place. */
export function SearchProgressNote({ running }: { running: RunningSearch }) {
  const { sources } = running;
  return (
    <div className="mt-5 rounded-m bg-muted px-4 py-3.5">
      <p role="status" className="font-medium tabular-nums">
        {progressLabel(running)}
      </p>
      {sources.length > 0 ? <SourceList sources={sources} className="mt-2" /> : null}
    </div>
  );
}

function progressLabel({ sources, isRanking }: RunningSearch): string {
  if (isRanking) return 'All places are done. Reading and ranking what they gave.';
  if (sources.length === 0) return 'Your description is sent.';
  const asked = sources.filter(({ report }) => report === null || wasAsked(report));
  const done = asked.filter(({ report }) => report !== null).length;
  const places = asked.length === 1 ? '1 place' : `${asked.length} places`;
  return `Asking ${places}; ${done} done so far.`;
}

/** Author of the ranking, the queries, and the report of each place. */
export function SearchReport({ found }: { found: FoundOpportunities }) {
  const { opportunities, sources, searchedFor, considered, model } = found;
  const asked = sources.filter(wasAsked);
  const silent = asked.filter((report) => !hasAnswered(report)).length;
  const silence = silent > 0 ? ` · ${silent} of ${asked.length} places did not answer` : '';
  return (
    <details open={opportunities.length === 0} className="mt-3 border-t border-line pt-4 text-meta">
      <summary className="w-fit cursor-pointer rounded-s text-soft wrap-anywhere">
        {`${model === null ? 'Written without AI' : `Read and ranked by ${model}`} · How?${silence}`}
      </summary>
      <div className="mt-3 grid gap-4 text-soft">
        <p>
          {`${opportunities.length.toLocaleString()} of ${considered.toLocaleString()} different ${considered === 1 ? 'post' : 'posts'}.`}
        </p>
        <section aria-label="Asked for">
          <p className="font-medium text-ink">Asked for</p>
          <p dir="auto" className="wrap-anywhere">
            {searchedFor.length > 0 ? searchedFor.map((phrase) => `“${phrase}”`).join(', ') : 'Nothing.'}
          </p>
        </section>
        <section aria-label="Places">
          <p className="font-medium text-ink">Places</p>
          <SourceList sources={sources.map((report) => ({ ...report, report }))} />
        </section>
      </div>
    </details>
  );
}

/** Each host: its name, its outcome, and the reason when that is not all. */
function SourceList({ sources, className = '' }: { sources: SearchProgress[]; className?: string }) {
  return (
    <ul className={`${className} grid gap-1.5`}>
      {sources.map(({ source, host, report }) => {
        const name = sourceLabels[source] ?? source;
        return (
          <li key={`${source} ${host}`} className="flex gap-2">
            <span className="grid h-5 w-4 shrink-0 place-items-center">
              <OutcomeIcon report={report} />
            </span>
            <span className="min-w-0 wrap-anywhere">
              {name}
              <span className="text-faint">{host === name ? null : ` (${host})`}</span>:{' '}
              {outcomeLabel(report)}
              {report?.reason ? <span className="text-soft"> · {reasonLabel(report)}</span> : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function OutcomeIcon({ report }: { report: SourceReport | null }) {
  if (report === null) return <Spinner className="size-3!" />;
  if (report.outcome === 'failed') return <TriangleAlert size={14} aria-hidden="true" className="text-bad" />;
  return hasAnswered(report) ? (
    <Check size={14} aria-hidden="true" className="text-good" />
  ) : (
    <Clock size={14} aria-hidden="true" className="text-warn" />
  );
}

/** Result of one host's request; null while it is running. */
function outcomeLabel(report: SourceReport | null): string {
  if (!report) return 'asking';
  const { outcome, found } = report;
  if (!wasAsked(report)) return 'not asked';
  const label = (outcomeLabels[outcome] ?? outcome).toLowerCase();
  const posts = found === 1 ? '1 post' : `${found.toLocaleString()} posts`;
  if (hasAnswered(report)) return `${label}, ${posts}`;
  if (found === 0) return label;
  return outcome === 'failed' ? `${label}, ${posts} before that` : `${label}, ${posts} so far`;
}

/** False for a place that lacks an address or an account. */
function wasAsked({ outcome }: SourceReport): boolean {
  return outcome !== 'not-configured';
}

export function hasAnswered({ outcome }: SourceReport): boolean {
  return outcome === 'answered' || outcome === 'cached';
}
