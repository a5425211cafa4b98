import type { Database, Transaction } from '#server/database/connect.ts';
import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import * as contract from '#shared/contracts/trails.ts';
import {
  changePart,
  changeTrail,
  deleteTrail,
  describeIdea,
  findForDraft,
  findIdea,
  findOrStart,
  type IdeaPart,
  joinTrails,
  listTrails,
  type Named,
  readTrail,
  saveReading,
  type TrailDeps,
} from './trails.ts';

/** Trails: everything that belongs to one idea. */
export function trailFeature({ database, now }: { database: Database; now: () => number }) {
  const deps = { database, now: () => new Date(now()) };
  return {
    findTrail: (transaction: Transaction, ownerId: string, named: Named) =>
      findOrStart(deps, transaction, ownerId, named),
    findDraftTrail: (transaction: Transaction, ownerId: string, named: Named & { content: string }) =>
      findForDraft(deps, transaction, ownerId, named),
    describeIdea: (ownerId: string, part: IdeaPart) => describeIdea(deps, ownerId, part),
    routes: trailRoutes(deps),
  };
}

function trailRoutes(deps: TrailDeps): Route[] {
  return [
    handle(contract.listTrails, ({ caller, query: { archived, ...query } }) =>
      listTrails(deps, caller.subject, { ...readPage(query), archived: archived === 'true' }),
    ),
    handle(contract.findIdea, async ({ caller, body }) => ({
      trail: await findIdea(deps, caller.subject, body.idea),
    })),
    handle(contract.saveIdeaReading, async ({ caller, body }) => ({
      trailId: await saveReading(deps, caller.subject, body.idea, body.reading),
    })),
    handle(contract.readTrail, ({ caller, params }) => readTrail(deps, caller.subject, params.id)),
    handle(contract.changeTrail, ({ caller, params, body }) =>
      changeTrail(deps, caller.subject, params.id, body),
    ),
    handle(contract.changeTrailPart, ({ caller, params: { id }, body: { kind, ...change } }) =>
      changePart(deps, caller.subject, { kind, id }, change),
    ),
    handle(contract.deleteTrail, async ({ caller, params }) => {
      await deleteTrail(deps, caller.subject, params.id);
      return { deleted: true };
    }),
    handle(contract.joinTrails, ({ caller, params, body }) =>
      joinTrails(deps, caller.subject, params.id, body.into),
    ),
  ];
}
