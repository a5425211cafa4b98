import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { fieldNamed } from '#shared/rules/ideation-names.ts';
import { splitSections } from '#shared/rules/ideation-sections.ts';
import { ideationParts } from '#shared/rules/ideation-shapes.ts';
import { listMark } from '#shared/rules/reply-list-mark.ts';

/** What stands under each label of a section, line by line, as the founder left it. */
export type SectionFields = {
  /** The whole text of the section. */
  text: string;
  /** Whether any label of the stage stands in it. */
  isLabelled: boolean;
  /** Lines under a label; empty where there is no such label. */
  under(label: string): string[];
  /** The same as items of a list: only the list's own lines where there are any. */
  items(label: string): string[];
};

/** The fields of a stage's section as they stand after the founder's edits; null where there is no such section. */
export function fieldsOf(content: string, stage: IdeationStage): SectionFields | null {
  const text =
    splitSections(content)
      .find((section) => section.stage === stage)
      ?.text.trim() ?? '';
  if (text === '') return null;
  const fields = new Map<string, string[]>();
  let current: string | null = null;
  for (const line of text.split('\n')) {
    const labelled = labelOf(line, stage);
    if (labelled) {
      current = labelled.label;
      fields.set(current, [...(fields.get(current) ?? []), labelled.rest]);
    } else if (current) fields.get(current)?.push(line);
  }
  const under = (label: string) => fields.get(label)?.filter((line) => plainLine(line) !== '') ?? [];
  return {
    text,
    isLabelled: fields.size > 0,
    under: (label) => under(label).map(plainLine),
    items: (label) => itemsOf(under(label)),
  };
}

/** A line without the marks of Markdown. */
export function plainLine(line: string): string {
  return line
    .replace(/^[\s>]+/, '')
    .replace(/^#{1,6}\s+/, '')
    .replace(listMark, '')
    .replace(/^\[[ x]\]\s+/i, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .trim();
}

function labelOf(line: string, stage: IdeationStage): { label: string; rest: string } | null {
  // "- Concept: …" without bold is an item of a list that happens to begin so.
  if (isItem(line) && !/^(?:\*\*|__)/.test(line.trimStart().replace(listMark, ''))) return null;
  const [name = '', ...rest] = plainLine(line).split(/[:：]/);
  if (name.length > 60) return null;
  const label = fieldNamed(stage, name) ?? partNames.find((part) => part === name.trim().toLowerCase());
  return label ? { label, rest: rest.join(':').trim() } : null;
}

const partNames = Object.values(ideationParts).flat();

// What is told below an item, further in, is no item of its own.
function itemsOf(lines: string[]): string[] {
  const marked = lines.filter(isItem);
  const outermost = Math.min(...marked.map(indentOf));
  const items = marked.length > 0 ? marked.filter((line) => indentOf(line) === outermost) : lines;
  return items.map(plainLine).filter((item) => /[\p{L}\p{N}]/u.test(item));
}

function isItem(line: string): boolean {
  return listMark.test(line.trimStart());
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
