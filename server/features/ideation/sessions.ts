import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { type FindDraftTrail, lockOwnerPlan, writeOnTop } from '#server/database/owned-documents.ts';
import type { Page } from '#server/database/page.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type * as contract from '#shared/contracts/ideation.ts';
import { type IdeationSession, type ListedIdeation, sessionId } from '#shared/contracts/ideation.ts';
import {
  addSession,
  deleteRow,
  findOfAnyOwner,
  findSession,
  findUnsaved,
  type ListedSession,
  listRows,
  replaceSession,
  type SessionRow,
} from './repository.ts';

export type IdeationDeps = {
  database: Database;
  /** The trail that a session hangs on; null while it has no content and names none. */
  findTrail: FindDraftTrail;
  now: () => Date;
};
type State = Pick<SessionRow, 'idea' | 'content' | 'nextStage' | 'partial' | 'receipts'>;
type Change = { state: State; savedAt: Date | null; trailId?: string };

/** @throws AppError ideation_not_found */
export async function deleteSession({ database }: IdeationDeps, ownerId: string, id: string): Promise<void> {
  if (!(await deleteRow(database, ownerId, id))) throw new AppError('ideation_not_found');
}

/**
 * Saves a session; one that has no id yet is a new one. What the body leaves out stays as it is, and a save that
 * comes twice is one.
 * @throws AppError ideation_nothing_to_save, ideation_changed_elsewhere, sync_refused.
 */
export async function saveSession(
  deps: IdeationDeps,
  ownerId: string,
  body: Output<typeof contract.saveIdeation.body>,
): Promise<IdeationSession> {
  const { id = randomUUID(), revision, trailId, ...given } = body;
  if (!given.content?.trim()) throw new AppError('ideation_nothing_to_save');
  return write(deps, ownerId, id, (stored) => {
    const state = { ...blank, ...(stored && stateOf(stored)), ...given };
    const isSame = stored !== null && isDeepStrictEqual(stateOf(stored), state);
    if (isSame && stored.savedAt) return null;
    if (stored && !isSame && revision !== undefined && revision !== stored.revision)
      throw new AppError('ideation_changed_elsewhere');
    return { state, savedAt: deps.now(), trailId };
  });
}

/**
 * Saves a session as it is, on top of the revision that its writer saw.
 * @throws AppError ideation_changed_elsewhere, also for an id of another account; body_invalid, sync_refused.
 */
export async function saveDraft(
  deps: IdeationDeps,
  ownerId: string,
  id: string,
  { revision, trailId, ...state }: Output<typeof contract.saveIdeationDraft.body>,
): Promise<IdeationSession> {
  if (!sessionId.safeParse(id).success)
    throw new AppError('body_invalid', { detail: 'this is not the id of a session' });
  return write(deps, ownerId, id, (stored) => {
    if (stored && isDeepStrictEqual(stateOf(stored), state)) return null;
    if ((stored?.revision ?? 0) !== revision) throw new AppError('ideation_changed_elsewhere');
    return { state, savedAt: stored?.savedAt ?? null, trailId };
  });
}

/** @throws AppError ideation_not_found, for another account's too. */
export async function readSession(
  { database }: IdeationDeps,
  ownerId: string,
  id: string,
): Promise<IdeationSession> {
  const row = await findSession(database, ownerId, id);
  if (!row) throw new AppError('ideation_not_found');
  return toSession(row);
}

export async function readCurrent(
  { database }: IdeationDeps,
  ownerId: string,
): Promise<{ session: IdeationSession | null }> {
  const row = await findUnsaved(database, ownerId);
  return { session: row && toSession(row) };
}

export async function listSessions(
  { database }: IdeationDeps,
  ownerId: string,
  page: Page,
  isPreview: boolean,
): Promise<ListedIdeation[]> {
  return (await listRows(database, ownerId, page, isPreview)).map(toListed);
}

const blank: State = { idea: '', content: '', nextStage: null, partial: '', receipts: [] };

async function write(
  { database, findTrail, now }: IdeationDeps,
  ownerId: string,
  id: string,
  turn: (stored: SessionRow | null) => Change | null,
): Promise<IdeationSession> {
  const row = await inTransaction(database, (transaction) =>
    writeOnTop<SessionRow, Change>({
      find: () => findOfAnyOwner(transaction, id),
      turn(stored) {
        if (stored && stored.ownerId !== ownerId) throw new AppError('ideation_changed_elsewhere');
        return turn(stored);
      },
      async write({ state, savedAt, trailId: named }, stored) {
        if (!stored && !(await lockOwnerPlan(transaction, ownerId))) throw new AppError('sync_refused');
        // A session keeps its trail: writing the old one would undo a concurrent join.
        const draft = { ...state, trailId: named };
        const trailId = stored?.trailId ? undefined : await findTrail(transaction, ownerId, draft);
        const changes = { ...state, savedAt, trailId, updatedAt: now() };
        if (!stored) return addSession(transaction, { ...changes, id, ownerId, createdAt: now() });
        // An unchanged save keeps the revision, so that a writer gets no conflict.
        const isSame = isDeepStrictEqual(stateOf(stored), state);
        const revision = stored.revision + (isSame ? 0 : 1);
        // New work brings an archived session back.
        const archivedAt = isSame && (savedAt === null) === (stored.savedAt === null) ? undefined : null;
        return replaceSession(transaction, stored, { ...changes, revision, archivedAt });
      },
    }),
  );
  return toSession(row);
}

function stateOf({ idea, content, nextStage, partial, receipts }: SessionRow): State {
  return { idea, content, nextStage, partial, receipts };
}

function toSession(stored: SessionRow): IdeationSession {
  const { ownerId: _owner, name: _name, archivedAt: _archived, savedAt, trailId, ...row } = stored;
  const createdAt = row.createdAt.toISOString();
  return {
    ...row,
    trailId: trailId ?? '',
    saved: savedAt !== null,
    created_at: createdAt,
    createdAt,
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toListed({ savedAt, createdAt, updatedAt, trailId, ...row }: ListedSession): ListedIdeation {
  return {
    ...row,
    trailId: trailId ?? '',
    saved: savedAt !== null,
    created_at: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
