import type { Figure, VerdictBasis } from '#shared/contracts/surveys/analyses.ts';
import { cutAtWord } from '#shared/rules/text/plain-text.ts';
import { figureSentence, grouped } from '#shared/rules/verdict/figure-words.ts';
import type { VerdictRule } from '#shared/rules/verdict/rule.ts';
import { type AnswerGroup, sideOf, type Verdict } from '#shared/rules/verdict/verdict.ts';
import type { Evidence } from './evidence.ts';

/** Part of the submissions from which one place is named as the source of most. */
const mostFromOne = 0.6;

/** The summary: who has the problem, and how many more answers a verdict takes. The decision is shown beside it. */
export function summarize(
  { figures, reason, moreAnswers }: SummarySource,
  { line, minimumAnswers }: Pick<VerdictRule, 'line' | 'minimumAnswers'>,
): string {
  const lead = figures
    .filter((figure, at) => figure.counted > 0 && (at === 0 || sideOf(figure, line) === 'below'))
    .slice(0, reason === 'contradictory' ? 2 : 1)
    .map((figure) => `${figureSentence(figure)}.`);
  switch (reason) {
    case 'no-answers':
      return `No answers yet. The first ${minimumAnswers} answers bring a verdict.`;
    case 'no-marks':
      return 'No question says who has the problem and who doesn’t. Mark what counts to get a verdict.';
    case 'too-few':
      return [
        ...lead,
        `${grouped(moreAnswers ?? 0)} more ${moreAnswers === 1 ? 'brings' : 'bring'} a verdict.`,
      ].join(' ');
    case 'open':
      return [...lead, howManyMore(moreAnswers)].join(' ');
    default:
      return lead.join(' ');
  }
}

type SummarySource = { figures: Figure[] } & Pick<VerdictBasis, 'reason' | 'moreAnswers'>;

/**
 * Why the verdict is what it is, in at most 60 words. No question is named: shared results may hide it. What was set
 * apart, moved or deleted is in the verdict's basis.
 */
export function explain(
  evidence: Evidence,
  verdict: Verdict,
  without: { oneAnswerDecides: boolean; placesThatDecide: string[] },
): string {
  const { rule, submissionCount } = evidence;
  const changes = aboutChanges(evidence);
  if (verdict.reason === 'no-marks' || submissionCount === 0) return changes;
  const sentences = [
    outcome(verdict, rule),
    without.oneAnswerDecides ? 'One answer decides this.' : '',
    aboutPlaces(evidence, without.placesThatDecide),
    changes,
    'Ranges allow for chance, not for who answered.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Changes after people had answered, which a reader must know of. */
function aboutChanges({ ruleChanges }: Evidence): string {
  if (ruleChanges === 0) return '';
  const times = ruleChanges === 1 ? 'once' : `${grouped(ruleChanges)} times`;
  return `Changed after answers came: what counts ${times}.`;
}

function outcome({ decision, reason, figures }: Verdict, rule: VerdictRule): string {
  const { line, minimumAnswers } = rule;
  const [first, ...later] = figures;
  if (!first) return '';
  switch (reason) {
    case 'too-few':
      return `A verdict takes ${minimumAnswers} answers that count; ${isOrAre(first.counted)} in.`;
    case 'mostly-uncounted':
      return `More answers to the first question are not counted (${grouped(first.uncounted)}) than counted (${grouped(first.counted)}).`;
    case 'contradictory':
      return `The first range lies above your line of ${line} %, but a later one below it.`;
    case 'open':
      return whyOpen(first, line);
    default:
      return decision === 'Go' ? whyGo(later, line) : whyNoGo(first, later, line);
  }
}

function whyOpen(first: Verdict['figures'][number], line: number): string {
  if (sideOf(first, line) === 'above')
    return `The first range lies above your line of ${line} %, no later one does yet.`;
  return `The first range crosses your line of ${line} %.`;
}

function whyGo(later: Verdict['figures'], line: number): string {
  const above = later.filter((figure) => sideOf(figure, line) === 'above').length;
  if (above === 0) return `The range lies above your line of ${line} %.`;
  const all = later.length + 1;
  const which = above === later.length ? `All ${all} ranges` : `${above + 1} of ${all} ranges`;
  return `${which} lie above your line of ${line} %${above === later.length ? '' : ', none below'}.`;
}

function whyNoGo(first: Verdict['figures'][number], later: Verdict['figures'], line: number): string {
  const place = `${later.length > 0 ? 'The first range' : 'The range'} lies below your line of ${line} %.`;
  if (later.length === 0 || first.has === 0) return place;
  return `${place} The follow-ups of ${people(first.has)} can’t change this.`;
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${grouped(count)} people`;
}

function isOrAre(count: number): string {
  return count === 1 ? '1 is' : `${grouped(count)} are`;
}

function howManyMore(moreAnswers: number | null): string {
  if (moreAnswers === null) return 'More answers like these would not settle it.';
  const more = rounded(moreAnswers);
  return `About ${grouped(more)} more ${more === 1 ? 'answer' : 'answers'} would settle it.`;
}

/** Rounded up to two digits: an estimate of 137 answers promises more than it knows. */
export function rounded(count: number): number {
  const step = 10 ** Math.max(0, String(count).length - 2);
  return Math.ceil(count / step) * step;
}

function aboutPlaces({ groups, submissionCount }: Evidence, deciding: string[]): string {
  const [most] = countPlaces(groups).filter(({ name }) => name !== null);
  const [place] = deciding;
  if (most?.name && most.submissions > mostFromOne * submissionCount) {
    const from = `${grouped(most.submissions)} of ${grouped(submissionCount)} came from ${shortPlace(most.name)}`;
    return deciding.includes(most.name) ? `${from}; without them it would be different.` : `${from}.`;
  }
  return place ? `Without the answers from ${shortPlace(place)} it would be different.` : '';
}

/** Submissions by place, most first. */
export function countPlaces(groups: AnswerGroup[]): VerdictBasis['places'] {
  const places = [...Map.groupBy(groups, ({ channel }) => channel)];
  return places
    .map(([name, found]) => ({ name, submissions: found.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.submissions - a.submissions);
}

function shortPlace(place: string): string {
  return cutAtWord(place, 24);
}

/** Longest quote, in UTF-16 units before the ellipsis. */
const quoteLength = 100;
/** Of several people who wrote the same; the others are counted. */
const numbersShown = 5;

/**
 * Typed words, in curly quotes with the numbers of their answers: `“one more thing to check” (#7)`.
 * Verbatim, but for curly quotes, up to the end of its first line or of a word, with an ellipsis where it is cut.
 */
export function quote(answer: string, numbers: number[]): string {
  const shown = numbers.slice(0, numbersShown).map((number) => `#${number}`);
  const more = numbers.length - shown.length;
  const named = [...shown, ...(more > 0 ? [`${more.toLocaleString('en')} more`] : [])];
  // Curly quotes inside would end ours, and what follows would look like a claim.
  const text = answer.trim().replace(/[“”]/g, '"');
  const [line = ''] = text.split(/[\r\n\u2028\u2029]/, 1);
  const cut = cutAtWord(line, quoteLength);
  const words = cut === line && line.length < text.length ? `${line.trimEnd()}…` : cut;
  return `“${isolate(words)}” (${named.join(', ')})`;
}

// Right-to-left words and direction marks must not turn the sentence around them.
function isolate(words: string): string {
  return turnsDirection.test(words) ? `\u2068${words}\u2069` : words;
}

const turnsDirection =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
