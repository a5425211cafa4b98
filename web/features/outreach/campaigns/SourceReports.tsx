import type { SourceReport } from '#shared/contracts/conversation-sources.ts';
import { placeName } from '#shared/rules/place-name.ts';
import { Fold } from '#web/features/outreach/Fold.tsx';
import { outcomeWords } from '#web/features/outreach/outcome-words.ts';
import { Badge } from '#web/ui/Badge.tsx';

/** What each source did when the campaign listened last. */
export function SourceReports({ reports }: { reports: SourceReport[] }) {
  if (reports.length === 0) return null;
  const failed = reports.filter(({ outcome }) => outcome === 'failed').length;
  const title =
    failed === 0 ? `Sources (${reports.length})` : `Sources (${failed} of ${reports.length} failed)`;
  return (
    <Fold title={title}>
      <ul className="grid grid-cols-1 gap-2">
        {reports.map((report) => (
          <li key={`${report.source} ${report.host}`} className="min-w-0">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 wrap-anywhere">{placeName({ ...report, community: null })}</span>
              <Badge tone={tones[report.outcome]}>{outcomeWords[report.outcome]}</Badge>
            </div>
            <p className="text-meta text-faint wrap-anywhere">
              {report.found.toLocaleString()} {report.found === 1 ? 'post' : 'posts'}. {report.message}
            </p>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

const tones = {
  answered: 'good',
  cached: 'good',
  waiting: 'warn',
  failed: 'bad',
  'not-configured': 'neutral',
} as const;
