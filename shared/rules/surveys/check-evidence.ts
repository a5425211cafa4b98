import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { type Citation, checkCitations, noAnswers } from './citations.ts';
import { countParts, heldCounts } from './held-counts.ts';

/** A model's text as it is shown: `unheld` are its numbers about answers that are no count of the survey. */
export type CheckedText = { text: string; citations: Citation[]; unheld: string[] };

/**
 * Checks what a model's Markdown says of a survey (design 7, decisions 11 and 23): citations whose words stand in their
 * answer stay, counts that the survey holds become bold, and all else is plain text. No line is moved or removed.
 */
export function checkEvidence(written: string, evidence: AnswerEvidence | null): CheckedText {
  const { text, citations } = checkCitations(written, evidence ?? noAnswers);
  const holds = heldCounts(evidence);
  const unheld: string[] = [];
  let marked = '';
  let place = 0;
  for (const part of countParts(text)) {
    const before = marked;
    place += part.text.length;
    if (!part.isCount) marked += part.text;
    else if (holds(part.text)) marked += isInBold(before) ? part.text : `**${part.text}**`;
    else {
      unheld.push(part.text);
      const isAlone =
        /(?:^|[^*])\*\*$/.test(before) && isInBold(before) && text.slice(place).startsWith('**');
      marked += part.text;
      if (isAlone) marked = `${before.slice(0, -2)}${plainMark}${part.text}${plainMark}`;
    }
  }
  return { text: marked.replaceAll(`${plainMark}**`, '').replaceAll(plainMark, ''), citations, unheld };
}

// Takes the place of marks that go; no text holds it.
const plainMark = '\u0000';

/** Inside of bold text, on the last line. */
function isInBold(text: string): boolean {
  return text.slice(text.lastIndexOf('\n') + 1).split('**').length % 2 === 0;
}
