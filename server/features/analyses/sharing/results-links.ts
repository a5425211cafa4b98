import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { resultsLinks as links, surveys } from '#server/database/tables.ts';
import type { AnalysisRepository } from '#server/features/analyses/repository.ts';
import { toAnalysis } from '#server/features/analyses/service.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { createResultsLink, ResultsLink, SharedResults } from '#shared/contracts/results-links.ts';
import { sharedResults } from './shared-results.ts';

export type ResultsLinks = ReturnType<typeof resultsLinks>;

type Deps = {
  database: Database;
  findAnalysis: AnalysisRepository['findAnalysis'];
  now: () => Date;
};

type NewLink = Output<typeof createResultsLink.body>;

const dayMs = 86_400_000;

/** Public links to the results of a survey; tokens are stored hashed. */
export function resultsLinks({ database, findAnalysis, now }: Deps) {
  const requireOwner = async (ownerId: string, surveyId: string) => {
    const owned = and(eq(surveys.id, surveyId), eq(surveys.ownerId, ownerId));
    if ((await database.sql.$count(surveys, owned)) === 0) throw new AppError('survey_not_found');
  };

  return {
    /** Replaces the link before it. @throws AppError survey_not_found for anybody but the owner. */
    async create(ownerId: string, surveyId: string, { days, hidden, showsTexts }: NewLink) {
      await requireOwner(ownerId, surveyId);
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(now().getTime() + days * dayMs);
      const link = { tokenHash: hash(token), hidden, showsTexts, expiresAt, createdAt: now() };
      await database.sql
        .insert(links)
        .values({ surveyId, ...link })
        .onConflictDoUpdate({ target: links.surveyId, set: link });
      return { token, hidden, showsTexts, expiresAt: expiresAt.toISOString() };
    },

    /** @throws AppError survey_not_found for anybody but the owner. */
    async read(ownerId: string, surveyId: string): Promise<{ link: ResultsLink | null }> {
      await requireOwner(ownerId, surveyId);
      const [row] = await database.sql
        .select()
        .from(links)
        .where(and(eq(links.surveyId, surveyId), gt(links.expiresAt, now())));
      if (!row) return { link: null };
      const { hidden, showsTexts, expiresAt } = row;
      return { link: { hidden, showsTexts, expiresAt: expiresAt.toISOString() } };
    },

    /** @returns false when there was none. @throws AppError survey_not_found for anybody but the owner. */
    async remove(ownerId: string, surveyId: string): Promise<boolean> {
      await requireOwner(ownerId, surveyId);
      const removed = await database.sql.delete(links).where(eq(links.surveyId, surveyId));
      return removed.rowCount === 1;
    },

    /**
     * @throws AppError results_not_shared for an unknown, removed or expired link; analysis_not_found before the first
     * analysis.
     */
    async readShared(token: string): Promise<SharedResults> {
      const [link] = await database.sql
        .select()
        .from(links)
        .where(and(eq(links.tokenHash, hash(token)), gt(links.expiresAt, now())));
      if (!link) throw new AppError('results_not_shared');
      const row = await findAnalysis(link.surveyId);
      if (!row) throw new AppError('analysis_not_found');
      return sharedResults(toAnalysis(row), row.questions, link);
    },
  };
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
