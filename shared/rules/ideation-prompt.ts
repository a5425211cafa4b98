import { type CoachTask, promptLimit } from '#shared/contracts/ai.ts';
import { evidencePart, evidenceText, fitEvidence } from './build-prompt-evidence.ts';
import { ideationInstructions } from './ideation-instructions.ts';
import { shortenSections } from './ideation-shortening.ts';
import { ideaParts, markedData, markerReserve, type TaskPrompt } from './prompt-parts.ts';

/** Changes whenever the wording of the prompt does; a test holds the two together. */
export const ideationPromptVersion = 'ideation-2';

/**
 * The prompt of one stage (specification 3 and 4), at most 16,000 units for an idea of up to 10,000: answers get a
 * third of the room that is left, and long sections are shortened, each fairly.
 */
export function ideationPrompt(task: CoachTask): TaskPrompt<CoachTask> {
  const instructions = ideationInstructions.find(({ stage }) => stage === task.stage)?.text ?? '';
  const dataOf = (sent: CoachTask) => markedData(partsOf(sent));
  const room = (sent: CoachTask) =>
    Math.max(promptLimit - `${instructions}\n\n${dataOf(sent)}`.length - markerReserve, 0);
  const bare: CoachTask = { ...task, content: '', evidence: null };
  const share = Math.floor(room(bare) / 3) - evidenceFrame;
  const evidence = task.evidence ? fitEvidence(task.evidence, share) : null;
  const content = shortenSections(task.content, room({ ...bare, evidence }));
  const sent = { ...task, content, evidence };
  return { instructions, data: dataOf(sent), task: sent };
}

/** Room for the title and the markers of the answers. */
const evidenceFrame = evidencePart('').title.length + 40;

function partsOf(task: CoachTask) {
  const title = "What the founder has written down so far, with the founder's own edits:";
  const parts = [...ideaParts(task), { title, marker: 'SECTIONS', text: task.content }];
  return task.evidence ? [...parts, evidencePart(evidenceText(task.evidence))] : parts;
}
