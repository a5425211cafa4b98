import { and, eq, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { surveys, surveyTallies } from '#server/database/tables.ts';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { tallyLength } from '#shared/rules/tally.ts';

type SurveyColumns = typeof surveys.$inferSelect;
/** A survey and the revision of its questions. */
export type SurveyRow = SurveyColumns & { revision: number };
export type SurveyRepository = ReturnType<typeof surveyRepository>;

export function surveyRepository(database: Database) {
  const byId = database.sql
    .select({ survey: surveys, revision: surveyTallies.revision })
    .from(surveys)
    .innerJoin(surveyTallies, eq(surveyTallies.surveyId, surveys.id))
    .where(eq(surveys.id, sql.placeholder('id')))
    .prepare('survey_by_id');
  return {
    transaction: <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(database, work),
    lockSurvey,
    addSurvey,
    setTrail,
    replaceQuestions,
    replaceIdea,

    async findSurvey(id: string): Promise<SurveyRow | null> {
      const [row] = await byId.execute({ id });
      return row ? { ...row.survey, revision: row.revision } : null;
    },

    /** @returns false when the owner has no such survey. */
    async setPublicLink(id: string, ownerId: string, publicLink: boolean): Promise<boolean> {
      const mine = and(eq(surveys.id, id), eq(surveys.ownerId, ownerId));
      const changed = await database.sql
        .update(surveys)
        .set({ publicLink })
        .where(mine)
        .returning({ id: surveys.id });
      return changed.length > 0;
    },
  };
}

/** Locks a survey and its tallies, so that no answer to the old questions slips in before new ones are stored. */
async function lockSurvey({ sql }: Transaction, id: string) {
  const [row] = await sql
    .select({ survey: surveys, submissions: surveyTallies.submissions })
    .from(surveys)
    .innerJoin(surveyTallies, eq(surveyTallies.surveyId, surveys.id))
    .where(eq(surveys.id, id))
    .for('update');
  return row ?? null;
}

/** Adds a survey with empty tallies; false when the id is taken. */
async function addSurvey({ sql }: Transaction, ownerId: string, draft: SurveyDraft): Promise<boolean> {
  const { surveyId: id, idea, socialLinks, questions } = draft;
  const row = { id, ownerId, idea, socialLinks, questions };
  const added = await sql.insert(surveys).values(row).onConflictDoNothing().returning({ id: surveys.id });
  if (added.length === 0) return false;
  await sql.insert(surveyTallies).values({ surveyId: id, counts: emptyCounts(draft) });
  return true;
}

async function setTrail({ sql }: Transaction, id: string, trailId: string): Promise<void> {
  await sql.update(surveys).set({ trailId }).where(eq(surveys.id, id));
}

/** Replaces what a survey without answers asks, as a new revision. */
async function replaceQuestions({ sql: tx }: Transaction, draft: SurveyDraft): Promise<void> {
  const { surveyId, questions } = draft;
  await tx.update(surveys).set({ questions }).where(eq(surveys.id, surveyId));
  await tx
    .update(surveyTallies)
    .set({ revision: sql`${surveyTallies.revision} + 1`, counts: emptyCounts(draft) })
    .where(eq(surveyTallies.surveyId, surveyId));
}

async function replaceIdea({ sql }: Transaction, draft: SurveyDraft): Promise<void> {
  const { surveyId, idea, socialLinks } = draft;
  await sql.update(surveys).set({ idea, socialLinks }).where(eq(surveys.id, surveyId));
}

function emptyCounts({ questions }: SurveyDraft): number[] {
  return new Array<number>(tallyLength(questions)).fill(0);
}
