import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import * as contract from '#shared/contracts/ideation.ts';
import {
  deleteSession,
  type IdeationDeps,
  listSessions,
  readCurrent,
  readSession,
  saveDraft,
  saveSession,
} from './sessions.ts';

/** Coached sessions of an idea. */
export function ideationFeature(feature: Omit<IdeationDeps, 'now'> & { now: () => number }): Route[] {
  const deps = { ...feature, now: () => new Date(feature.now()) };
  return [
    handle(contract.saveIdeation, ({ caller, body }) => saveSession(deps, caller.subject, body)),
    handle(contract.saveIdeationDraft, ({ caller, params, body }) =>
      saveDraft(deps, caller.subject, params.id, body),
    ),
    handle(contract.readIdeation, ({ caller, params }) => readSession(deps, caller.subject, params.id)),
    handle(contract.deleteIdeation, async ({ caller, params }) => {
      await deleteSession(deps, caller.subject, params.id);
      return { deleted: true };
    }),
    handle(contract.readCurrentIdeation, ({ caller }) => readCurrent(deps, caller.subject)),
    handle(contract.listIdeations, ({ caller, query: { preview, ...query } }) =>
      listSessions(deps, caller.subject, readPage(query), preview === '1'),
    ),
  ];
}
