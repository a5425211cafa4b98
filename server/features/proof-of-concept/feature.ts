import type { Database } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import { readBuildPrompt, readCurrentBuildPrompt, saveBuildPrompt } from '#shared/contracts/build-prompts.ts';
import { buildPromptRepository } from './repository.ts';
import { type BuildPromptService, buildPromptService } from './service.ts';

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

function buildPromptRoutes(service: BuildPromptService): Route[] {
  return [
    handle(saveBuildPrompt, ({ caller, params, body }) =>
      service.savePrompt(caller.subject, params.id, body),
    ),
    handle(readBuildPrompt, ({ caller, params }) => service.readPrompt(caller.subject, params.id)),
    handle(readCurrentBuildPrompt, ({ caller }) => service.readCurrent(caller.subject)),
  ];
}
