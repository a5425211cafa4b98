import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { goal, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { readAndPlan, readIdea } from '#server/integrations/ai/writer/read-idea.ts';

const phrase = z.nullable(z.string());
const variants = z.optional(z.array(z.string()));

const labelledIdea = z.object({
  text: z.string(),
  who: phrase,
  whoAlt: variants,
  trouble: phrase,
  troubleAlt: variants,
});

const boxes = ['who', 'trouble'] as const;
const title = 'Reading ideas without a model';

/** How much of ideas is marked, and how much of that wrongly. Reads the labelled sentences (JSON lines) that WRITER_IDEAS names. */
export async function measureWriter({ rounds }: Settings): Promise<Section> {
  const { WRITER_IDEAS: file } = process.env;
  if (!file)
    return {
      title,
      how: 'Not measured: WRITER_IDEAS names no labelled sentences.',
      columns: ['figure', 'measured'],
      rows: [],
      goals: [],
    };
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const ideas = lines.map((line) => labelledIdea.parse(JSON.parse(line)));
  const counts = { marked: 0, wrong: 0, boxes: 0, said: 0 };
  for (const idea of ideas) {
    const read = await readIdea(idea.text);
    for (const box of boxes) {
      const label = idea[box];
      if (label !== null) counts.said += 1;
      if (read[box] === '') continue;
      const wrong = wrongWords(read[box], [label ?? '', ...(idea[`${box}Alt`] ?? [])]);
      if (wrong > 0) console.error(`wrong ${box} “${read[box]}” | ${idea.text}`);
      counts.boxes += 1;
      counts.marked += wordsOf(read[box]).length;
      counts.wrong += wrong;
    }
  }
  const times = await planTimes(
    ideas.map(({ text }) => text),
    rounds,
  );
  return {
    title,
    how: `${ideas.length} labelled sentences. A marked word is wrong when no accepted phrase of its box has it.`,
    columns: ['figure', 'measured'],
    rows: [
      ['boxes filled, of those that the sentences say', `${counts.boxes} of ${counts.said}`],
      ['words marked, wrong', `${counts.marked}, ${counts.wrong}`],
      ['an idea, ms', spread(times)],
    ],
    goals: [goal('marked words that are wrong', (100 * counts.wrong) / counts.marked, { below: 3 }, ' %')],
  };
}

/** Words of a marked phrase that the nearest accepted phrase does not have. */
function wrongWords(marked: string, accepted: string[]): number {
  const missing = accepted.map((text) => {
    const known = new Set(wordsOf(text));
    return wordsOf(marked).filter((word) => !known.has(word)).length;
  });
  return Math.min(...missing);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
}

/** Milliseconds for an idea. */
async function planTimes(texts: string[], rounds: number): Promise<number[]> {
  const times = [];
  for (let round = 0; round < Math.max(rounds, 3); round += 1) {
    const began = performance.now();
    for (const text of texts) await readAndPlan(text);
    times.push((performance.now() - began) / texts.length);
  }
  return times;
}
