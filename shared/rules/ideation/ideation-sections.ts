import type { IdeationStage } from '#shared/contracts/ideation.ts';
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
    const heading = line.match(/^ {0,3}###(?:[ \t]+(\S.*))?$/);
    if (heading) {
      close();
      title = withoutClosing(heading[1] ?? '');
    } else lines.push(line);
  }
  close();
  return sections;
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
