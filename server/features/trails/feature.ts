import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connect.ts';
import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import {
  changeTrail,
  changeTrailPart,
  deleteTrail,
  findIdea,
  joinTrails,
  listTrails,
  readTrail,
  saveIdeaReading,
} from '#shared/contracts/trails.ts';
import { trailRepository } from './repository.ts';
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

function trailRoutes(service: TrailService): Route[] {
  return [
    handle(listTrails, ({ caller, query: { archived, ...query } }) =>
      service.listTrails(caller.subject, { ...readPage(query), archived: archived === 'true' }),
    ),
    handle(findIdea, async ({ caller, body }) => ({
      trail: await service.findIdea(caller.subject, body.idea),
    })),
    handle(saveIdeaReading, async ({ caller, body }) => ({
      trailId: await service.saveReading(caller.subject, body.idea, body.reading),
    })),
    handle(readTrail, ({ caller, params }) => service.readTrail(caller.subject, params.id)),
    handle(changeTrail, ({ caller, params, body }) => service.changeTrail(caller.subject, params.id, body)),
    handle(changeTrailPart, ({ caller, params: { id }, body: { kind, ...change } }) =>
      service.changePart(caller.subject, { kind, id }, change),
    ),
    handle(deleteTrail, async ({ caller, params }) => {
      await service.deleteTrail(caller.subject, params.id);
      return { deleted: true };
    }),
    handle(joinTrails, ({ caller, params, body }) =>
      service.joinTrails(caller.subject, params.id, body.into),
    ),
  ];
}
