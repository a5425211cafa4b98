import { figurePoint } from '#server/features/analyses/compose-analysis.ts';
import { questionTitles } from '#server/features/analyses/question-titles.ts';
import { summarize } from '#server/features/analyses/verdict-sentences.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { ResultsLink, SharedResults } from '#shared/contracts/results-links.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';

type Options = Pick<ResultsLink, 'hidden' | 'showsTexts'>;

/**
 * The part of an analysis that a results link shows. Everything is built from the visible questions, so that a sentence
 * or a quote from a hidden one cannot pass.
 */
export function sharedResults(
  { surveyId: _survey, trailId: _trail, choices: _choices, ...result }: SurveyAnalysis,
  questions: SurveyQuestion[],
  { hidden, showsTexts }: Options,
): SharedResults {
  const titles = questionTitles(questions);
  const visible = titles.filter((_, at) => !hidden.includes(at) && (showsTexts || hasOptions(questions[at])));
  const isHidden = (text: string) =>
    questions.every(({ question }) => question !== text) ||
    hidden.some((position) => questions[position]?.question === text);
  const figures = result.figures.filter(({ question }) => !isHidden(question));
  const aggregatedData = pick(result.aggregatedData, visible);
  const textNumbers = pick(result.textNumbers, visible);
  const points = new Set(figures.map(figurePoint));
  const texts = Object.values(aggregatedData)
    .flat()
    .filter((entry) => typeof entry === 'string');
  const isShown = (point: string) => points.has(point) || isQuoteOf(texts, point);
  const { analysis, basis } = result;
  // It names the questions.
  const rules = basis?.rules.map(({ sealedText: _, ...rule }) => rule) ?? [];
  return {
    ...result,
    basis: basis && hidden.length > 0 ? { ...basis, rules } : basis,
    analysis: {
      ...analysis,
      summary:
        figures.length === result.figures.length
          ? analysis.summary
          : summarize(
              { figures, reason: basis?.reason ?? 'settled' },
              basis?.rules.at(-1) ?? { minimumAnswers: 0 },
              result.submissionCount,
            ),
      keyStrengths: analysis.keyStrengths.filter(isShown),
      keyWeaknesses: analysis.keyWeaknesses.filter(isShown),
    },
    figures,
    aggregatedData,
    textNumbers,
    themes: pick(result.themes ?? {}, visible),
    questionOrder: visible,
    hiddenQuestions: hidden.length,
  };
}

function hasOptions(question: SurveyQuestion | undefined): boolean {
  return question?.type !== 'open-ended' && Boolean(question?.options);
}

function pick<Value>(record: Record<string, Value>, names: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

/** A quote may be cut at either end, has straight quotes inside and may carry marks that keep its direction apart. */
function isQuoteOf(texts: string[], point: string): boolean {
  const words = /^“(.*)” \(#\d+(?:, #\d+)*\)$/s.exec(point)?.[1];
  const bare = words?.replace(/^\u2068|\u2069$/gu, '').replace(/^…|…$/gu, '');
  return bare !== undefined && texts.some((text) => text.replace(/[“”]/g, '"').includes(bare));
}
