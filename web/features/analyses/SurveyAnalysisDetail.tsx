import type { ReactNode } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { AnalysisHeading } from './SurveyAnalysisCard.tsx';
import { answerScope } from './submissions/answer-place.ts';
import { ListedAnswers, listedAnswers } from './submissions/listed-answers.ts';
import { Submissions } from './submissions/Submissions.tsx';
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
      <article {...answerScope} className="grid min-w-0 gap-6">
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
          <div className="mt-2 grid divide-y divide-line border-y border-line *:py-1.5">
            <HowDecided analysis={result} />
            {result.trailId ? <Submissions analysis={result} /> : null}
            <AnalysisReceipt analysis={result} />
          </div>
        </Part>
        <Points analysis={analysis} heading="h4" />
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
