import type { Sentiment, VerdictBasis } from '#shared/contracts/surveys/analyses.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { groupBy } from '#shared/rules/lists.ts';
import type { CountedFigure } from './figure-words.ts';
import { type AnswerMark, countedMarks, isDeciding } from './marks.ts';
import { ruleLimits, type VerdictRule } from './rule.ts';
import { moreAnswersToSettle, settleCap, wholePercent, wilsonInterval } from './statistics.ts';

/** A question that fewer have answered decides nothing, whatever the rule says. */
const fewestPerQuestion = ruleLimits.fewestAnswers;

/** Counted submissions that came by the same way and whose answers have the same marks. */
export type AnswerGroup = {
  /** The place where the link was shared; null where it is not known. */
  channel: string | null;
  /** One for each deciding question, in the order of the survey. */
  marks: AnswerMark[];
  count: number;
};

type Decision = 'Go' | 'No-Go' | "Can't tell yet";
type Side = 'above' | 'open' | 'below';

export type Verdict = {
  decision: Decision;
  sentiment: Sentiment;
  figures: CountedFigure[];
  /** About how many more submissions like these would settle it; 0 when settled, null when none would. */
  moreAnswers: number | null;
  reason: VerdictBasis['reason'];
};

/**
 * Decides by the marked options alone: first how many, then how bad (design 7.20); pure. The first deciding question
 * is put to everybody; later ones are read among those who have the problem. Of each the whole range is compared with
 * the line.
 *
 * - No-Go: the first lies below.
 * - Go: the first lies above, no later one below, and one of them above. Where no later one has five answers, the
 *   first decides alone.
 * - Can't tell yet: everything else; always with fewer than `minimumAnswers` counted answers to the first, and while
 *   more of its answers are not counted than counted.
 *
 * Once it can be read, one more person without the problem never moves it towards Go, nor does a later answer that turns
 * against the problem. Sentiment: Go is Positive, No-Go is Negative, all else is Mixed (specification 3).
 */
export function reachVerdict(questions: SurveyQuestion[], groups: AnswerGroup[], rule: VerdictRule): Verdict {
  const figures = readFigures(questions, groups);
  const reason = whyUnreadable(figures, groups, rule) ?? whyDecided(figures, rule.line);
  const decision = reason === 'settled' ? decide(figures, rule.line) : undecided;
  return {
    decision,
    sentiment: decision === 'Go' ? 'Positive' : decision === 'No-Go' ? 'Negative' : 'Mixed',
    figures,
    moreAnswers: moreSubmissions(reason, figures, groups, rule),
    reason,
  };
}

/** How many have the problem, for each deciding question; of the later ones among those who have it by the first. */
function readFigures(questions: SurveyQuestion[], groups: AnswerGroup[]): CountedFigure[] {
  return questions.filter(isDeciding).map((question, position) => {
    const marks = countedMarks(question);
    const options = (question.options ?? []).filter((_, at) => marks[at] === 'has');
    const named = { question: question.question, label: question.label?.trim() ?? '', options };
    return { ...named, ...countMarks(groups, position) };
  });
}

type FigureCount = Pick<CountedFigure, 'has' | 'counted' | 'uncounted' | 'low' | 'high'>;

function countMarks(groups: AnswerGroup[], position: number): FigureCount {
  const asked = position === 0 ? groups : groups.filter(({ marks }) => marks[0] === 'has');
  const countOf = (mark: AnswerMark) =>
    asked.reduce((sum, group) => sum + (group.marks[position] === mark ? group.count : 0), 0);
  const has = countOf('has');
  return withRange(has, has + countOf('hasnt'), countOf('uncounted'));
}

export function withRange(has: number, counted: number, uncounted: number): FigureCount {
  return { has, counted, uncounted, ...wholePercent(wilsonInterval(has, counted)) };
}

/**
 * Tries a settled verdict again without each answer and without each place. A verdict that then falls below the
 * smallest number of answers still counts as the same.
 */
export function tryWithout(
  { decision, figures }: Pick<Verdict, 'decision' | 'figures'>,
  groups: AnswerGroup[],
  line: number,
): { oneAnswerDecides: boolean; placesThatDecide: string[] } {
  if (decision === undecided) return { oneAnswerDecides: false, placesThatDecide: [] };
  const isOtherWithout = (left: AnswerGroup[]) => {
    const rest = figures.map(({ has, counted, uncounted }, position) => {
      const gone = countMarks(left, position);
      return withRange(has - gone.has, counted - gone.counted, uncounted - gone.uncounted);
    });
    return decide(rest, line) !== decision;
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

/** Of a later question; `unread` while fewer than five of those who have the problem gave a counted answer. */
type LaterSide = Side | 'unread';

function decide([first, ...later]: FigureCount[], line: number): Decision {
  return first ? decideBySides(sideOf(first, line), sidesOf(later, line)) : undecided;
}

function sidesOf(later: FigureCount[], line: number): LaterSide[] {
  return later.map((figure) => (figure.counted < fewestPerQuestion ? 'unread' : sideOf(figure, line)));
}

function decideBySides(first: Side, later: LaterSide[]): Decision {
  if (first === 'below') return 'No-Go';
  if (first === 'open' || later.includes('below')) return undecided;
  return later.includes('above') || later.every((side) => side === 'unread') ? 'Go' : undecided;
}

function whyUnreadable(
  [first]: FigureCount[],
  groups: AnswerGroup[],
  { minimumAnswers }: VerdictRule,
): Verdict['reason'] | null {
  if (!first) return 'no-marks';
  if (countSubmissions(groups) === 0) return 'no-answers';
  const isMostlyUncounted = first.uncounted > first.counted;
  if (isMostlyUncounted && first.counted + first.uncounted >= minimumAnswers) return 'mostly-uncounted';
  return isMostlyUncounted || first.counted < minimumAnswers ? 'too-few' : null;
}

function whyDecided(figures: FigureCount[], line: number): Verdict['reason'] {
  if (decide(figures, line) !== undecided) return 'settled';
  const [first, ...later] = figures;
  const isContradicted = first && sideOf(first, line) === 'above' && sidesOf(later, line).includes('below');
  return isContradicted ? 'contradictory' : 'open';
}

function countSubmissions(groups: AnswerGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function moreSubmissions(
  reason: Verdict['reason'],
  figures: FigureCount[],
  groups: AnswerGroup[],
  rule: VerdictRule,
): number | null {
  if (reason === 'settled') return 0;
  if (reason === 'too-few') return rule.minimumAnswers - (figures[0]?.counted ?? 0);
  return reason === 'open' ? moreToSettle(figures, countSubmissions(groups), rule.line) : null;
}

/** Lets all answers grow in proportion, figure after figure settling, until there is a decision. */
function moreToSettle(figures: FigureCount[], submissions: number, line: number): number | null {
  const settling = figures.map(({ has, counted }) => {
    const more = moreAnswersToSettle(has, counted, line);
    const growth = more === null ? Infinity : Math.max(fewestPerQuestion, counted + more) / counted;
    const side: Side = has * 100 > line * counted ? 'above' : 'below';
    return { counted, growth, side };
  });
  const decideAt = (reached: number) => {
    const [first = 'open', ...later] = settling.map(({ counted, growth, side }, position) => {
      if (growth <= reached) return side;
      return position > 0 && counted * reached < fewestPerQuestion ? 'unread' : 'open';
    });
    return decideBySides(first === 'unread' ? 'open' : first, later);
  };
  const growths = settling.map(({ growth }) => growth).sort((a, b) => a - b);
  const enough = growths.find((reached) => reached < Infinity && decideAt(reached) !== undecided);
  if (enough === undefined) return null;
  const more = Math.max(1, Math.ceil((enough - 1) * submissions - 1e-9));
  return more <= settleCap ? more : null;
}
