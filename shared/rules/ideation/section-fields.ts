import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { labelOf } from '#shared/rules/model-output/markdown.ts';
import { stageParts } from './ideation-sections.ts';

/** The lines below a field's label in a section of the session, without the marks of Markdown; none where it says N/A. */
export function fieldLines(content: string, stage: IdeationStage, field: string): string[] {
  const text = stageParts(content).find((part) => part.stage === stage)?.text ?? '';
  const label = `**${labelOf(field)}:**`;
  const lines = text.split('\n');
  const first = lines.findIndex((line) => isLabelled(line, label));
  if (first === -1) return [];
  const inside = lines.slice(first + 1);
  const end = inside.findIndex((line) => /^(?:\*\*[^*\n]+:\*\*|- \*\*[^*\n]+:\*\*)/.test(line));
  const own = (lines[first] ?? '').replace(/^[-*] /, '').slice(label.length);
  return [own, ...(end === -1 ? inside : inside.slice(0, end))]
    .map((line) =>
      line
        .replace(/^[\s>*+-]+/, '')
        .replaceAll('**', '')
        .trim(),
    )
    .filter((line) => line !== '' && line !== 'N/A');
}

/** A field has its label at the start of a line; a part of one, such as Demographics, behind a bullet. */
function isLabelled(line: string, label: string): boolean {
  return line.startsWith(label) || line.startsWith(`- ${label}`);
}
