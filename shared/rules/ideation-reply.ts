import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import { ideationMarkdown } from './ideation-markdown.ts';
import { fieldNamed } from './ideation-names.ts';
import { cutText } from './reply-cut.ts';
import { climbReplyLadder, type LadderReading, readArrivedReply } from './reply-ladder.ts';
import { demotedMarkdown } from './reply-markdown.ts';
import { renamed } from './reply-names.ts';

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
