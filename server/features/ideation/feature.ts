import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import { ideationRepository } from './repository.ts';
import { ideationRoutes } from './routes.ts';
import { ideationService } from './service.ts';

type IdeationFeatureDeps = {
  database: Database;
  findTrail: Parameters<typeof ideationService>[0]['findTrail'];
  now: () => number;
};

/** Coached sessions of an idea. */
export function ideationFeature({ database, findTrail, now }: IdeationFeatureDeps): Route[] {
  const service = ideationService({
    repository: ideationRepository(database),
    findTrail,
    randomId: randomUUID,
    now: () => new Date(now()),
  });
  return ideationRoutes(service);
}
