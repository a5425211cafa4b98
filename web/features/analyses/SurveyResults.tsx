import type { ReactNode } from 'react';
import type { SharedResults } from '#shared/contracts/results-links.ts';
import { Card } from '#web/ui/Card.tsx';
import { answerScope } from './submissions/answer-place.ts';
import { ListedAnswers, listedAnswers } from './submissions/listed-answers.ts';
import {
  Aggregated,
  AnalysisMeta,
  AnalysisReceipt,
  Points,
  Prose,
  WrittenBy,
} from './verdict/AnalysisParts.tsx';
import { aggregatedSections } from './verdict/aggregated-sections.ts';
import { HowDecided } from './verdict/HowDecided.tsx';
import { LeadFigures } from './verdict/LeadFigures.tsx';
import { SentimentBadge } from './verdict/SentimentBadge.tsx';

type SurveyResultsProps = {
  analysis: SharedResults;
  /** Its owner's only: buttons beside the idea, the one thing to do next, and every answer. */
  actions?: ReactNode;
  next?: ReactNode;
  submissions?: ReactNode;
};

/** Everything that a survey's answers say, on a page of its own (specification 2, Results page). */
export function SurveyResults({ analysis: result, actions, next, submissions }: SurveyResultsProps) {
  const { idea, analysis, figures, line, model } = result;
  const sections = aggregatedSections(result.aggregatedData, result.questionOrder, result.textNumbers);
  return (
    <ListedAnswers value={listedAnswers(sections)}>
      <div {...answerScope} className="grid gap-6">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h1 className="min-w-0 flex-[1_1_11rem] text-base font-medium wrap-anywhere" dir="auto">
            {idea}
          </h1>
          {actions}
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="grid min-w-0 flex-[1_1_20rem] gap-3">
            <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
              <h2 className="text-6xl leading-none font-semibold tracking-[-0.045em] sm:text-8xl">
                <span className="sr-only">Decision: </span>
                {analysis.goNoGoDecision}
              </h2>
              <SentimentBadge sentiment={analysis.sentiment} />
            </div>
            <section>
              <h3 className="sr-only">Summary</h3>
              <Prose text={analysis.summary} className="max-w-[60ch] text-xl leading-7 text-ink" />
            </section>
          </div>
          {next}
        </div>
        <LeadFigures figures={figures} line={line} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <AnalysisMeta {...result} />
          <WrittenBy model={model} />
        </div>
        <section className="grid gap-2">
          <h2 className="text-base">Reasoning</h2>
          <Prose text={analysis.recommendationReasoning} className="max-w-[75ch] text-soft" />
          <div className="mt-2 grid divide-y divide-line border-y border-line *:py-1.5">
            <HowDecided analysis={result} />
            {submissions}
            <AnalysisReceipt analysis={result} />
          </div>
        </section>
        <Points analysis={analysis} heading="h2" />
        {sections.map((section) => (
          <Card key={section.title}>
            <h2 dir="auto" className="mb-2.5 text-base wrap-anywhere">
              {section.title}
            </h2>
            <Aggregated analysis={result} section={section} />
          </Card>
        ))}
      </div>
    </ListedAnswers>
  );
}
