import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { type Citation, checkCitations, noAnswers } from './citations.ts';
import { citedParts } from './cited-parts.ts';
import { type CountPart, countParts, heldCounts } from './held-counts.ts';

/** A model's text as it is shown: `unheld` are its numbers about answers that are no count of the survey. */
export type CheckedText = { text: string; citations: Citation[]; unheld: string[] };

/**
 * Checks what a model's Markdown says of a survey (design 7, decisions 11 and 23): citations whose words stand in their
 * answer stay, counts that the survey holds become bold, and all else is plain text. No line is moved or removed.
 */
export function checkEvidence(written: string, evidence: AnswerEvidence | null): CheckedText {
  const { text, citations } = checkCitations(written, evidence ?? noAnswers);
  const holds = heldCounts(evidence);
  const isInvented = (part: CountPart) => part.isCount && !holds(part.text);
  const unheld: string[] = [];
  let checked = '';
  let at = 0;
  // Code and citations hold no counts, yet stay where they are.
  const add = (words: string) => {
    for (const part of countParts(words)) {
      const whole = text.slice(at, at + part.text.length);
      at += whole.length;
      checked += part.isCount && !isInvented(part) ? `**${whole}**` : whole;
      if (isInvented(part)) unheld.push(whole);
    }
  };
  for (const [index, words] of withoutCitations(withoutCode(text)).split(boldWords).entries()) {
    const isBold = index % 2 === 1;
    if (isBold && !countParts(words).some(isInvented)) {
      checked += text.slice(at, at + words.length);
      at += words.length;
    } else if (isBold) {
      at += 2;
      add(words.slice(2, -2));
      at += 2;
    } else add(words);
  }
  return { text: checked, citations, unheld };
}

/** Bold words, each in one line. */
const boldWords =
  /(\*\*(?=\S)[^\n]{1,500}?(?<=[^\s*_])\*\*|(?<![\p{L}\p{N}])__(?=\S)[^\n]{1,500}?(?<=[^\s*_])__)/u;

/** A text of the same length with nothing in the place of its citations. */
function withoutCitations(text: string): string {
  return citedParts(text)
    .map((part) => (part.kind === 'text' ? part.text : nothing(part.text)))
    .join('');
}

function nothing(whole: string): string {
  return '\u0000'.repeat(whole.length);
}

/** A text of the same length with nothing in the place of its code. */
function withoutCode(text: string): string {
  return text.replace(fenced, nothing).replace(inLine, nothing);
}

// Bounds keep the time of odd texts in line with their length.
const fenced = /^[ \t>]*(`{3,9}|~{3,9})[^\n]*\n(?:[\s\S]*?\n[ \t>]*\1|[\s\S]*)/gm;
const inLine = /(?<!`)(`{1,9})(?!`)(?:[^\n]|\n(?!\s*\n)){1,1000}?(?<!`)\1(?!`)/g;
