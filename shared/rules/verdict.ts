import type { Sentiment, Signal } from '#shared/contracts/analyses.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { readOptionSignal } from './option-signal.ts';
import { moreAnswersToSettle, settleCap, wholePercent, wilsonInterval } from './statistics.ts';
import type { QuestionTally } from './tally.ts';
import { minimumAnswers, verdictLine } from './verdict-line.ts';

/** One free-text answer: position of its question, number of its submission (#4), the words as typed. */
export type WrittenAnswer = { question: number; number: number; answer: string };

/** All that a verdict rests on: one tally a question, and the newest free-text answers. */
export type Evidence = {
  idea: string;
  questions: SurveyQuestion[];
  tallies: QuestionTally[];
  submissionCount: number;
  texts: WrittenAnswer[];
};

type Decision = 'Go' | 'No-Go' | "Can't tell yet";
type Standing = 'above' | 'open' | 'below';
type VerdictReason = 'settled' | 'no-answers' | 'no-signals' | 'too-few' | 'contradictory' | 'open';

export type Verdict = {
  decision: Decision;
  sentiment: Sentiment;
  line: number;
  signals: Signal[];
  /** About how many more submissions like these would settle it; 0 when settled, null when none would. */
  moreAnswers: number | null;
  reason: VerdictReason;
};

/**
 * Decides by the signals alone; pure, and never throws whatever the tallies hold.
 *
 * - Go: none is below the line and at least two are above it, or the only one is.
 * - No-Go: none is above and at least half are below.
 * - Can't tell yet: everything else, and always with fewer than `minimumAnswers` submissions or without a signal.
 *
 * Sentiment follows the decision: Go is Positive, No-Go is Negative, all else is Mixed. (Specification 3)
 */
export function reachVerdict(evidence: Evidence): Verdict {
  const signals = evidence.questions.flatMap((question, position) => {
    const signal = readSignal(question, evidence.tallies[position]);
    return signal ? [signal] : [];
  });
  const submissions = count(evidence.submissionCount);
  const decision = submissions < minimumAnswers ? undecided : decide(signals.map(signalStanding));
  return {
    decision,
    sentiment: decision === 'Go' ? 'Positive' : decision === 'No-Go' ? 'Negative' : 'Mixed',
    line: verdictLine,
    signals,
    moreAnswers: decision === undecided ? moreSubmissions(signals, submissions) : 0,
    reason: decision === undecided ? whyUndecided(signals, submissions) : 'settled',
  };
}

/** Counts who showed the problem, with the 95 % interval in whole percent; null when the options don't tell. */
export function readSignal(question: SurveyQuestion, tally: QuestionTally | undefined): Signal | null {
  const meaning = readOptionSignal(question);
  if (!meaning) return null;
  const answered = count(tally?.answered);
  const sum = (positions: number[]) =>
    positions.reduce((total, position) => total + count(tally?.options[position]), 0);
  const showed = question.multiSelect ? answered - sum(meaning.denying) : sum(meaning.showing);
  const bounded = Math.max(0, Math.min(answered, showed));
  const interval = wholePercent(wilsonInterval(bounded, answered));
  return { question: question.question, showed: bounded, answered, ...interval };
}

/** Where a signal's whole interval lies; `open` when it holds the line or too few answered. */
export function signalStanding(signal: Signal): Standing {
  if (signal.answered < minimumAnswers) return 'open';
  if (signal.low >= verdictLine) return 'above';
  return signal.high <= verdictLine ? 'below' : 'open';
}

const undecided: Decision = "Can't tell yet";

function decide(standings: Standing[]): Decision {
  const above = standings.filter((standing) => standing === 'above').length;
  const below = standings.filter((standing) => standing === 'below').length;
  if (above >= Math.min(2, standings.length) && above > 0 && below === 0) return 'Go';
  return below > 0 && below * 2 >= standings.length && above === 0 ? 'No-Go' : undecided;
}

function whyUndecided(signals: Signal[], submissions: number): VerdictReason {
  if (submissions === 0) return 'no-answers';
  if (signals.length === 0) return 'no-signals';
  if (submissions < minimumAnswers) return 'too-few';
  const standings = new Set(signals.map(signalStanding));
  return standings.has('above') && standings.has('below') ? 'contradictory' : 'open';
}

/** Lets all answers grow in proportion, signal after signal settling, until a decision stands. */
function moreSubmissions(signals: Signal[], submissions: number): number | null {
  if (submissions === 0) return null;
  const settling = signals.map(({ showed, answered }) => {
    const more = moreAnswersToSettle(showed, answered, verdictLine);
    const growth = more === null ? Infinity : Math.max(minimumAnswers, answered + more) / answered;
    const side: Standing = showed * 100 > verdictLine * answered ? 'above' : 'below';
    return { growth, side };
  });
  const growths = settling.map(({ growth }) => growth).sort((a, b) => a - b);
  const enough = growths.find(
    (reached) =>
      reached < Infinity &&
      decide(settling.map(({ growth, side }) => (growth <= reached ? side : 'open'))) !== undecided,
  );
  if (enough === undefined) return null;
  const more = Math.max(minimumAnswers - submissions, Math.ceil((enough - 1) * submissions - 1e-9));
  return more <= settleCap ? Math.max(1, more) : null;
}

function count(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0;
}
