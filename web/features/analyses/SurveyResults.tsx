import type { ReactNode } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { Card } from '#web/ui/Card.tsx';
import { Aggregated, AnalysisMeta, AnalysisReceipt, Points, Prose, WrittenBy } from './AnalysisParts.tsx';
import { aggregatedSections } from './aggregated-sections.ts';
import { answerScope } from './answer-place.ts';
import { ListedAnswers, listedAnswers } from './listed-answers.ts';
import { SentimentBadge } from './SentimentBadge.tsx';
import { Signals } from './Signals.tsx';

/** Everything that a survey's answers say, on a page of its own (specification 2, Results page). */
export function SurveyResults({ analysis: result }: { analysis: SurveyAnalysis }) {
  const { idea, analysis, signals, line, model } = result;
  const sections = aggregatedSections(result.aggregatedData, result.questionOrder, result.textNumbers);
  return (
    <ListedAnswers value={listedAnswers(sections)}>
      <div {...answerScope} className="grid gap-5">
        <div className="grid gap-1.5">
          <p className="text-meta font-medium text-faint">Survey results</p>
          <h1 className="text-title wrap-anywhere" dir="auto">
            {idea}
          </h1>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <AnalysisMeta {...result} />
            <WrittenBy model={model} />
          </div>
          <AnalysisReceipt analysis={result} />
        </div>
        <Card>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-xl leading-7 tracking-[-0.02em]">
              <span className="sr-only">Decision: </span>
              {analysis.goNoGoDecision}
            </h2>
            <SentimentBadge sentiment={analysis.sentiment} />
          </div>
          <h3 className="mt-3 mb-1">Summary</h3>
          <Prose text={analysis.summary} />
          <div className="mt-4">
            <Signals signals={signals} line={line} />
          </div>
        </Card>
        <ResultCard title="Reasoning">
          <Prose text={analysis.recommendationReasoning} />
        </ResultCard>
        <Card>
          <Points analysis={analysis} heading="h2" />
        </Card>
        {sections.map((section) => (
          <ResultCard key={section.title} title={section.title}>
            <Aggregated section={section} />
          </ResultCard>
        ))}
      </div>
    </ListedAnswers>
  );
}

function ResultCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 dir="auto" className="mb-2.5 text-base wrap-anywhere">
        {title}
      </h2>
      {children}
    </Card>
  );
}
