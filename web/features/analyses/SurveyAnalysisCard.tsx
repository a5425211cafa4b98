import { Link } from 'react-router';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { trailPath } from '#shared/rules/trail-path.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { AnalysisMeta, WrittenBy } from './verdict/AnalysisParts.tsx';
import { SentimentBadge } from './verdict/SentimentBadge.tsx';

const previewLength = 150;

type CardProps = { analysis: SurveyAnalysis; onReadMore?: () => void };

/** The collapsed Survey Analysis card (specification 2). */
export function SurveyAnalysisCard({ analysis: result, onReadMore }: CardProps) {
  return (
    <article className="min-w-0">
      <AnalysisHeading analysis={result} />
      <section className="mt-2">
        <h4 className="sr-only">Summary</h4>
        <p dir="auto" className="wrap-anywhere text-soft">
          {preview(result.analysis.summary, previewLength)}
        </p>
      </section>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <AnalysisMeta {...result} />
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
