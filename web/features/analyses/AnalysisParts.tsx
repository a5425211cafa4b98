import { CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ReceiptNote } from '#web/ui/ReceiptNote.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import type { AggregatedSection } from './aggregated-sections.ts';
import { EvidenceText } from './EvidenceText.tsx';
import { TextList } from './TextList.tsx';

const BarChart = lazy(() => import('./BarChart.tsx').then((m) => ({ default: m.BarChart })));

/** Paragraphs of a text, with its quotes marked. */
export function Prose({ text }: { text: string }) {
  return (
    <div dir="auto" className="grid gap-2 whitespace-pre-line wrap-anywhere text-soft">
      {text.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never change places
        <p key={index}>
          <EvidenceText text={paragraph} />
        </p>
      ))}
    </div>
  );
}

type PointsProps = Pick<SurveyAnalysis, 'analysis'> & { heading: 'h2' | 'h4' };

/** Key strengths and weaknesses, side by side from medium screens on. */
export function Points({ analysis: { keyStrengths, keyWeaknesses }, heading }: PointsProps) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <PointList
        title="Key Strengths"
        points={keyStrengths}
        icon={CircleCheck}
        color="text-good"
        heading={heading}
      />
      <PointList
        title="Key Weaknesses"
        points={keyWeaknesses}
        icon={TriangleAlert}
        color="text-warn"
        heading={heading}
      />
    </div>
  );
}

type PointListProps = {
  title: string;
  points: string[];
  icon: LucideIcon;
  color: string;
  heading: PointsProps['heading'];
};

function PointList({ title, points, icon: Icon, color, heading: Heading }: PointListProps) {
  return (
    <section className="min-w-0">
      <Heading className="mb-1">{title}</Heading>
      {points.length === 0 ? <p className="text-soft">None named so far.</p> : null}
      <ul className="divide-y divide-line">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5 py-2">
            <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${color}`} />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              <EvidenceText text={point} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The chart or the list of one question. */
export function Aggregated({ section }: { section: AggregatedSection }) {
  if (section.kind === 'texts') return <TextList {...section} />;
  return (
    <Suspense fallback={<ChartSkeleton />}>
      <BarChart title={section.title} counts={section.counts} />
    </Suspense>
  );
}

function ChartSkeleton() {
  return (
    <Loading label="Loading the chart">
      <Skeleton className="h-50 w-full rounded-m" />
    </Loading>
  );
}

/** What wrote the words; the numbers are computed in either case. */
export function WrittenBy({ model }: Pick<SurveyAnalysis, 'model'>) {
  return <Badge>{model === null ? 'Written without AI' : `Worded by ${model}`}</Badge>;
}

/** Null receipts stand for the rules' own words, and for a model's from before receipts were kept. */
export function AnalysisReceipt({ analysis: { receipt, model } }: { analysis: SurveyAnalysis }) {
  return (
    <ReceiptNote
      receipt={receipt}
      subject="survey analysis"
      withoutReceipt={
        model === null
          ? 'The decision, the numbers and the words come from fixed rules, without a model.'
          : `Worded by ${model} before receipts were kept. The decision and the numbers come from fixed rules.`
      }
    />
  );
}

/** "21 Nov 2026, 09:12 · Based on 23 submission(s)", the time as the reader's own place writes it. */
export function AnalysisMeta({
  created_at,
  submissionCount,
}: Pick<SurveyAnalysis, 'created_at' | 'submissionCount'>) {
  return (
    <p className="text-meta text-faint tabular-nums">
      {Number.isNaN(Date.parse(created_at)) ? null : (
        <>
          <Time at={created_at} />
          {' · '}
        </>
      )}
      Based on {submissionCount.toLocaleString()} submission(s)
    </p>
  );
}
