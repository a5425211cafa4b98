import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import { buildPromptRepository } from './repository.ts';
import { buildPromptRoutes } from './routes.ts';
import { buildPromptService } from './service.ts';

type BuildPromptFeatureDeps = {
  database: Database;
  findTrail: Parameters<typeof buildPromptService>[0]['findTrail'];
  now: () => number;
};

/** Build prompts for no-code tools. */
export function buildPromptFeature({ database, findTrail, now }: BuildPromptFeatureDeps): Route[] {
  const service = buildPromptService({
    repository: buildPromptRepository(database),
    findTrail,
    now: () => new Date(now()),
  });
  return buildPromptRoutes(service);
}
