import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connect.ts';
import { ideationRepository } from '#server/features/ideation/repository.ts';
import { ideationRoutes } from '#server/features/ideation/routes.ts';
import { ideationService } from '#server/features/ideation/service.ts';
import { buildPromptRepository } from '#server/features/proof-of-concept/repository.ts';
import { buildPromptRoutes } from '#server/features/proof-of-concept/routes.ts';
import { buildPromptService } from '#server/features/proof-of-concept/service.ts';
import { trailRepository } from '#server/features/trails/repository.ts';
import { trailRoutes } from '#server/features/trails/routes.ts';
import { trailService } from '#server/features/trails/service.ts';
import type { Route } from '#server/http/handle.ts';

/** The part of the application in which founders write, with the trails on which all of it hangs. */
export function createStudioFeatures({ database, now }: { database: Database; now: () => number }) {
  const clock = () => new Date(now());
  const trails = trailService({ repository: trailRepository(database), randomId: randomUUID, now: clock });
  const findTrail = trails.findForDraft;
  const ideations = ideationService({
    repository: ideationRepository(database),
    findTrail,
    randomId: randomUUID,
    now: clock,
  });
  const buildPrompts = buildPromptService({
    repository: buildPromptRepository(database),
    findTrail,
    now: clock,
  });
  const routes: Route[] = [
    ...trailRoutes(trails),
    ...ideationRoutes(ideations),
    ...buildPromptRoutes(buildPrompts),
  ];
  return { routes, findOrStartTrail: trails.findOrStart };
}
