import { clsx } from 'clsx';
import { CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { AnswerNumber } from '#web/features/analyses/submissions/AnswerNumber.tsx';
import { answerPlace } from '#web/features/analyses/submissions/answer-place.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import type { AggregatedSection } from './aggregated-sections.ts';
import { EvidenceText } from './EvidenceText.tsx';
import { type ThemedAnalysis, Themes } from './Themes.tsx';

const BarChart = lazy(() => import('./BarChart.tsx').then((m) => ({ default: m.BarChart })));

/** Paragraphs of a text, with its quotes marked. */
export function Prose({ text, className }: { text: string; className: string }) {
  return (
    <div dir="auto" className={clsx('grid gap-2 whitespace-pre-line wrap-anywhere', className)}>
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

type AggregatedProps = { analysis: ThemedAnalysis; section: AggregatedSection };

/** The chart of one question, or its list with the themes. */
export function Aggregated({ analysis, section }: AggregatedProps) {
  if (section.kind === 'texts')
    return (
      <>
        <TextList {...section} />
        <Themes analysis={analysis} section={section} />
      </>
    );
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

/** The chooser of the points; decision, numbers and words come from rules in either case. */
export function WrittenBy({ model }: Pick<SurveyAnalysis, 'model'>) {
  return <Badge>{model === null ? 'Written without AI' : `Points chosen by ${model}`}</Badge>;
}

/** Null receipts stand for the rules' own words, and for a model's from before receipts were kept. */
export function AnalysisReceipt({ analysis }: { analysis: Pick<SurveyAnalysis, 'receipt' | 'model'> }) {
  const { receipt, model } = analysis;
  return (
    <ReceiptNote
      receipt={receipt}
      subject="survey analysis"
      withoutReceipt={
        model === null
          ? 'Everything comes from fixed rules, without a model.'
          : `Points chosen by ${model} before receipts were kept. All else comes from fixed rules.`
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

type TextListProps = Pick<Extract<AggregatedSection, { kind: 'texts' }>, 'title' | 'texts' | 'numbers'>;

/** The free-text answers to one question, each with its number where that is known. */
function TextList({ title, texts, numbers }: TextListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={title} tabIndex={0} className="relative -mx-1.5 max-h-80 overflow-y-auto rounded-s">
      {numbers.length > 0 ? (
        <ul className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
          {numbers.map((number, place) => (
            <li key={number} {...answerPlace({ title, number })} className={numbered}>
              <AnswerNumber number={number} className="mt-px justify-self-end" />
              <span dir="auto" className={words}>
                {texts[place]}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="grid list-disc gap-1.5 pr-1.5 pl-6.5 marker:text-faint">
          {texts.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same words
            <li key={index} dir="auto" className={words}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const words = 'whitespace-pre-line wrap-anywhere';

// The one that a number led to has the focus, also where it was clicked.
const numbered =
  'col-span-2 grid grid-cols-subgrid items-start rounded-s px-1.5 py-1 -outline-offset-2 outline-spark ' +
  'transition-colors duration-100 focus:bg-spark-wash focus:outline-2';
