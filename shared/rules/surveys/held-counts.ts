import type { AnswerEvidence } from '#shared/contracts/ai.ts';

/** True for a number about answers, such as "9 of 13", that the survey holds with its base. */
export type HoldsCount = (written: string) => boolean;

/**
 * The counts of a survey: how often each option was chosen, how many answered, and the figures of its verdict. A number
 * that a model gives is evidence only if it is among them; a percentage names no base and never is.
 */
export function heldCounts(evidence: AnswerEvidence | null): HoldsCount {
  const held = new Set(evidence ? countsOf(evidence) : []);
  return (written) => {
    const numbers = numbersIn(written);
    if (written.includes(wholeFirst)) numbers.reverse();
    return !isPercentage.test(written) && held.has(numbers.join('/'));
  };
}

/** Such as "9/13"; of an option from before it may be unknown how many answered. */
function countsOf({ submissionCount, options, figures = [] }: AnswerEvidence): string[] {
  return [
    ...options.flatMap(({ count, answered }) => [`${count}/${answered}`, `${answered}/${submissionCount}`]),
    ...figures.map(({ has, counted }) => `${has}/${counted}`),
  ];
}

const isPercentage = /[%％]$/;

/** A part of a text; a count is written as one number of another, or in percent. */
export type CountPart = { text: string; isCount: boolean };

/** A text cut at the numbers that may be about answers: "9 of 13", "9 von 13", "70 %". "9/13" may be a date. */
export function countParts(text: string): CountPart[] {
  return text
    .split(counts)
    .map((part, at) => ({ text: part, isCount: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

const number = String.raw`\d{1,3}(?:[.,’'\u00a0\u202f]\d{3})+|\d{1,7}`;
/** "13人中9" is 9 of 13. */
const wholeFirst = '人中';
const between = String.raw`(?:[ \u00a0](?:(?:out )?of(?: the)?|von(?: den)?|sur(?: les)?|de(?: l[aeo]s)?)[ \u00a0]|${wholeFirst})`;
const counts = new RegExp(
  String.raw`(?<![\p{L}\p{N}#.,/:$€£-])((?:${number})(?:${between}(?:${number})(?![\p{N}a-z]|[.,/:-]\d)|(?:[.,]\d)?[ \u00a0\u202f]?[%％]))`,
  'giu',
);

function numbersIn(written: string): number[] {
  const found = written.match(new RegExp(number, 'g')) ?? [];
  return found.map((one) => Number(one.replace(/\D/g, '')));
}
