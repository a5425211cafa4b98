import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { type Citation, checkCitations, noAnswers } from './citations.ts';
import { citedParts } from './cited-parts.ts';
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
  const counts = countsIn(text).map((count) => ({ ...count, isHeld: holds(count.text) }));
  const edits: Edit[] = [];
  const bold = boldIn(text).flatMap(({ from, to }) => {
    const inside = counts.filter((count) => count.from > from && count.from < to);
    if (inside.every(({ isHeld }) => isHeld)) return [{ from, to }];
    edits.push({ from, to: from + 2, text: '' }, { from: to - 2, to, text: '' });
    return [];
  });
  for (const { from, text: count, isHeld } of counts) {
    const isBold = bold.some((one) => from > one.from && from < one.to);
    if (isHeld && !isBold) edits.push({ from, to: from + count.length, text: `**${count}**` });
  }
  const unheld = counts.flatMap((count) => (count.isHeld ? [] : [count.text]));
  return { text: edited(text, edits), citations, unheld };
}

type Edit = { from: number; to: number; text: string };

function edited(text: string, edits: Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return result + text.slice(at);
}

function countsIn(text: string): { from: number; text: string }[] {
  let at = 0;
  return countParts(withoutCitations(withoutCode(text))).flatMap((part) => {
    const from = at;
    at += part.text.length;
    return part.isCount ? [{ from, text: part.text }] : [];
  });
}

/** Bold words, each in one line. */
function boldIn(text: string): { from: number; to: number }[] {
  const spans = withoutCode(text).matchAll(/(\*\*|(?<![\p{L}\p{N}])__)(?=\S)[^\n]{1,500}?(?<=[^\s*_])\1/gu);
  return [...spans].map(({ index, 0: whole }) => ({ from: index, to: index + whole.length }));
}

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
