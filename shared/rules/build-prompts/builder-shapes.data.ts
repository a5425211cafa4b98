import type { BuilderName } from '#shared/contracts/build-prompts.ts';
import { type BuildPromptSection, buildPromptSections } from './build-prompt-sections.ts';

/** How a build prompt looks for one builder. Opening and closing are one line each, known again word for word. */
export type BuilderShape = {
  opening: string;
  closing: string;
  order: BuildPromptSection[];
  /** True when headings carry numbers. */
  numbered: boolean;
  /** True when checks and slices are boxes to tick. */
  tasks: boolean;
};

const usual = buildPromptSections.map(({ id }) => id);

export const builderShapes: Record<BuilderName, BuilderShape> = {
  plain: { opening: '', closing: '', order: usual, numbered: false, tasks: false },
  lovable: {
    opening:
      'Keep this text as the knowledge of the project. Ask me the questions first, then build the first slice only.',
    closing: 'Build one slice at a time and stop after each, so that I can try it before you go on.',
    order: first(['sentence', 'who', 'action', 'must', 'later', 'never', 'ask', 'journey']),
    numbered: false,
    tasks: false,
  },
  bolt: {
    opening:
      'Build a working web app from this brief. Before you write code, ask me what the brief leaves open.',
    closing:
      'Begin with the first slice, run it, and go through its acceptance checks before the next slice.',
    order: first(['sentence', 'who', 'action', 'must', 'screens', 'journey', 'data', 'states']),
    numbered: false,
    tasks: false,
  },
  v0: {
    opening:
      'Design and build these screens. Use the copy as it is written here, and ask me what is not clear.',
    closing: 'Show me the screens of the first slice with their states before you connect any data.',
    order: first(['sentence', 'action', 'screens', 'look', 'states', 'journey', 'who']),
    numbered: false,
    tasks: false,
  },
  replit: {
    opening:
      'Plan first: read all sections, ask me the open questions, then propose the plan for the first slice.',
    closing: 'After each slice, run the app, go through the acceptance checks and tell me which ones hold.',
    order: first(['sentence', 'ask', 'who', 'action', 'journey', 'data', 'screens']),
    numbered: true,
    tasks: false,
  },
  cursor: {
    opening:
      'This is the specification of the project. Save it as SPEC.md and treat it as the source of truth.',
    closing:
      'Work through the slices in order, tick each task when its checks hold, and ask before you leave the specification.',
    order: usual,
    numbered: true,
    tasks: true,
  },
};

function first(sections: BuildPromptSection[]): BuildPromptSection[] {
  return [...sections, ...usual.filter((id) => !sections.includes(id))];
}
