import type { FoundOpportunities } from '#shared/contracts/opportunities.ts';
import { hasAnswered, leftOutLine, wasAsked } from './opportunity-labels.ts';
import { SourceLine } from './SearchProgressNote.tsx';

/** Queries, the report of each place, and the conversations left out with their reasons. */
export function SearchReport({ found }: { found: FoundOpportunities }) {
  const { opportunities, sources, searchedFor, considered, leftOut } = found;
  const asked = sources.filter(wasAsked);
  const short = asked.filter((report) => !hasAnswered(report)).length;
  const without = leftOut.filter(({ count }) => count > 0);
  return (
    <details open={opportunities.length === 0} className="mt-5 border-t border-line pt-4">
      <summary className="w-fit cursor-pointer rounded-s font-medium">
        What was asked, and what was left out
        {short > 0 ? (
          <span className="font-normal text-soft">
            {' '}
            · {short} of {asked.length} places did not answer
          </span>
        ) : null}
      </summary>
      <div className="mt-3 grid gap-4 text-soft">
        <section aria-label="Asked for">
          <p className="font-medium text-ink">Asked for</p>
          <p dir="auto" className="wrap-anywhere">
            {searchedFor.length > 0 ? searchedFor.map((phrase) => `“${phrase}”`).join(', ') : 'Nothing.'}
          </p>
        </section>
        <section aria-label="Places">
          <p className="font-medium text-ink">Places</p>
          <ul className="grid gap-1.5">
            {sources.map((report) => (
              <li key={`${report.source} ${report.host}`} className="flex gap-2">
                <SourceLine source={report.source} host={report.host} report={report} />
              </li>
            ))}
          </ul>
        </section>
        <section aria-label="Left out">
          <p className="font-medium text-ink">Left out</p>
          {without.length === 0 ? (
            <p>{considered === 0 ? 'Nothing: no place gave a post.' : 'Nothing.'}</p>
          ) : (
            <ul className="list-disc pl-5 tabular-nums">
              {without.map((entry) => (
                <li key={entry.reason}>{leftOutLine(entry)}</li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </details>
  );
}
