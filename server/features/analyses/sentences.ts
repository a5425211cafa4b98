import type { Figure, VerdictBasis } from '#shared/contracts/analyses.ts';
import type { VerdictRule } from '#shared/rules/verdict/rule.ts';
import { type AnswerGroup, sideOf, type Verdict } from '#shared/rules/verdict/verdict.ts';
import type { Evidence } from './evidence.ts';

const longestSentence = 20;
const summaryFigures = 2;
/** Part of the submissions from which one place is named as the source of most. */
const mostFromOne = 0.6;

/** "1,234" */
export function grouped(count: number): string {
  return numbers.format(count);
}

/** "30 of 40 answered ‘Every day’ or ‘About every week’", at most 18 words. */
export function figureWords({ has, counted, options }: Figure): string {
  const count = `${grouped(has)} of ${grouped(counted)}`;
  const named = `${count} answered ${anyOf(options)}`;
  return named.split(/\s+/).length < longestSentence - 1 ? named : `${count} gave an answer that counts`;
}

function anyOf(options: string[]): string {
  const names = options.map((option) => `‘${cutAtWord(option.trim().replace(/\s+/g, ' '), 40)}’`);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

/** The summary: two or three sentences of at most 20 words, without the decision, which is shown beside it. */
export function summarize(
  verdict: Pick<Verdict, 'figures' | 'reason'>,
  rule: Pick<VerdictRule, 'minimumAnswers'>,
  submissions: number,
): string {
  const lead = verdict.figures
    .filter(({ counted }) => counted > 0)
    .slice(0, summaryFigures)
    .map((figure) => `${figureWords(figure)}.`);
  switch (verdict.reason) {
    case 'no-answers':
      return `No answers yet. The first ${rule.minimumAnswers} answers bring a verdict.`;
    case 'no-marks':
      return 'No option is marked as having the problem. Mark what counts to get a verdict.';
    case 'too-few':
      return [`${submissions} of ${rule.minimumAnswers} answers are in.`, ...lead].join(' ');
    default:
      return lead.join(' ');
  }
}

/** Why the verdict is what it is, in at most 60 words. */
export function explain(
  evidence: Evidence,
  verdict: Verdict,
  without: { oneAnswerDecides: boolean; placesThatDecide: string[] },
): string {
  const { rule, submissionCount, setApart, byHand } = evidence;
  if (submissionCount === 0) return '';
  if (verdict.figures.length === 0) return changedLate(rule);
  const sentences = [
    outcome(verdict, rule, submissionCount),
    without.oneAnswerDecides ? 'One answer decides this.' : '',
    aboutPlaces(evidence, without.placesThatDecide),
    setApart > 0 ? `${grouped(setApart)} more ${setApart === 1 ? 'is' : 'are'} set apart.` : '',
    byHand > 0 ? `${grouped(byHand)} ${byHand === 1 ? 'was' : 'were'} moved by hand.` : '',
    changedLate(rule),
    'Ranges allow for chance, not for who answered.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function changedLate({ answersBefore }: Evidence['rule']): string {
  if (answersBefore === 0) return '';
  return `What counts was set after ${grouped(answersBefore)} ${answersBefore === 1 ? 'answer' : 'answers'}.`;
}

function outcome(verdict: Verdict, { line, minimumAnswers }: VerdictRule, submissions: number): string {
  const sides = verdict.figures.map((figure) => sideOf(figure, line));
  const count = (wanted: string) => sides.filter((side) => side === wanted).length;
  const [above, below, all] = [count('above'), count('below'), sides.length];
  const questionsAre = (some: number) =>
    `${some} of ${all} ${all === 1 ? 'question' : 'questions'} ${some === 1 ? 'is' : 'are'}`;
  switch (verdict.reason) {
    case 'too-few':
      return `A verdict takes ${minimumAnswers} answers; ${submissions === 1 ? '1 is' : `${submissions} are`} in.`;
    case 'contradictory':
      return `Your line is ${line} %. ${questionsAre(above)} clearly above it, ${below} below: the answers disagree.`;
    case 'open':
      return `Your line is ${line} %. ${questionsAre(all - above - below)} too close to call.${howManyMore(verdict)}`;
    default:
      return verdict.decision === 'Go'
        ? `Your line is ${line} %. ${questionsAre(above)} clearly above it, none below.`
        : `Your line is ${line} %. ${questionsAre(below)} clearly below it, none above.`;
  }
}

function howManyMore({ moreAnswers }: Verdict): string {
  if (moreAnswers === null) return ' More answers like these would not settle it.';
  return ` About ${grouped(moreAnswers)} more answers like these would settle it.`;
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

const numbers = new Intl.NumberFormat('en-US');

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

/** The text, or its beginning up to a word's end within `length` and an ellipsis; never half a character. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.slice(0, length + 1).search(/\s\S*$/);
  const end = space > length / 2 ? space : endOfCharacter(text, length);
  return `${text.slice(0, end).trimEnd()}…`;
}

// Emoji of several code points and letters with combining marks stay whole.
function endOfCharacter(text: string, length: number): number {
  let end = 0;
  for (const { index, segment } of characters.segment(text.slice(0, length + 40))) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  return end;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Right-to-left words and direction marks must not turn the sentence around them.
function isolate(words: string): string {
  return turnsDirection.test(words) ? `\u2068${words}\u2069` : words;
}

const turnsDirection =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
