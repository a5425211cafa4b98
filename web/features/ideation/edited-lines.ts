import { stageParts } from '#shared/rules/ideation/ideation-sections.ts';
import { checkCitations, noAnswers } from '#shared/rules/surveys/citations.ts';
import type { IdeationDocument } from './session-document.ts';

/** Lines that the founder wrote or changed in sections whose first text is known; undefined where there are none. */
export function editedLines({ content, receipts }: IdeationDocument): string | undefined {
  const edited = stageParts(content).flatMap(({ stage, text }) => {
    const original = receipts.findLast((receipt) => receipt.stage === stage)?.original;
    if (original === undefined) return [];
    const written = new Set(checkCitations(original, noAnswers).text.split('\n').map(bareLine));
    return text.split('\n').filter((line) => !written.has(bareLine(checkCitations(line, noAnswers).text)));
  });
  return edited.join('\n') || undefined;
}

/** A line without bold marks, which the check of its counts may have added. */
function bareLine(line: string): string {
  return line.replaceAll('*', '').trim();
}
