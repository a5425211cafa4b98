import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import {
  chosenBy,
  isNoted,
  notSpokenOf,
  readCitations,
  spokenOf,
  withoutUnknownNumbers,
} from './build-prompt-citations.ts';
import {
  type BuildPromptPart,
  fencedLines,
  outlineBuildPrompt,
  withoutBlankEnds,
} from './build-prompt-outline.ts';
import { titleOfSection } from './build-prompt-sections.ts';
import { type EvidenceIndex, indexEvidence, matchFeature } from './evidence-index.ts';

/**
 * Puts each feature line of a build prompt (list items under Must, Later and Do not build yet) on what the survey's
 * answers really say: a citation stays only where the answer exists, shares a telling word with the line and does not
 * say it with a "no", answers that clearly speak of it are added, and so are counts of options whose words the line
 * holds. A line under Must or Later that nothing speaks of moves under "Do not build yet". Every other line stays; a second time changes
 * nothing. Evidence without any answer or count judges nothing: then only citations that lead nowhere are taken out.
 */
export function traceFeatures(text: string, evidence: AnswerEvidence): string {
  const index = indexEvidence(evidence);
  const parts = outlineBuildPrompt(text).map((part) => tracePart(part, index));
  const unasked = parts.flatMap(({ moved }) => moved);
  const kept: BuildPromptPart[] = parts.map(({ part }) => part);
  if (unasked.length > 0) addUnasked(kept, unasked);
  return kept.flatMap(({ id, heading, lines }) => (id === null ? lines : [heading, ...lines])).join('\n');
}

type Traced = { part: BuildPromptPart; moved: string[] };

function tracePart(part: BuildPromptPart, index: EvidenceIndex): Traced {
  const { id, lines } = part;
  const isWanted = id === 'must' || id === 'later';
  const moved: string[] = [];
  const kept: string[] = [];
  let hasFeature = false;
  for (const block of blocksOf(lines)) {
    const [first = '', ...others] = block.lines;
    if (!block.isItem || !(isWanted || id === 'unasked')) {
      kept.push(...block.lines.map((line) => withoutUnknownNumbers(line, index.numbers)));
      continue;
    }
    const { bare, reasons, note } = trace(first, others, index);
    const isMoving = isWanted && index.canMatch && reasons === '';
    if (isMoving) moved.push(...atMargin([`${bare} ${note}`, ...others]));
    // A line that was moved before keeps a note.
    else kept.push(bare + (reasons || (isNoted(first) ? ` ${note}` : '')), ...others);
    hasFeature ||= !isMoving;
  }
  const isEmptied = moved.length > 0 && !hasFeature;
  return {
    part: {
      ...part,
      lines: isEmptied ? [...kept.filter(isNoGap), id === 'must' ? nothingAsked : nothingMore, ''] : kept,
    },
    moved,
  };
}

type Tracing = { bare: string; reasons: string; note: string };

/** The line without its citations, those that hold, and what is to be said when none does. */
function trace(first: string, others: string[], index: EvidenceIndex): Tracing {
  const { bare, numbers } = readCitations(first);
  const { answers, against, options } = matchFeature([bare, ...others].join(' '), numbers, index);
  const reasons = [spokenOf(answers), ...options.map(chosenBy)].join('');
  return { bare, reasons, note: notSpokenOf(against, index.newest) };
}

type Block = { isItem: boolean; lines: string[] };

/** List items with the lines below them that are indented further; all other lines one by one. */
function blocksOf(lines: string[]): Block[] {
  const fenced = fencedLines(lines);
  const blocks: Block[] = [];
  lines.forEach((line, index) => {
    const last = blocks.at(-1);
    const isBelow = last?.isItem && indentOf(line) > Math.max(1, indentOf(last.lines[0] ?? ''));
    const isItem =
      !fenced[index] && /^ {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+\S/.test(line) && !isPlaceholder.test(line);
    if (isBelow) last.lines.push(line);
    else blocks.push({ isItem, lines: [line] });
  });
  return blocks;
}

function indentOf(line: string): number {
  return line.trim() === '' ? 0 : (line.match(/^\s*/)?.[0].replaceAll('\t', '    ').length ?? 0);
}

/** A block as it is at the margin, where it cannot become part of the item before it. */
function atMargin(lines: string[]): string[] {
  const indent = lines[0]?.match(/^ */)?.[0] ?? '';
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
}

const isPlaceholder = /^\s*\S+\s+(?:none|nothing|n\/a|-)\b[^#]{0,20}$/i;

function isNoGap(line: string, index: number, lines: string[]): boolean {
  return line.trim() !== '' || index < lines.length - 1;
}

const nothingAsked =
  'No answer that was read speaks of a feature here. Build the one key action alone and show it to people who answered.';

const nothingMore = 'No answer that was read speaks of more.';

/** Adds the lines to "Do not build yet", which is made behind the other features where there is none. */
function addUnasked(parts: BuildPromptPart[], lines: string[]): void {
  const existing = parts.find(({ id }) => id === 'unasked');
  if (existing) {
    existing.lines = ['', ...withoutBlankEnds(existing.lines), ...lines, ''];
    return;
  }
  const place = parts.findLastIndex(({ id }) => id === 'must' || id === 'later' || id === 'never');
  const before = parts[place];
  if (before && before.lines.at(-1)?.trim() !== '') before.lines.push('');
  parts.splice(place + 1, 0, {
    id: 'unasked',
    heading: `## ${titleOfSection('unasked')}`,
    lines: ['', ...lines, ''],
  });
}
