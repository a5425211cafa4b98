import type { Stack } from '#bench/stack.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { analysisRepository } from '#server/features/analyses/repository.ts';
import { analysisService } from '#server/features/analyses/service.ts';

/** Runs the product's own background task for each survey. @returns milliseconds. */
export async function computeAnalyses(stack: Stack, ids: string[]): Promise<number[]> {
  const database = connectDatabase(stack.databaseUrl, (error) => console.error(error.message));
  const repository = analysisRepository(database);
  const enqueueAnalysis = async () => {};
  const service = analysisService({ repository, model: null, enqueueAnalysis, now: () => new Date() });
  const times: number[] = [];
  // The first run also compiles and connects.
  for (const id of [ids[0] ?? '', ...ids]) {
    const began = performance.now();
    await service.analyze(id);
    times.push(performance.now() - began);
  }
  await database.close();
  return times.slice(1);
}
