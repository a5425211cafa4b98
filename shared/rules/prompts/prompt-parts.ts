import type { AiTask } from '#shared/contracts/ai.ts';

/** A prompt in two parts: `instructions` say what to do, `data` holds only what people wrote. */
export type PromptParts = { instructions: string; data: string };

/** The prompt of a task, with the task as it was cut to fit the longest prompt. */
export type TaskPrompt<T extends AiTask = AiTask> = PromptParts & { task: T };

/** The body of a call to the AI (specification 7): the whole prompt as one text, and the task that it is for. */
export function promptBody<T extends AiTask>({ instructions, data, task }: TaskPrompt<T>) {
  return { prompt: `${instructions}\n\n${data}`, task };
}

/** Something that people wrote, under its title, between two lines with a marker. */
export type DataPart = { title: string; marker: string; text: string };

/** Digits that the markers of four parts may grow by. */
export const markerReserve = 40;

/** The parts with markers that none of their texts holds, so that nothing in a text can end its place. */
export function markedData(parts: DataPart[]): string {
  const texts = parts.map(({ text }) => text).join('\n');
  let number = 1;
  while (parts.some(({ marker }) => texts.includes(`${marker}-${number}`))) number += 1;
  const blocks = parts.map(
    ({ title, marker, text }) => `${title}\n<<<${marker}-${number}\n${text}\n${marker}-${number}>>>`,
  );
  return [...blocks, 'Reply with the one JSON object now.'].join('\n\n');
}

/** The idea, and its reading where the founder has seen one. */
export function ideaParts({ idea, reading }: Pick<AiTask, 'idea' | 'reading'>): DataPart[] {
  const parts = [{ title: 'The idea:', marker: 'IDEA', text: idea }];
  if (!reading) return parts;
  const lines = Object.entries(reading).map(([name, phrase]) => `${name}: ${phrase}`);
  return [...parts, { title: "The founder's reading of it:", marker: 'READING', text: lines.join('\n') }];
}
