import { clsx } from 'clsx';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Figure, SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import type { SharedResults } from '#shared/contracts/surveys/results-links.ts';
import { uncountedWords } from '#shared/rules/verdict/figure-words.ts';
import { markProblemTexts } from '#shared/rules/verdict/marks.ts';
import { Card } from '#web/ui/Card.tsx';
import { IntervalBar } from '#web/ui/IntervalBar.tsx';
import { FoldRow } from '#web/ui/overlays/Fold.tsx';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import { AllAnswersRow } from './answers/AllAnswersRow.tsx';
import { AnalysisHeading, AnalysisMeta, SentimentBadge, WrittenBy } from './SurveyAnalysisCard.tsx';
import { answerScope } from './submissions/AnswerLink.tsx';
import { type AggregatedSection, aggregatedSections, listedAnswers } from './verdict/aggregated-sections.ts';
import { EvidenceText, ListedAnswers } from './verdict/EvidenceText.tsx';
import { HowDecided, isDecided } from './verdict/HowDecided.tsx';
import { Aggregated } from './verdict/QuestionResults.tsx';

type SurveyResultsProps = {
  analysis: SharedResults;
  /** Its owner's only: buttons beside the idea, the one thing to do next, and every answer. */
  actions?: ReactNode;
  next?: ReactNode;
  submissions?: ReactNode;
};

/** A survey's results on a page of their own (specification 2, Results page). */
export function SurveyResults({ analysis: result, actions, next, submissions }: SurveyResultsProps) {
  const { idea, analysis, figures, line, model } = result;
  const sections = aggregatedSections(result.aggregatedData, result.questionOrder, result.textNumbers);
  const rows = useUnfoldedInPrint();
  return (
    <ListedAnswers value={listedAnswers(sections)}>
      <div {...answerScope} className="grid grid-cols-1 gap-7">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h1 className="min-w-0 flex-[1_1_11rem] text-base font-medium wrap-anywhere" dir="auto">
            {idea}
          </h1>
          {actions}
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
          <div className="grid min-w-0 flex-[1_1_22rem] gap-4">
            <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
              <h2 className="text-6xl leading-none font-semibold tracking-[-0.045em] sm:text-8xl">
                <span className="sr-only">Decision: </span>
                {analysis.goNoGoDecision}
              </h2>
              <SentimentBadge sentiment={analysis.sentiment} />
            </div>
            <section>
              <h3 className="sr-only">Summary</h3>
              <Summary text={analysis.summary} subject={figures[0]?.subject ?? ''} />
            </section>
          </div>
          {next}
        </div>
        <LeadFigures figures={figures} line={line} />
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <AnalysisMeta {...result} />
            <WrittenBy model={model} />
          </div>
          <BaseNote analysis={result} />
        </div>
        <div ref={rows} className="divide-y divide-line border-y border-line">
          <PointRow kind="strengths" points={analysis.keyStrengths} />
          <PointRow kind="weaknesses" points={analysis.keyWeaknesses} />
          <FoldRow
            title={<h2 className="text-sm">Reasoning</h2>}
            line={firstSentence(analysis.recommendationReasoning)}
          >
            <Prose text={analysis.recommendationReasoning} className="max-w-[75ch] text-soft" />
            <HowDecided analysis={result} />
            <AnalysisReceipt analysis={result} />
          </FoldRow>
          <FoldRow title={<h2 className="text-sm">Every question</h2>} line="Charts" count={sections.length}>
            <div className="grid grid-flow-dense grid-cols-1 gap-4 lg:grid-cols-2">
              {sections.map((section) => (
                <Card key={section.title} className={clsx('min-w-0', isWide(section) && 'lg:col-span-2')}>
                  <h3 dir="auto" className="mb-2.5 text-base wrap-anywhere">
                    {section.title}
                  </h3>
                  <Aggregated analysis={result} section={section} />
                </Card>
              ))}
            </div>
          </FoldRow>
          {submissions}
        </div>
      </div>
    </ListedAnswers>
  );
}

/** Opens the folded rows of a list while the page is printed: paper can't be unfolded. */
function useUnfoldedInPrint() {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const unfold = () => {
      const rows = [...(list.current?.children ?? [])];
      opened = rows.filter(
        (row): row is HTMLDetailsElement => row instanceof HTMLDetailsElement && !row.open,
      );
      for (const row of opened) row.open = true;
    };
    const fold = () => {
      for (const row of opened) row.open = false;
    };
    addEventListener('beforeprint', unfold);
    addEventListener('afterprint', fold);
    return () => {
      removeEventListener('beforeprint', unfold);
      removeEventListener('afterprint', fold);
    };
  }, []);
  return list;
}

/** The summary, with how many have the problem in bold. */
function Summary({ text, subject }: { text: string; subject: string }) {
  const hasSubject = subject !== '' && text.startsWith(subject);
  return (
    <p dir="auto" className="max-w-[60ch] text-xl leading-7 whitespace-pre-line text-ink wrap-anywhere">
      {hasSubject ? <strong className="font-semibold">{subject}</strong> : null}
      <span>{hasSubject ? text.slice(subject.length) : text}</span>
    </p>
  );
}

/** Notes on which answers are in the first figure, and what was done to others. */
function BaseNote({ analysis: { figures, basis } }: { analysis: Pick<SharedResults, 'figures' | 'basis'> }) {
  if (!basis) return null;
  const [first] = figures;
  const { setApart, byHand, deleted, wentOn, oneAnswerDecides, reason } = basis;
  const are = (count: number, what: string) => (count > 0 ? `${count.toLocaleString()} ${what}` : '');
  const notes = [
    first ? uncountedWords(first) : '',
    are(setApart, setApart === 1 ? 'more is set apart.' : 'more are set apart.'),
    are(byHand, byHand === 1 ? 'was moved by hand.' : 'were moved by hand.'),
    are(deleted, deleted === 1 ? 'was deleted.' : 'were deleted.'),
    are(wentOn, 'answered on after the end, in no chart.'),
    reason === 'settled' && !oneAnswerDecides ? 'No single answer changes this.' : '',
  ].filter((note) => note !== '');
  return (
    <div className="grid gap-1 text-meta text-faint wrap-anywhere empty:hidden">
      {notes.length > 0 ? <p>{notes.join(' ')}</p> : null}
      {basis.notDeciding.map(({ question, problem }) => (
        <p key={question} className="text-warn" dir="auto">
          {`“${question}” ${lowerFirst(markProblemTexts[problem])}`}
        </p>
      ))}
    </div>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** Half a row has room for this many names under its bars. */
const namesInHalf = 6;

function isWide(section: AggregatedSection): boolean {
  return section.kind === 'counts' && section.counts.length > namesInHalf;
}

type DetailProps = {
  analysis: SurveyAnalysis;
  /** The one thing to do next. */
  next?: ReactNode;
};

/** The expanded Survey Analysis card (specification 2). */
export function SurveyAnalysisDetail({ analysis: result, next }: DetailProps) {
  const { analysis, figures, line, model } = result;
  const sections = aggregatedSections(result.aggregatedData, result.questionOrder, result.textNumbers);
  return (
    <ListedAnswers value={listedAnswers(sections)}>
      <article {...answerScope} className="grid min-w-0 grid-cols-1 gap-6">
        <div>
          <AnalysisHeading analysis={result} />
          <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
            <AnalysisMeta {...result} />
            <WrittenBy model={model} />
          </div>
        </div>
        <Part title="Summary">
          <Prose text={analysis.summary} className="text-soft" />
        </Part>
        <LeadFigures figures={figures} line={line} />
        {next}
        <Part title="Reasoning">
          <Prose text={analysis.recommendationReasoning} className="text-soft" />
          <div className="mt-2 divide-y divide-line border-y border-line">
            {isDecided(result) ? (
              <FoldRow title="How this was decided" line={null}>
                <HowDecided analysis={result} />
              </FoldRow>
            ) : null}
            {result.trailId ? <AllAnswersRow surveyId={result.surveyId} /> : null}
            <AnalysisReceipt analysis={result} />
          </div>
          <BaseNote analysis={result} />
        </Part>
        <div className="grid gap-6 md:grid-cols-2">
          {(['strengths', 'weaknesses'] as const).map((kind) => (
            <section key={kind} className="min-w-0">
              <h4 className="mb-1">{pointKinds[kind].title}</h4>
              <PointList
                kind={kind}
                points={kind === 'strengths' ? analysis.keyStrengths : analysis.keyWeaknesses}
              />
            </section>
          ))}
        </div>
        {sections.map((section) => (
          <Part key={section.title} title={section.title}>
            <Aggregated analysis={result} section={section} />
          </Part>
        ))}
      </article>
    </ListedAnswers>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h4 dir="auto" className="mb-1.5 wrap-anywhere">
        {title}
      </h4>
      {children}
    </section>
  );
}

type LeadFiguresProps = { figures: Figure[]; line: number };

const mostLeading = 3;

/** The first three figures: counts with their ranges, compared with the line. */
function LeadFigures({ figures, line }: LeadFiguresProps) {
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
            <strong className="text-title text-ink tabular-nums sm:text-4xl">
              {figure.has.toLocaleString()}
            </strong>{' '}
            <span className="tabular-nums">{baseOf(figure)}</span>
          </p>
          <div>
            <p dir="auto" className="font-medium wrap-anywhere">
              {figure.label || figure.question}
            </p>
            {figure.label ? (
              <p dir="auto" className="text-meta text-faint wrap-anywhere">
                {figure.question}
              </p>
            ) : null}
          </div>
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
            {position === 0 ? <span>your line: {line} %</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** "of 35 bakers", "of the 22 who have it": the figure's subject behind its number. */
function baseOf({ subject, has }: Figure): string {
  return subject.slice(has.toLocaleString('en-US').length + 1).replace(/:$/, '');
}

/** Paragraphs of a text, with its quotes marked. */
function Prose({ text, className }: { text: string; className: string }) {
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

const pointKinds = {
  strengths: { title: 'Key Strengths', icon: CircleCheck, color: 'text-good' },
  weaknesses: { title: 'Key Weaknesses', icon: TriangleAlert, color: 'text-warn' },
};

type PointsProps = { kind: keyof typeof pointKinds; points: string[] };

const noPoints = 'None named so far.';

function PointRow({ kind, points }: PointsProps) {
  const [best] = points;
  return (
    <FoldRow
      title={<h2 className="text-sm">{pointKinds[kind].title}</h2>}
      count={points.length}
      line={
        best === undefined ? (
          noPoints
        ) : (
          <bdi>
            <EvidenceText text={best.replace(/ \(#[^)]*\)/g, '')} />
          </bdi>
        )
      }
    >
      <PointList kind={kind} points={points} />
    </FoldRow>
  );
}

function PointList({ kind, points }: PointsProps) {
  const { icon: Icon, color } = pointKinds[kind];
  if (points.length === 0) return <p className="text-soft">{noPoints}</p>;
  return (
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
  );
}

/** A receipt is null for texts of the rules alone, and for a model's choice from before receipts were stored. */
function AnalysisReceipt({ analysis }: { analysis: Pick<SurveyAnalysis, 'receipt' | 'model'> }) {
  const { receipt, model } = analysis;
  return (
    <ReceiptNote
      receipt={receipt}
      subject="survey analysis"
      part="Points chosen by"
      withoutReceipt={
        model === null
          ? 'Everything comes from fixed rules, without a model.'
          : `Points chosen by ${model} before receipts were kept. All else comes from fixed rules.`
      }
    />
  );
}
