import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { lockOwnerPlan, writeOnTop } from '#server/database/owned-documents.ts';
import type { Page } from '#server/database/page.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import {
  type IdeationSession,
  type ListedIdeation,
  type saveIdeation,
  type saveIdeationDraft,
  sessionId,
} from '#shared/contracts/ideation.ts';
import type { IdeationRepository, ListedSession, SessionRow } from './repository.ts';

export type IdeationService = ReturnType<typeof ideationService>;

type IdeationServiceDeps = {
  repository: IdeationRepository;
  /** The trail that a session hangs on; null while it has no content and names none. */
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    draft: { trailId?: string; idea: string; content: string },
  ) => Promise<string | null>;
  randomId: () => string;
  now: () => Date;
};
type State = Pick<SessionRow, 'idea' | 'content' | 'nextStage' | 'partial' | 'receipts'>;
type Change = { state: State; savedAt: Date | null; trailId?: string };

export function ideationService(deps: IdeationServiceDeps) {
  const { repository, randomId, now } = deps;
  return {
    /** @throws AppError ideation_not_found */
    async deleteSession(ownerId: string, id: string): Promise<void> {
      if (!(await repository.deleteSession(ownerId, id))) throw new AppError('ideation_not_found');
    },

    /**
     * Saves a session; one that has no id yet is a new one. What the body leaves out stays as it is, and a save that
     * comes twice is one.
     * @throws AppError ideation_nothing_to_save, ideation_changed_elsewhere, sync_refused.
     */
    async saveSession(ownerId: string, body: Output<typeof saveIdeation.body>): Promise<IdeationSession> {
      const { id = randomId(), revision, trailId, ...given } = body;
      if (!given.content?.trim()) throw new AppError('ideation_nothing_to_save');
      return write(deps, ownerId, id, (stored) => {
        const state = { ...blank, ...(stored && stateOf(stored)), ...given };
        const isSame = stored !== null && isDeepStrictEqual(stateOf(stored), state);
        if (isSame && stored.savedAt) return null;
        if (stored && !isSame && revision !== undefined && revision !== stored.revision)
          throw new AppError('ideation_changed_elsewhere');
        return { state, savedAt: now(), trailId };
      });
    },

    /**
     * Saves a session as it is, on top of the revision that its writer saw.
     * @throws AppError ideation_changed_elsewhere, also for an id of another account; body_invalid, sync_refused.
     */
    async saveDraft(
      ownerId: string,
      id: string,
      { revision, trailId, ...state }: Output<typeof saveIdeationDraft.body>,
    ): Promise<IdeationSession> {
      if (!sessionId.safeParse(id).success)
        throw new AppError('body_invalid', { detail: 'this is not the id of a session' });
      return write(deps, ownerId, id, (stored) => {
        if (stored && isDeepStrictEqual(stateOf(stored), state)) return null;
        if ((stored?.revision ?? 0) !== revision) throw new AppError('ideation_changed_elsewhere');
        return { state, savedAt: stored?.savedAt ?? null, trailId };
      });
    },

    /** @throws AppError ideation_not_found, for another account's too. */
    async readSession(ownerId: string, id: string): Promise<IdeationSession> {
      const row = await repository.findSession(ownerId, id);
      if (!row) throw new AppError('ideation_not_found');
      return toSession(row);
    },

    async readCurrent(ownerId: string): Promise<{ session: IdeationSession | null }> {
      const row = await repository.findUnsaved(ownerId);
      return { session: row && toSession(row) };
    },

    async listSessions(ownerId: string, page: Page, isPreview: boolean): Promise<ListedIdeation[]> {
      return (await repository.listSessions(ownerId, page, isPreview)).map(toListed);
    },
  };
}

const blank: State = { idea: '', content: '', nextStage: null, partial: '', receipts: [] };

async function write(
  { repository, findTrail, now }: IdeationServiceDeps,
  ownerId: string,
  id: string,
  turn: (stored: SessionRow | null) => Change | null,
): Promise<IdeationSession> {
  const row = await repository.transaction((transaction) =>
    writeOnTop<SessionRow, Change>({
      find: () => repository.findOfAnyOwner(transaction, id),
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
        if (!stored) return repository.addSession(transaction, { ...changes, id, ownerId, createdAt: now() });
        // An unchanged save keeps the revision, so that a writer gets no conflict.
        const isSame = isDeepStrictEqual(stateOf(stored), state);
        const revision = stored.revision + (isSame ? 0 : 1);
        // New work brings an archived session back.
        const archivedAt = isSame && (savedAt === null) === (stored.savedAt === null) ? undefined : null;
        return repository.replaceSession(transaction, stored, { ...changes, revision, archivedAt });
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
