import type { Figure, Sentiment, VerdictBasis } from '#shared/contracts/analyses.ts';
import type { OptionMark, SurveyQuestion } from '#shared/contracts/validation.ts';
import { groupBy } from '#shared/rules/lists.ts';
import { isDeciding, ruleLimits, type VerdictRule } from './rule.ts';
import { moreAnswersToSettle, settleCap, wholePercent, wilsonInterval } from './statistics.ts';

/** A question that fewer have answered decides nothing, whatever the rule says. */
const fewestPerQuestion = ruleLimits.fewestAnswers;

/** Counted submissions that came by the same way and whose answers have the same marks. */
export type AnswerGroup = {
  /** The place where the link was shared; null where it is not known. */
  channel: string | null;
  /** One for each deciding question, in the order of the survey. */
  marks: OptionMark[];
  count: number;
};

type Decision = 'Go' | 'No-Go' | "Can't tell yet";
type Side = 'above' | 'open' | 'below';

export type Verdict = {
  decision: Decision;
  sentiment: Sentiment;
  figures: Figure[];
  /** About how many more submissions like these would settle it; 0 when settled, null when none would. */
  moreAnswers: number | null;
  reason: VerdictBasis['reason'];
};

/**
 * Decides by the marked options alone (design 7.20); pure. Of each deciding question the
 * whole range is compared with the line.
 *
 * - Go: none is below the line and at least two are above it, or the only one is. A question that ends the survey for
 *   those without the problem must be above: everybody answers it, and only people with the problem answer the rest.
 * - No-Go: none is above, and at least half of those with enough answers are below.
 * - Can't tell yet: everything else, and always with fewer than `minimumAnswers` submissions.
 *
 * Sentiment follows the decision: Go is Positive, No-Go is Negative, all else is Mixed (specification 3).
 */
export function reachVerdict(questions: SurveyQuestion[], groups: AnswerGroup[], rule: VerdictRule): Verdict {
  const figures = readFigures(questions, groups);
  const submissions = groups.reduce((sum, { count }) => sum + count, 0);
  const gates = gatesOf(questions);
  const decision = submissions >= rule.minimumAnswers ? decide(figures, rule.line, gates) : undecided;
  const isSettled = decision !== undecided;
  return {
    decision,
    sentiment: decision === 'Go' ? 'Positive' : decision === 'No-Go' ? 'Negative' : 'Mixed',
    figures,
    moreAnswers: isSettled ? 0 : moreSubmissions(figures, submissions, rule, gates),
    reason: isSettled ? 'settled' : whyUndecided(figures, submissions, rule),
  };
}

/** How many of those who gave a counted answer have the problem, for each deciding question. */
function readFigures(questions: SurveyQuestion[], groups: AnswerGroup[]): Figure[] {
  return questions.filter(isDeciding).map(({ question, options, marks }, position) => {
    const showing = (options ?? []).filter((_, at) => marks?.[at] === 'has');
    return { question, options: showing, ...countMarks(groups, position) };
  });
}

function countMarks(groups: AnswerGroup[], position: number): FigureCount {
  const countOf = (mark: OptionMark) =>
    groups.reduce((sum, group) => sum + (group.marks[position] === mark ? group.count : 0), 0);
  const has = countOf('has');
  return withRange(has, has + countOf('hasnt'));
}

type FigureCount = Pick<Figure, 'has' | 'counted' | 'low' | 'high'>;

export function withRange(has: number, counted: number): FigureCount {
  return { has, counted, ...wholePercent(wilsonInterval(has, counted)) };
}

/**
 * Tries a settled verdict again without each answer and without each place. A verdict that then falls below the
 * smallest number of answers still counts as the same.
 */
export function tryWithout(
  questions: SurveyQuestion[],
  groups: AnswerGroup[],
  rule: VerdictRule,
): { oneAnswerDecides: boolean; placesThatDecide: string[] } {
  const { decision, figures } = reachVerdict(questions, groups, rule);
  if (decision === undecided) return { oneAnswerDecides: false, placesThatDecide: [] };
  const gates = gatesOf(questions);
  const isOtherWithout = (left: AnswerGroup[]) => {
    const rest = figures.map(({ has, counted }, position) => {
      const gone = countMarks(left, position);
      return withRange(has - gone.has, counted - gone.counted);
    });
    return decide(rest, rule.line, gates) !== decision;
  };
  const patterns = new Map(groups.map((group) => [group.marks.join(), { ...group, count: 1 }]));
  const places = groupBy(groups, ({ channel }) => channel);
  return {
    oneAnswerDecides: [...patterns.values()].some((one) => isOtherWithout([one])),
    placesThatDecide: [...places].flatMap(([place, own]) =>
      place !== null && isOtherWithout(own) ? place : [],
    ),
  };
}

/** The side of the line on which a figure's whole range lies; open when it crosses the line or too few answered. */
export function sideOf({ counted, low, high }: FigureCount, line: number): Side {
  if (counted < fewestPerQuestion) return 'open';
  if (low >= line) return 'above';
  return high <= line ? 'below' : 'open';
}

const undecided: Decision = "Can't tell yet";

/** For each deciding question, whether it ends the survey for those without the problem. */
function gatesOf(questions: SurveyQuestion[]): boolean[] {
  return questions.filter(isDeciding).map(({ endsWith }) => endsWith !== undefined);
}

function decide(figures: FigureCount[], line: number, gates: boolean[]): Decision {
  const sides = figures.map((figure) =>
    figure.counted < fewestPerQuestion ? 'unread' : sideOf(figure, line),
  );
  return decideBySides(sides, gates);
}

function decideBySides(sides: (Side | 'unread')[], gates: boolean[]): Decision {
  const count = (wanted: Side) => sides.filter((side) => side === wanted).length;
  const [above, below, read] = [
    count('above'),
    count('below'),
    sides.filter((side) => side !== 'unread').length,
  ];
  const passesGates = sides.every((side, at) => side === 'above' || !gates[at]);
  if (above > 0 && above >= Math.min(2, sides.length) && below === 0 && passesGates) return 'Go';
  return below > 0 && below * 2 >= read && above === 0 ? 'No-Go' : undecided;
}

function whyUndecided(figures: Figure[], submissions: number, rule: VerdictRule): Verdict['reason'] {
  if (figures.length === 0) return 'no-marks';
  if (submissions === 0) return 'no-answers';
  if (submissions < rule.minimumAnswers) return 'too-few';
  const sides = new Set(figures.map((figure) => sideOf(figure, rule.line)));
  return sides.has('above') && sides.has('below') ? 'contradictory' : 'open';
}

/** Lets all answers grow in proportion, figure after figure settling, until there is a decision. */
function moreSubmissions(
  figures: Figure[],
  submissions: number,
  rule: VerdictRule,
  gates: boolean[],
): number | null {
  if (submissions === 0) return null;
  const settling = figures.map(({ has, counted }) => {
    const more = moreAnswersToSettle(has, counted, rule.line);
    const growth = more === null ? Infinity : Math.max(fewestPerQuestion, counted + more) / counted;
    const side: Side = has * 100 > rule.line * counted ? 'above' : 'below';
    return { growth, side };
  });
  const growths = settling.map(({ growth }) => growth).sort((a, b) => a - b);
  const sidesAt = (reached: number) =>
    settling.map(({ growth, side }) => (growth <= reached ? side : 'open'));
  const enough = growths.find(
    (reached) => reached < Infinity && decideBySides(sidesAt(reached), gates) !== undecided,
  );
  if (enough === undefined) return null;
  const more = Math.max(rule.minimumAnswers - submissions, Math.ceil((enough - 1) * submissions - 1e-9));
  return more <= settleCap ? Math.max(1, more) : null;
}
