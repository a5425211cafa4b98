import { type CoachTask, promptLimit } from '#shared/contracts/ai.ts';
import { splitSections } from '#shared/rules/ideation/ideation-sections.ts';
import { cutText, shortenedMark } from '#shared/rules/text/plain-text.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';
import { evidencePart, evidenceText, fitEvidence } from './build-prompt-evidence.ts';
import { ideationInstructions } from './ideation-instructions.ts';
import { ideaParts, markedData, markerReserve, type TaskPrompt } from './prompt-parts.ts';

/** Changes whenever the wording of the prompt does; a test holds the two together. */
export const ideationPromptVersion = 'ideation-4';

/**
 * The prompt of one stage (specification 3 and 4), at most 16,000 units for an idea of up to 10,000: answers get a
 * third of the room that is left, and long sections are shortened, each fairly.
 */
export function ideationPrompt(task: CoachTask): TaskPrompt<CoachTask> {
  const instructions = ideationInstructions.find(({ stage }) => stage === task.stage)?.text ?? '';
  const dataOf = (sent: CoachTask) => markedData(partsOf(sent));
  const room = (sent: CoachTask) =>
    Math.max(promptLimit - `${instructions}\n\n${dataOf(sent)}`.length - markerReserve, 0);
  const bare: CoachTask = { ...task, content: '', edited: undefined, evidence: null };
  const share = Math.floor(room(bare) / 3) - evidenceFrame;
  const evidence = task.evidence ? fitEvidence(task.evidence, share) : null;
  const edited = task.edited && cutText(task.edited, Math.floor(room({ ...bare, evidence }) / 4));
  const marked: CoachTask = edited ? { ...bare, edited, evidence } : { ...bare, evidence };
  const content = shortenSections(task.content, room(marked));
  const sent = { ...marked, content };
  return { instructions, data: dataOf(sent), task: sent };
}

/** Room for the title and the markers of the answers. */
const evidenceFrame = evidencePart('').title.length + 40;

function partsOf(task: CoachTask) {
  const title = "What the founder has written down so far, with the founder's own edits:";
  const parts = [...ideaParts(task), { title, marker: 'SECTIONS', text: task.content }];
  if (task.edited)
    parts.push({ title: 'Of these, the founder wrote or changed:', marker: 'EDITED', text: task.edited });
  return task.evidence ? [...parts, evidencePart(evidenceText(task.evidence))] : parts;
}

const longestTitle = 100;

/**
 * The sections in at most `room` UTF-16 units; unchanged when they fit. Titles stay and short sections stay whole;
 * the others get equal room, and each that is cut ends with the line '[shortened]'.
 */
function shortenSections(content: string, room: number): string {
  if (content.length <= room) return content;
  const sections = splitSections(content);
  const titles = sections.map(({ title }) =>
    title === '' ? '' : `### ${wellFormed(title.slice(0, longestTitle))}\n\n`,
  );
  const fixed = titles.join('\n\n').length;
  // A page of titles alone leaves nothing to share.
  if (fixed + sections.length * shortenedMark.length > room) return cutText(content, room);
  const shares = fairShares(
    sections.map(({ text }) => text.length),
    room - fixed,
  );
  return sections
    .map(({ text }, index) => `${titles[index]}${cutText(text, shares[index] ?? 0)}`)
    .join('\n\n');
}

/** Share of the room for each length: all of it when short, else an equal share of the rest. */
function fairShares(lengths: number[], room: number): number[] {
  const shares: number[] = lengths.map(() => 0);
  const order = lengths.map((_, index) => index).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  let left = room;
  order.forEach((index, place) => {
    const share = Math.min(lengths[index] ?? 0, Math.floor(left / (order.length - place)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}
