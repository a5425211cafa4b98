import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import { trailRepository } from './repository.ts';
import { trailRoutes } from './routes.ts';
import { type TrailService, trailService } from './service.ts';

type TrailFeatureDeps = { database: Database; now: () => number };

/** Trails: everything that belongs to one idea. */
export function trailFeature({ database, now }: TrailFeatureDeps): {
  service: TrailService;
  routes: Route[];
} {
  const service = trailService({
    repository: trailRepository(database),
    randomId: randomUUID,
    now: () => new Date(now()),
  });
  return { service, routes: trailRoutes(service) };
}
