import type { AnswerEvidence } from '#shared/contracts/ai.ts';

/** True for a number about answers, such as "9 of 13" or "70 %", that the survey holds. */
export type HoldsCount = (written: string) => boolean;

/**
 * The counts of a survey: how often each option was chosen, how many answered, the figures of its verdict, and each as
 * a whole percentage. A number that a model gives is evidence only if it is among them.
 */
export function heldCounts(evidence: AnswerEvidence | null): HoldsCount {
  const pairs = evidence ? pairsIn(evidence) : [];
  const known = new Set(pairs.map(([part, whole]) => `${part}/${whole}`));
  const percents = new Set(
    pairs.filter(([, whole]) => whole > 0).map(([part, whole]) => Math.round((100 * part) / whole)),
  );
  return (written) => {
    const numbers = numbersIn(written);
    const [one = -1, other] = numbers;
    if (other === undefined) return percents.has(Math.round(one));
    // "9 of 13", and "13人中9人".
    return known.has(`${one}/${other}`) || (one > other && known.has(`${other}/${one}`));
  };
}

/** A part of a text; a count is written as one number of another, or in percent. */
export type CountPart = { text: string; isCount: boolean };

/** A text cut at the numbers that may be about answers: "9 of 13", "9 von 13", "9/13", "70 %". */
export function countParts(text: string): CountPart[] {
  return text
    .split(counts)
    .map((part, at) => ({ text: part, isCount: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

const number = String.raw`\d{1,3}(?:[.,’'\u00a0\u202f]\d{3})+|\d{1,7}`;
// Up to three short words in any language between two numbers; dates and versions have more of them.
const between = String.raw`(?:[ \u00a0](?:\p{L}{1,5}[ \u00a0]){1,3}|[ \u00a0]?[/／][ \u00a0]?|人中)`;
const counts = new RegExp(
  String.raw`(?<![\p{L}\p{N}#.,/:$€£-])((?:${number})(?:${between}(?:${number})(?!\p{N}|[.,/:-]\d)|(?:[.,]\d)?[ \u00a0\u202f]?[%％]))`,
  'gu',
);

function numbersIn(written: string): number[] {
  const found = written.match(new RegExp(`${number}(?:[.,]\\d(?!\\d))?`, 'g')) ?? [];
  return found.map((one) => Number(one.replace(/[.,’'\u00a0\u202f](?=\d{3})/g, '').replace(',', '.')));
}

function pairsIn({ submissionCount, options, figures = [] }: AnswerEvidence): [number, number][] {
  return [
    ...options.flatMap(({ count, answered }): [number, number][] =>
      answered === null
        ? []
        : [
            [count, answered],
            [answered, submissionCount],
          ],
    ),
    ...figures.map(({ has, counted }): [number, number] => [has, counted]),
  ];
}
