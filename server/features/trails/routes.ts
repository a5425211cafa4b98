import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import { joinTrails, listTrails, readTotals, readTrail } from '#shared/contracts/trails.ts';
import type { TrailService } from './service.ts';

export function trailRoutes(service: TrailService): Route[] {
  return [
    handle(listTrails, ({ caller, query }) => service.listTrails(caller.subject, readPage(query))),
    handle(readTrail, ({ caller, params }) => service.readTrail(caller.subject, params.id)),
    handle(joinTrails, ({ caller, params, body }) =>
      service.joinTrails(caller.subject, params.id, body.into),
    ),
    handle(readTotals, ({ caller }) => service.countAll(caller.subject)),
  ];
}
