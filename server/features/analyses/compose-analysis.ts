import type { AggregatedData, Analysis, Signal, TextNumbers } from '#shared/contracts/analyses.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { listedTexts } from '#shared/rules/answer-evidence.ts';
import type { Evidence, Verdict, WrittenAnswer } from '#shared/rules/verdict.ts';
import { reachVerdict, readSignal, signalStanding } from '#shared/rules/verdict.ts';
import { minimumAnswers, verdictLine } from '#shared/rules/verdict-line.ts';
import { describeRefusals } from './describe-refusals.ts';
import { describeSignal, describeStanding } from './describe-signal.ts';
import { describeDenials, textsOf } from './describe-texts.ts';
import { explainVerdict, type Points } from './explain-verdict.ts';
import { questionTitles } from './question-titles.ts';
import { summarizeVerdict } from './summarize-verdict.ts';

export type ComposedAnalysis = {
  analysis: Analysis;
  verdict: Verdict;
  aggregatedData: AggregatedData;
  textNumbers: TextNumbers;
};

const pointsShown = 6;

/**
 * Reaches the verdict and words it without a model (Specification 3, survey analysis; Design 7.11). Every claim
 * states its count and its 95 % interval or quotes answers by number. Pure: the same evidence gives the same words.
 */
export function composeAnalysis(evidence: Evidence): ComposedAnalysis {
  const verdict = reachVerdict(evidence);
  const points = namePoints(evidence);
  return {
    analysis: {
      summary: summarizeVerdict(verdict, evidence.submissionCount),
      sentiment: verdict.sentiment,
      goNoGoDecision: verdict.decision,
      recommendationReasoning: explainVerdict(evidence, verdict, points),
      ...points,
    },
    verdict,
    ...aggregate(evidence),
  };
}

/**
 * A strength is a signal above the line or leaning there; a weakness one below, or answers that refuse something or
 * deny the problem. What is written changes no verdict.
 */
function namePoints(evidence: Evidence): Points {
  if (evidence.submissionCount < minimumAnswers) return { keyStrengths: [], keyWeaknesses: [] };
  const signals = evidence.questions.flatMap((question, position) => {
    const signal = readSignal(question, evidence.tallies[position]);
    return signal && signal.answered >= minimumAnswers ? [{ question, signal }] : [];
  });
  const above = signals.filter(({ signal }) => distance(signal) > 0);
  const below = signals.filter(({ signal }) => distance(signal) < 0);
  const refusals = evidence.questions.flatMap((_, position) => describeRefusals(evidence, position) ?? []);
  const denials = evidence.questions.flatMap((_, position) => describeDenials(evidence, position) ?? []);
  return {
    keyStrengths: above
      .sort((a, b) => b.signal.low - a.signal.low)
      .map(describePoint)
      .slice(0, pointsShown),
    keyWeaknesses: [
      ...below.sort((a, b) => a.signal.high - b.signal.high).map(describePoint),
      ...refusals,
      ...denials,
    ].slice(0, pointsShown),
  };
}

function describePoint({ question, signal }: { question: SurveyQuestion; signal: Signal }): string {
  const side = distance(signal) > 0 ? 'above' : 'below';
  const standing =
    signalStanding(signal) === 'open'
      ? `Leans ${side} the ${verdictLine} % line, but the interval crosses it: not settled`
      : capitalised(describeStanding(signal));
  return `${describeSignal(question, signal)}. ${standing}.`;
}

function distance({ showed, answered }: Signal): number {
  return showed * 100 - verdictLine * answered;
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Every option with its count, zero included, or the texts and their numbers, newest first, under the question's text. */
function aggregate(evidence: Evidence): Pick<ComposedAnalysis, 'aggregatedData' | 'textNumbers'> {
  const titles = questionTitles(evidence.questions);
  const data: [string, AggregatedData[string]][] = [];
  const numbers: [string, number[]][] = [];
  for (const [position, { type, options }] of evidence.questions.entries()) {
    const title = titles[position] ?? '';
    if (type !== 'open-ended' && options) {
      const counts = evidence.tallies[position]?.options ?? [];
      data.push([title, options.map((name, option) => ({ name, count: counts[option] ?? 0 }))]);
    } else {
      const texts = listed(textsOf(evidence, position));
      data.push([title, texts.map(({ answer }) => answer)]);
      numbers.push([title, texts.map(({ number }) => number)]);
    }
  }
  return { aggregatedData: Object.fromEntries(data), textNumbers: Object.fromEntries(numbers) };
}

/** The newest answers, as many as a page can show: one long survey must not make every reading of it slow. */
function listed(texts: WrittenAnswer[]): WrittenAnswer[] {
  let characters = 0;
  return texts.slice(0, listedTexts.perQuestion).filter(({ answer }) => {
    characters += answer.length;
    return characters <= listedTexts.characters;
  });
}
