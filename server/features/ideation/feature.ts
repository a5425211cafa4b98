import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connect.ts';
import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import {
  deleteIdeation,
  listIdeations,
  readCurrentIdeation,
  readIdeation,
  saveIdeation,
  saveIdeationDraft,
} from '#shared/contracts/ideation.ts';
import { ideationRepository } from './repository.ts';
import { type IdeationService, ideationService } from './service.ts';

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

function ideationRoutes(service: IdeationService): Route[] {
  return [
    handle(saveIdeation, ({ caller, body }) => service.saveSession(caller.subject, body)),
    handle(saveIdeationDraft, ({ caller, params, body }) =>
      service.saveDraft(caller.subject, params.id, body),
    ),
    handle(readIdeation, ({ caller, params }) => service.readSession(caller.subject, params.id)),
    handle(deleteIdeation, async ({ caller, params }) => {
      await service.deleteSession(caller.subject, params.id);
      return { deleted: true };
    }),
    handle(readCurrentIdeation, ({ caller }) => service.readCurrent(caller.subject)),
    handle(listIdeations, ({ caller, query: { preview, ...query } }) =>
      service.listSessions(caller.subject, readPage(query), preview === '1'),
    ),
  ];
}
