import { Link } from 'react-router';
import type { ListedAnalysis, Sentiment, SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { resultsPath } from '#shared/rules/surveys/survey-path.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { NewMark } from '#web/ui/NewMark.tsx';
import { Time } from '#web/ui/Time.tsx';

const previewLength = 150;

type CardProps = { analysis: SurveyAnalysis & Partial<ListedAnalysis>; onReadMore?: () => void };

/** The collapsed Survey Analysis card (specification 2). */
export function SurveyAnalysisCard({ analysis: result, onReadMore }: CardProps) {
  return (
    <article className="min-w-0">
      <AnalysisHeading analysis={result} />
      <h4 className="sr-only">Summary</h4>
      <p dir="auto" className="mt-1 wrap-anywhere text-soft">
        {preview(result.analysis.summary, previewLength)}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <AnalysisMeta {...result} />
          <NewMark count={result.newAnswers ?? 0} of="answer" to={resultsPath(result.surveyId)} />
          <WrittenBy model={result.model} />
        </div>
        <span className="flex flex-wrap gap-1">
          {result.trailId ? (
            <Link to={trailPath(result.trailId)} className={buttonClass({ variant: 'quiet' })}>
              Idea trail
            </Link>
          ) : null}
          {onReadMore ? <Button onClick={onReadMore}>Read Result</Button> : null}
        </span>
      </div>
    </article>
  );
}

export function AnalysisHeading({ analysis: { idea, analysis } }: Pick<CardProps, 'analysis'>) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="line-clamp-3 min-w-0 flex-[1_1_14rem] wrap-anywhere" title={idea}>
          Survey Analysis for "<bdi>{idea}</bdi>"
        </h3>
        <SentimentBadge sentiment={analysis.sentiment} />
      </div>
      <p className="mt-1">
        <span className="text-soft">Decision:</span> <strong>{analysis.goNoGoDecision}</strong>
      </p>
    </>
  );
}

/** Positive green, Mixed yellow, Negative red, each with its icon and word (specification 9). */
export function SentimentBadge({ sentiment }: { sentiment: Sentiment }) {
  return <Badge tone={tones[sentiment]}>{sentiment}</Badge>;
}

const tones = { Positive: 'good', Mixed: 'warn', Negative: 'bad' } as const;

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
      <span>{`Based on ${submissionCount.toLocaleString()} submission(s)`}</span>
    </p>
  );
}

/** The chooser of the points; decision, numbers and texts come from rules in either case. */
export function WrittenBy({ model }: Pick<SurveyAnalysis, 'model'>) {
  return <Badge>{model === null ? 'Written without AI' : `Points chosen by ${model}`}</Badge>;
}
