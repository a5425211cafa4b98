import type { Analysis } from '#shared/contracts/analyses.ts';
import type { Evidence, Verdict } from '#shared/rules/verdict.ts';
import { readSignal } from '#shared/rules/verdict.ts';
import { minimumAnswers, verdictLine } from '#shared/rules/verdict-line.ts';
import { counted, describeSignal, describeStanding, named } from './describe-signal.ts';
import { describeTexts } from './describe-texts.ts';
import { standings } from './summarize-verdict.ts';

export type Points = Pick<Analysis, 'keyStrengths' | 'keyWeaknesses'>;

const signalsShown = 8;
const questionsShown = 4;

/** The rule, each signal with its figures, what people wrote, and how sure that makes it; a paragraph each. */
export function explainVerdict(evidence: Evidence, verdict: Verdict, points: Points): string {
  const paragraphs = [
    rule,
    describeSignals(evidence, verdict),
    describeOutcome(verdict),
    describeUncounted(evidence, verdict),
    evidence.questions
      .flatMap((_, position) => describeTexts(evidence, position))
      .slice(0, questionsShown)
      .join(' '),
    describeGaps(evidence, points),
    evidence.submissionCount > 0 ? certainty : '',
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

const rule = `The line was set at ${verdictLine} % before the first answer came. Go takes two signals (or the only one) whose whole interval is at or above it, and none below; No-Go takes at least half of the signals at or below it, and none above; fewer than ${minimumAnswers} submissions decide nothing.`;

const certainty =
  'Each interval is a 95 % interval: it allows for the number of answers, not for who chose to answer. Those who answered may differ from those you want to reach.';

function describeSignals(evidence: Evidence, { signals, reason }: Verdict): string {
  if (signals.length === 0)
    return 'No question of this survey gives a signal: options are read in English, and none of them tells what people did.';
  if (reason === 'no-answers')
    return `${counted(signals.length, 'question')} will count as signals: ${questions(signals)}.`;
  const sentences = evidence.questions.flatMap((question, position) => {
    const signal = readSignal(question, evidence.tallies[position]);
    return signal ? [`${describeSignal(question, signal)}; ${describeStanding(signal)}.`] : [];
  });
  const rest = sentences.length - signalsShown;
  const more = rest > 0 ? [`${counted(rest, 'more signal')} not described here.`] : [];
  return [...sentences.slice(0, signalsShown), ...more].join(' ');
}

function questions(signals: Verdict['signals']): string {
  const names = signals.slice(0, signalsShown).map((signal) => named(signal.question));
  return (
    names.join(', ') + (signals.length > signalsShown ? ` and ${signals.length - signalsShown} more` : '')
  );
}

function describeOutcome(verdict: Verdict): string {
  if (verdict.reason === 'no-answers' || verdict.reason === 'no-signals') return '';
  return `${standings(verdict)} So the verdict is: ${verdict.decision}.`;
}

/** Without a signal, the most chosen options are all that can be said in figures. */
function describeUncounted(evidence: Evidence, { signals, reason }: Verdict): string {
  if (signals.length > 0 || reason === 'no-answers') return '';
  const sentences = evidence.questions.flatMap(({ question, options }, position) => {
    const tally = evidence.tallies[position];
    const most = Math.max(0, ...(tally?.options ?? []));
    const name = options?.[tally?.options.indexOf(most) ?? -1];
    if (!tally || !name || most === 0) return [];
    return [`Most chosen for ${named(question)}: ${named(name, 60)}, ${most} of ${tally.answered}.`];
  });
  return sentences.slice(0, questionsShown).join(' ');
}

function describeGaps(evidence: Evidence, { keyStrengths, keyWeaknesses }: Points): string {
  if (evidence.submissionCount < minimumAnswers) {
    return `With fewer than ${minimumAnswers} submissions neither strengths nor weaknesses are named.`;
  }
  if (keyStrengths.length + keyWeaknesses.length === 0)
    return 'These answers show neither a strength nor a weakness.';
  if (keyStrengths.length === 0) return 'These answers show no strength.';
  if (keyWeaknesses.length > 0) return '';
  // Not every "no" is found by its words.
  return evidence.texts.some(({ answer }) => answer.trim() !== '')
    ? 'The counted answers show no weakness; the written ones are for you to read.'
    : 'These answers show no weakness.';
}
