import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';

/** Separator of the answers to a multi-select question on the wire (specification 3). */
export const answerSeparator = ', ';

/**
 * True for checkboxes of which two lists of options give the same joined text, such as "Tea", "Milk" and "Tea, Milk"
 * (Sardinas and Patterson, 1953: what one list leaves over must never be made of options).
 */
export function canBeMistaken(question: Pick<SurveyQuestion, 'options' | 'multiSelect'>): boolean {
  if (!question.multiSelect) return false;
  const options = [...new Set(question.options)].map((option) => option + answerSeparator);
  const after = (start: string, text: string) =>
    start !== text && text.startsWith(start) ? [text.slice(start.length)] : [];
  const left = new Set(options.flatMap((option) => options.flatMap((other) => after(option, other))));
  for (const rest of left) {
    if (options.includes(rest)) return true;
    for (const option of options)
      for (const next of [...after(rest, option), ...after(option, rest)]) left.add(next);
  }
  return false;
}

/**
 * Splits joined options, which may contain the separator themselves: longest first.
 * Null when the text is not made of the options.
 */
export function splitOptions(joined: string, options: string[]): string[] | null {
  const longestFirst = [...options].sort((a, b) => b.length - a.length);
  const dead = new Set<number>();
  const from = (start: number, chosen: string[]): string[] | null => {
    if (dead.has(start)) return null;
    for (const option of longestFirst) {
      if (!joined.startsWith(option, start)) continue;
      const end = start + option.length;
      if (end === joined.length) return [...chosen, option];
      if (!joined.startsWith(answerSeparator, end)) continue;
      const rest = from(end + answerSeparator.length, [...chosen, option]);
      if (rest) return rest;
    }
    dead.add(start);
    return null;
  };
  return from(0, []);
}
