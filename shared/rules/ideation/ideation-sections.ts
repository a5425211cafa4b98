import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { spliced } from '#shared/rules/lists.ts';
import { ideationStages, textsOfStage } from './ideation-stages.ts';

type Section = { stage: IdeationStage | null; title: string; text: string };

/**
 * The session's content with a new section: `### {stage title}`, a blank line, the Markdown (specification 4).
 * The first stage replaces all; every other one is put at the end.
 */
export function appendSection(content: string, stage: IdeationStage, markdown: string): string {
  const section = `### ${textsOfStage(stage).title}\n\n${markdown.trim()}`;
  const before = stage === 'IDEATION' ? '' : content.trimEnd();
  return before === '' ? section : `${before}\n\n${section}`;
}

/**
 * The sections of a session as the founder left them. A heading that is no stage's title is a section without stage,
 * and so is text before the first heading (its title is ''). A stage's title counts in any case, at its first place.
 */
export function splitSections(content: string): Section[] {
  const sections: Section[] = [];
  const lines: string[] = [];
  let title: string | null = null;
  const close = () => {
    const text = lines.splice(0).join('\n').trim();
    if (title !== null || text !== '') sections.push(sectionOf(title ?? '', text, sections));
  };
  for (const line of content.split(/\r?\n/)) {
    const heading = headingIn(line);
    if (heading !== null) {
      close();
      title = heading;
    } else lines.push(line);
  }
  close();
  return sections;
}

/** A stage's heading line and all that is written below it, with the founder's own headings. */
type StagePart = { stage: IdeationStage; heading: string; text: string };

/**
 * The session cut where each stage's heading comes first. Text above the first heading belongs to that stage, text
 * without any heading to the first stage; `heading` is then '' and `text` holds all.
 */
export function stageParts(content: string): StagePart[] {
  const parts: { stage: IdeationStage; lines: string[] }[] = [];
  const above: string[] = [];
  for (const line of content.split(/\r?\n/)) {
    const stage = stageOfHeading(line);
    const isFirst = stage !== null && parts.every((part) => part.stage !== stage);
    if (isFirst) parts.push({ stage, lines: [line] });
    else (parts.at(-1)?.lines ?? above).push(line);
  }
  if (above.join('').trim() !== '') {
    const [first = { stage: 'IDEATION' as const, lines: [] }, ...others] = parts;
    return [
      {
        stage: first.stage,
        heading: '',
        text: stageText([...above, ...first.lines].join('\n'), first.stage),
      },
      ...others.map(partOf),
    ];
  }
  return parts.map(partOf);
}

/** The session with another text below one stage's heading. An empty one takes its heading with it. */
export function replaceStageText(content: string, stage: IdeationStage, text: string): string {
  const parts = stageParts(content);
  const index = parts.findIndex((part) => part.stage === stage);
  const { heading = `### ${textsOfStage(stage).title}` } = parts[index] ?? {};
  const part = { stage, heading, text: stageText(text, stage) };
  const later = parts.findIndex((other) => placeOf(other.stage) > placeOf(stage));
  const place = index !== -1 ? index : later !== -1 ? later : parts.length;
  return spliced(parts, place, index === -1 ? 0 : 1, ...(part.text === '' ? [] : [part]))
    .map((one) => [one.heading, one.text].filter((lines) => lines !== '').join('\n\n'))
    .join('\n\n');
}

/** A stage's text as it is stored: no blank lines around it, and no heading in it that would begin another stage. */
export function stageText(text: string, stage: IdeationStage): string {
  return text
    .split(/\r?\n/)
    .map((line) => {
      const other = stageOfHeading(line);
      return other !== null && other !== stage ? line.replace('###', '####') : line;
    })
    .join('\n')
    .replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}

function partOf({ stage, lines: [heading = '', ...lines] }: { stage: IdeationStage; lines: string[] }) {
  return { stage, heading: heading.trimEnd(), text: stageText(lines.join('\n'), stage) };
}

function placeOf(stage: IdeationStage): number {
  return ideationStages.findIndex((entry) => entry.stage === stage);
}

function stageOfHeading(line: string): IdeationStage | null {
  const title = headingIn(line);
  return ideationStages.find((entry) => title !== null && sameTitle(entry.title, title))?.stage ?? null;
}

/** The words of a line that begins a section; null for any other. */
function headingIn(line: string): string | null {
  const heading = line.match(/^ {0,3}###(?:[ \t]+(\S.*))?$/);
  return heading && withoutClosing(heading[1] ?? '');
}

function sectionOf(title: string, text: string, earlier: Section[]): Section {
  const stage = ideationStages.find((entry) => sameTitle(entry.title, title))?.stage ?? null;
  const isTaken = earlier.some((section) => section.stage === stage);
  return { stage: isTaken ? null : stage, title, text };
}

function sameTitle(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

// Markdown allows a heading to be closed by number signs.
function withoutClosing(title: string): string {
  const words = title.trim().split(/[ \t]+/);
  return (/^#+$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words).join(' ');
}
