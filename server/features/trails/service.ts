import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { gatherTrails } from './gather-trails.ts';
import { ideaKey, trailTitle } from './idea-key.ts';
import type { TrailRepository } from './repository.ts';

export type TrailService = ReturnType<typeof trailService>;

type Settings = { repository: TrailRepository; randomId: () => string; now: () => Date };

/** What new work says of its idea. */
type Named = { trailId?: string; idea: string; content?: string };

export function trailService(settings: Settings) {
  const { repository } = settings;
  return {
    /**
     * The trail that something new hangs on: the named one if it is the owner's, else that of the idea's own words,
     * begun if there is none. Where no idea was typed, the first words of `content` stand for it. The trail can't go
     * away before the transaction ends.
     */
    findOrStart: (transaction: Transaction, ownerId: string, named: Named) =>
      findOrStart(settings, transaction, ownerId, named),

    /** The same for what is still being written: half an idea begins no trail, only content does. */
    async findForDraft(
      transaction: Transaction,
      ownerId: string,
      named: Named & { content: string },
    ): Promise<string | null> {
      if (named.content.trim() !== '') return findOrStart(settings, transaction, ownerId, named);
      return named.trailId ? repository.lockOwn(transaction, ownerId, named.trailId) : null;
    },

    /** The caller's trails, the one begun last first. */
    async listTrails(ownerId: string, page: Page): Promise<Trail[]> {
      await placeOldSurveys(settings, ownerId);
      const { rows, parts } = await repository.listTrails(ownerId, page);
      return gatherTrails(rows, parts);
    },

    /** @throws AppError trail_not_found, for somebody else's too. */
    async readTrail(ownerId: string, id: string): Promise<Trail> {
      await placeOldSurveys(settings, ownerId);
      const { rows, parts } = await repository.findTrail(ownerId, id);
      const [trail] = gatherTrails(rows, parts);
      if (!trail) throw new AppError('trail_not_found');
      return trail;
    },

    /**
     * Hangs everything of one trail on another and deletes the empty one. Its wordings find the other from now on.
     * @throws AppError trail_not_found, body_invalid for one and the same trail.
     */
    async joinTrails(ownerId: string, from: string, into: string): Promise<Trail> {
      if (from === into) throw new AppError('body_invalid', { detail: 'into is the trail itself' });
      await repository.transaction(async (transaction) => {
        await repository.lockOwner(transaction, ownerId);
        for (const id of [from, into])
          if (!(await repository.lockOwn(transaction, ownerId, id))) throw new AppError('trail_not_found');
        await repository.moveAll(transaction, ownerId, from, into);
        await repository.deleteTrail(transaction, from);
      });
      return this.readTrail(ownerId, into);
    },

    countAll: (ownerId: string) => repository.countAll(ownerId),
  };
}

async function findOrStart(
  { repository, randomId, now }: Settings,
  transaction: Transaction,
  ownerId: string,
  { trailId, idea, content = '' }: Named,
): Promise<string> {
  const own = trailId ? await repository.lockOwn(transaction, ownerId, trailId) : null;
  if (own) return own;
  const title = trailTitle(idea, content);
  const start = { key: ideaKey(title), idea: title, id: randomId(), createdAt: now() };
  const trailIds = await repository.startTrails(transaction, ownerId, [start]);
  return trailIds.get(start.key) ?? start.id;
}

/** Surveys that an older release stored hang on no trail; they get theirs before trails are read. */
async function placeOldSurveys({ repository, randomId }: Settings, ownerId: string): Promise<void> {
  const found = await repository.findSurveysWithoutTrail(ownerId);
  if (found.length === 0) return;
  const surveys = found.map((survey) => ({ ...survey, key: ideaKey(survey.idea) }));
  // The oldest survey of an idea begins its trail.
  const first = new Map(surveys.toReversed().map((survey) => [survey.key, survey]));
  const starts = [...first.values()].map(({ key, idea, createdAt }) => ({
    key,
    idea: idea.trim(),
    id: randomId(),
    createdAt,
  }));
  await repository.transaction(async (transaction) => {
    await repository.lockOwner(transaction, ownerId);
    const trailIds = await repository.startTrails(transaction, ownerId, starts);
    const places = surveys.map(({ id, key }) => ({ surveyId: id, trailId: trailIds.get(key) ?? '' }));
    await repository.assignSurveys(transaction, places);
  });
}
