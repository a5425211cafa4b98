import { englishStopWords } from './stop-words.data.ts';

/** The words of an English text that tell its subject, in lower case and the singular, in their order. */
export function subjectWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\d'-]+/gu) ?? [];
  return words.filter((word) => word.length > 1 && !englishStopWords.has(word)).map(singular);
}

/** An English noun in the singular, by its ending. */
export function singular(noun: string): string {
  if (/(ss|us|is|news|[^l]ics|diabetes|series|maths|clothes|goods|glasses|scissors)$/.test(noun)) return noun;
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  return noun.replace(/(ss|sh|ch|x|zz)es$/, '$1').replace(/([^s])s$/, '$1');
}
