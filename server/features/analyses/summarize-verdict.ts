import type { Signal } from '#shared/contracts/analyses.ts';
import { signalStanding, type Verdict } from '#shared/rules/verdict.ts';
import { minimumAnswers, verdictLine } from '#shared/rules/verdict-line.ts';
import { counted, figures } from './describe-signal.ts';

/** The decision and what it rests on; the first 150 characters make sense alone, since they are the preview. */
export function summarizeVerdict(verdict: Verdict, submissionCount: number): string {
  const submissions = counted(submissionCount, 'submission');
  const strongest = extreme(verdict.signals, 1);
  const weakest = extreme(verdict.signals, -1);
  switch (verdict.reason) {
    case 'no-answers':
      return `Can't tell yet: nobody has answered so far. The first verdict is possible after ${minimumAnswers} submissions; the line is ${verdictLine} %.`;
    case 'no-signals':
      return `Can't tell yet: ${submissions} so far, but no question has options that tell, in English, what people did. Nothing can be held against the ${verdictLine} % line.`;
    case 'too-few':
      return `Can't tell yet: ${submissions} so far, and a verdict needs at least ${minimumAnswers}. In the strongest signal ${showedProblem(strongest)}.${howManyMore(verdict)}`;
    case 'contradictory':
      return `Can't tell yet: the signals contradict each other. ${showedProblem(strongest)} in one and ${figures(weakest)} in another; the line is ${verdictLine} %. More answers like these would not settle it.`;
    case 'open':
      return `Can't tell yet: ${showedProblem(strongest)} in the strongest signal; the line is ${verdictLine} %.${howManyMore(verdict)} ${standings(verdict)} From ${submissions}.`;
    case 'settled':
      return verdict.decision === 'Go'
        ? `Go: ${showedProblem(strongest)} in the strongest signal; the line is ${verdictLine} %. ${standings(verdict)} From ${submissions}.`
        : `No-Go: only ${showedProblem(weakest)} in the weakest signal; the line is ${verdictLine} %. ${standings(verdict)} From ${submissions}.`;
  }
}

/** "2 of 4 signals above the line, 1 of 4 below it, 1 of 4 open." */
export function standings({ signals }: Verdict): string {
  const [only, ...others] = signals.map(signalStanding);
  if (others.length === 0) return `The only signal is ${only === 'open' ? 'open' : `${only} the line`}.`;
  const share = (wanted: string) =>
    `${signals.filter((signal) => signalStanding(signal) === wanted).length} of ${signals.length}`;
  return `${share('above')} signals above the line, ${share('below')} below it, ${share('open')} open.`;
}

function showedProblem(signal: Signal): string {
  return `${figures(signal)} showed the problem`;
}

function howManyMore({ moreAnswers, signals, line }: Verdict): string {
  if (moreAnswers !== null)
    return ` About ${counted(moreAnswers, 'more answer')} like these would settle it.`;
  if (signals.every(({ answered }) => answered === 0)) return ' Nobody has answered a question that counts.';
  const points = (side: number) =>
    signals.some(({ showed, answered }) => side * (showed * 100 - line * answered) > 0);
  return points(1) && points(-1)
    ? ' More answers like these would not settle it: the signals point to both sides of the line.'
    : ' More answers like these would not settle it: the shares are too close to the line.';
}

function extreme(signals: Signal[], sign: 1 | -1): Signal {
  const none: Signal = { question: '', showed: 0, answered: 0, low: 0, high: 100 };
  const end = (signal: Signal) => (sign === 1 ? signal.low : -signal.high);
  return signals.reduce((best, signal) => (end(signal) > end(best) ? signal : best), signals[0] ?? none);
}
