import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import {
  keepIdeation,
  listIdeations,
  readCurrentIdeation,
  readIdeation,
  saveIdeation,
} from '#shared/contracts/ideation.ts';
import type { IdeationService } from './service.ts';

export function ideationRoutes(service: IdeationService): Route[] {
  return [
    handle(saveIdeation, ({ caller, body }) => service.saveSession(caller.subject, body)),
    handle(keepIdeation, ({ caller, params, body }) => service.keepSession(caller.subject, params.id, body)),
    handle(readIdeation, ({ caller, params }) => service.readSession(caller.subject, params.id)),
    handle(readCurrentIdeation, ({ caller }) => service.readCurrent(caller.subject)),
    handle(listIdeations, ({ caller, query: { preview, ...query } }) =>
      service.listSessions(caller.subject, readPage(query), preview === '1'),
    ),
  ];
}
