import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import { cutText } from './cut-output.ts';
import { renamed } from './field-names.ts';
import { bulletsOf, indented, isLine, labelOf, pieceOf } from './ideation-bullets.ts';
import { type Factor, isMarketSize, type MarketSize } from './ideation-market-size.ts';
import { fieldNamed, fieldsOfStage } from './ideation-names.ts';
import { ideationParts, ideationShapes } from './ideation-shapes.ts';
import { type Content, contentOf } from './ideation-values.ts';
import { climbReplyLadder, type LadderReading, readArrivedReply } from './ladder.ts';
import { demotedMarkdown, quietMarkdown } from './markdown.ts';

/** Five sections of this length and their headings fit the 60,000 of a session. */
const longestSection = 11_500;

/**
 * A stage's section as Markdown from a model's reply, and the rung of the ladder on which it was read (specification 3
 * and 4). A reply that can't be read is shown as it is, with its headings below ours. A blank reply gives ''. At most
 * 11,500 UTF-16 units; what is longer ends with the line '[shortened]'. Never throws.
 */
export function readIdeationReply(
  stage: IdeationStage,
  completion: string,
): { markdown: string; step: ParserStep } {
  const reading = climbReplyLadder(completion, (written) => fieldNamed(stage, written));
  return { markdown: sectionOf(stage, reading, true), step: reading.step };
}

/** The same of a reply that is still arriving, or that was stopped: what is not there yet is left out. */
export function readPartialIdeationReply(stage: IdeationStage, text: string): string {
  return sectionOf(
    stage,
    readArrivedReply(text, (written) => fieldNamed(stage, written)),
    false,
  );
}

function sectionOf(stage: IdeationStage, reading: LadderReading, isComplete: boolean): string {
  if (reading.step === 'raw')
    return cutText(demotedMarkdown(reading.text.slice(0, 2 * longestSection)), longestSection);
  const fields = renamed(reading.value, (written) => fieldNamed(stage, written));
  return cutText(ideationMarkdown(stage, fields, isComplete), longestSection);
}

const missing = 'N/A';

/**
 * A stage's fields as Markdown for founders: each under its bold label, lists as bullets, and behind them what the model
 * sent beside them. A field that is missing is 'N/A' (specification 3), but left out while the reply is still arriving.
 */
function ideationMarkdown(
  stage: IdeationStage,
  fields: Record<string, unknown>,
  isComplete: boolean,
): string {
  const names = fieldsOfStage(stage);
  const shape: Record<string, Content | MarketSize | undefined> = ideationShapes[stage].parse(fields);
  const blocks = names.map((name) => {
    const value = shape[name];
    if (value === undefined) return isComplete ? `**${labelOf(name)}:** ${missing}` : '';
    return isMarketSize(value) ? sizeBlock(name, value, isComplete) : fieldBlock(name, value, isComplete);
  });
  const others = contentOf(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))),
  );
  for (const [name, value] of Object.entries(others ?? {})) blocks.push(pieceOf(name, value));
  return blocks.filter((block) => block !== '').join('\n\n');
}

function fieldBlock(name: string, value: Content, isComplete: boolean): string {
  const parts = ideationParts[name];
  if (!parts || typeof value === 'string' || Array.isArray(value)) return pieceOf(name, value);
  const known = isComplete ? parts.map((part) => [part, missing]) : [];
  return pieceOf(name, { ...Object.fromEntries(known), ...value });
}

function sizeBlock(name: string, size: MarketSize, isComplete: boolean): string {
  const { formula = '', factors, others } = size;
  const lines = factors.map((factor) => factorLine(factor, isComplete)).filter((line) => line !== '');
  if (others !== undefined) lines.push(bulletsOf(others));
  return `${pieceOf(name, formula).trimEnd()}\n\n${lines.join('\n')}`.trimEnd();
}

/** A factor with what the founder has to fill in, and where its value comes from. */
function factorLine({ name, value, source, others }: Factor, isComplete: boolean): string {
  const isAnnounced = isComplete || source !== undefined;
  const shown = value === undefined ? (isAnnounced ? '[fill in]' : '') : value;
  const from = source === undefined ? (isComplete ? 'your guess' : '') : source;
  const inline = [name === '' ? '' : `**${labelOf(name)}:**`, isLine(shown) ? shown : '', sourceNote(from)];
  const below = [shown, from, others ?? '']
    .filter((part) => !isLine(part))
    .map((part) => indented(bulletsOf(part)));
  // Text without a name before it begins a line, and could begin a heading.
  const line = quietMarkdown(inline.filter((part) => part !== '').join(' '));
  return [line === '' ? '' : `- ${line}`, ...below].filter((part) => part !== '').join('\n');
}

function sourceNote(source: Content): string {
  if (!isLine(source) || source === '') return '';
  return /^your guess$/i.test(source) ? '(your guess)' : `(source: ${source})`;
}
