import type { IdeaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { type WrittenPlan, writePlan } from '#shared/rules/plans/write-plan.ts';
import { readIdea } from './read-idea.ts';

/**
 * The plan of an idea with the reading it is written from; the reading alone when that says too little for a plan.
 * A reading that the founder was shown counts instead of our own.
 */
export async function readAndPlan(
  idea: string,
  given?: IdeaReading,
): Promise<IdeaReading | (IdeaReading & WrittenPlan)> {
  const reading = given ?? (await readIdea(idea));
  return needsAsking(reading) ? reading : { ...reading, ...writePlan(reading, idea) };
}
