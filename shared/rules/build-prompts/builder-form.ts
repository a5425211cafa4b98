import { type BuilderName, buildPromptLimit } from '#shared/contracts/build-prompts.ts';
import {
  type BuildPromptPart,
  fencedLines,
  outlineBuildPrompt,
  withoutBlankEnds,
} from './build-prompt-outline.ts';
import { type BuildPromptSection, titleOfSection } from './build-prompt-sections.ts';
import { type BuilderShape, builderShapes } from './builder-shapes.data.ts';

/**
 * A build prompt in the form that suits a builder: an opening and a closing line, the order and style of the known
 * sections' headings, and how the lists of checks and slices begin. Can be applied to any text again and again, also
 * to one in another builder's form or with the founder's edits: content lines are moved, never changed or lost.
 * A text too long to take the form comes back as it is.
 */
export function formFor(builder: BuilderName, text: string): string {
  const shape = builderShapes[builder];
  const parts = contentParts(text);
  const room = buildPromptLimit - formReserve;
  if (joined(parts.map((part) => partText(part, builderShapes.plain, 0))).length > room) return text;
  const known = parts.filter(({ id }) => id !== null).sort((a, b) => placeOf(shape, a) - placeOf(shape, b));
  const body = [...parts.filter(({ id }) => id === null), ...known];
  let number = 0;
  const texts = body.map((part) => partText(part, shape, part.id === null ? 0 : ++number));
  const content = joined(texts);
  return content === '' ? '' : joined([shape.opening, content, shape.closing]);
}

// Room for openings, closings, numbers and boxes.
const formReserve = 2_000;

/** The text's parts without any builder's own lines, wherever those have got to, and the gaps that they leave. */
function contentParts(text: string): BuildPromptPart[] {
  const lines = text.split(/\r\n|\r|\n/);
  const fenced = fencedLines(lines);
  const content: string[] = [];
  let isGap = false;
  lines.forEach((line, index) => {
    const isOwn = !fenced[index] && ownLines.has(line.trim());
    isGap = isOwn || (isGap && line.trim() === '');
    if (!isGap) content.push(line);
  });
  return outlineBuildPrompt(content.join('\n')).map((part) => ({
    ...part,
    lines: withoutBlankEnds(part.lines),
  }));
}

function partText({ id, lines }: BuildPromptPart, shape: BuilderShape, number: number): string {
  if (id === null) return lines.join('\n');
  const heading = `## ${shape.numbered ? `${number}. ` : ''}${titleOfSection(id)}`;
  return [heading, ...(lines.length > 0 ? ['', ...listLines(id, lines, shape)] : [])].join('\n');
}

/** The lines with the items of checks and slices begun as the builder wants them; other sections stay as they are. */
function listLines(id: BuildPromptSection, lines: string[], shape: BuilderShape): string[] {
  if (id !== 'checks' && id !== 'slices') return lines;
  const fenced = fencedLines(lines);
  let number = 0;
  return lines.map((line, index) => {
    const item = fenced[index] ? undefined : line.match(listItem)?.[1];
    if (item === undefined) return line;
    if (/^\[[xX]\] /.test(item)) return `- ${item}`;
    number += 1;
    if (shape.tasks) return `- [ ] ${item}`;
    return id === 'slices' ? `${number}. ${item}` : `- ${item}`;
  });
}

const listItem = /^(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[ \][ \t]+)*(?=\S)(.*)$/;

function placeOf(shape: BuilderShape, part: BuildPromptPart): number {
  return part.id === null ? -1 : shape.order.indexOf(part.id);
}

function joined(texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

const ownLines = new Set(
  Object.values(builderShapes)
    .flatMap(({ opening, closing }) => [opening, closing])
    .filter((line) => line !== ''),
);
