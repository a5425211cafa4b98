import { type BuildPromptSection, buildPromptSections } from './build-prompt-sections.ts';

/** A section with the lines below its heading; `id` is null for what is before the first one. */
export type BuildPromptPart = { id: BuildPromptSection | null; heading: string; lines: string[] };

/**
 * A build prompt's text cut at the headings of its known sections, whatever order, level or numbers they have.
 * Headings of other names stay where they are, inside the part before them. No line is lost or changed.
 */
export function outlineBuildPrompt(text: string): BuildPromptPart[] {
  const lines = text.split(/\r\n|\r|\n/);
  const fenced = fencedLines(lines);
  const levels = lines.map((line, index) => (fenced[index] ? null : headingOf(line)));
  // Headings of the third level are a section's own, unless the text has none above them.
  const deepest = levels.some((found) => found && found.level <= 2) ? 2 : 3;
  const parts: BuildPromptPart[] = [{ id: null, heading: '', lines: [] }];
  lines.forEach((line, index) => {
    const found = levels[index];
    if (found && found.level <= deepest) parts.push({ id: found.id, heading: line, lines: [] });
    else parts.at(-1)?.lines.push(line);
  });
  return parts;
}

/** Which lines are inside a code block or mark one. A fence without its partner marks none. */
export function fencedLines(lines: string[]): boolean[] {
  const marks = lines.map((line) => /^ {0,3}(```|~~~)/.test(line));
  if (marks.filter(Boolean).length % 2 === 1) return lines.map(() => false);
  let inside = false;
  return marks.map((isMark) => {
    if (isMark) inside = !inside;
    return inside || isMark;
  });
}

/** The lines without the blank ones at both ends. */
export function withoutBlankEnds(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}

function headingOf(line: string): { level: number; id: BuildPromptSection } | null {
  const [, marks = '', words = ''] = line.match(/^ {0,3}(#{1,3})[ \t]+(\S.{0,80})$/) ?? [];
  const title = words
    .toLowerCase()
    .replace(/[*_:#\s]+/g, ' ')
    .trim()
    .replace(/^\d{1,2}[.)] ?/, '');
  const id = idsByTitle.get(title);
  return id ? { level: marks.length, id } : null;
}

const idsByTitle = new Map<string, BuildPromptSection>([
  ...buildPromptSections.map(({ id, title }): [string, BuildPromptSection] => [title.toLowerCase(), id]),
  ['must have', 'must'],
  ['must-have', 'must'],
]);
