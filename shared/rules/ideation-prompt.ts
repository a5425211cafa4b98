import { promptLimit } from '#shared/contracts/ai.ts';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { ideationInstructions } from './ideation-instructions.ts';
import { shortenSections } from './ideation-shortening.ts';
import { shortenedMark } from './reply-cut.ts';

/** Changes whenever the wording of the prompt does; a test holds the two together. */
export const ideationPromptVersion = 'ideation-1';

const beforeSections = "\n\nWhat the founder has written down so far, with the founder's own edits:\n";
const afterSections = '\n\nReply with the one JSON object now.';

/**
 * The prompt of one stage: its instructions, the idea and the earlier sections as the founder left them (specification
 * 3 and 4). Both stand as typed between two lines with a marker that neither holds, so nothing in them can end its place.
 * At most 16,000 units for an idea of up to 10,000: longer sections are shortened, each fairly, which `shortened` says.
 */
export function ideationPrompt(wanted: { stage: IdeationStage; idea: string; content: string }): {
  prompt: string;
  shortened: boolean;
} {
  const { stage, idea, content } = wanted;
  const room = promptLimit - framed(stage, idea, '').length - markerRoom;
  const sent = shortenSections(content, Math.max(room, 0));
  return { prompt: framed(stage, idea, sent), shortened: sent !== content && sent.includes(shortenedMark) };
}

/** Stage, idea and sections of a prompt that `ideationPrompt` made, exactly as sent; null for any other prompt. */
export function readIdeationPrompt(
  prompt: string,
): { stage: IdeationStage; idea: string; content: string } | null {
  for (const { stage, text } of ideationInstructions) {
    if (prompt.startsWith(text) && prompt.endsWith(afterSections))
      return readFramed(stage, prompt, text.length);
  }
  return null;
}

// A text of 16,000 units has no room for markers up to five digits; each stands there four times, first with one digit.
const markerRoom = 4 * 4;

function framed(stage: IdeationStage, idea: string, content: string): string {
  const text = ideationInstructions.find((entry) => entry.stage === stage)?.text ?? '';
  const number = freeNumber(idea + content);
  return [
    `${text}<<<IDEA-${number}\n${idea}\nIDEA-${number}>>>`,
    `${beforeSections}<<<SECTIONS-${number}\n${content}\nSECTIONS-${number}>>>${afterSections}`,
  ].join('');
}

function readFramed(stage: IdeationStage, prompt: string, from: number) {
  const number = prompt.slice(from, from + 20).match(/^<<<IDEA-(\d{1,5})\n/)?.[1];
  if (number === undefined) return null;
  const start = from + `<<<IDEA-${number}\n`.length;
  const end = prompt.indexOf(`\nIDEA-${number}>>>${beforeSections}<<<SECTIONS-${number}\n`, start);
  const tail = `\nSECTIONS-${number}>>>${afterSections}`;
  if (end === -1 || !prompt.endsWith(tail)) return null;
  const idea = prompt.slice(start, end);
  const sectionsFrom = prompt.indexOf(`<<<SECTIONS-${number}\n`, end) + `<<<SECTIONS-${number}\n`.length;
  const content = prompt.slice(sectionsFrom, prompt.length - tail.length);
  return framed(stage, idea, content) === prompt ? { stage, idea, content } : null;
}

function freeNumber(text: string): number {
  let number = 1;
  while (text.includes(`IDEA-${number}`) || text.includes(`SECTIONS-${number}`)) number += 1;
  return number;
}
