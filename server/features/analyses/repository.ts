import { desc, eq, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { submissions, surveyAnalyses, surveys, surveyTallies } from '#server/database/tables.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import type { SurveyAnswer } from '#shared/rules/survey-answers.ts';
import { readTallies } from '#shared/rules/tally.ts';
import type { Evidence } from '#shared/rules/verdict.ts';

export type AnalysisRow = typeof surveyAnalyses.$inferSelect;
export type NewAnalysis = typeof surveyAnalyses.$inferInsert;
export type AnalysisRepository = ReturnType<typeof analysisRepository>;

/** Newest submissions whose free text is read; what is shown and quoted comes from these. */
const newestRead = 500;
const listed = 100;

export function analysisRepository(database: Database) {
  const byId = database.sql
    .select()
    .from(surveyAnalyses)
    .where(eq(surveyAnalyses.surveyId, sql.placeholder('id')))
    .prepare('analysis_by_survey');
  return {
    transaction: <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(database, work),

    async findAnalysis(surveyId: string): Promise<AnalysisRow | null> {
      const [row] = await byId.execute({ id: surveyId });
      return row ?? null;
    },

    listAnalyses(ownerId: string): Promise<AnalysisRow[]> {
      const mine = eq(surveyAnalyses.ownerId, ownerId);
      return database.sql
        .select()
        .from(surveyAnalyses)
        .where(mine)
        .orderBy(desc(surveyAnalyses.createdAt))
        .limit(listed);
    },

    /** What a verdict rests on, all of one moment; null for an unknown survey. */
    readEvidence: (surveyId: string) =>
      inTransaction(database, async (transaction) => {
        await transaction.client.query('set transaction isolation level repeatable read read only');
        return readEvidence(transaction, surveyId);
      }),

    saveAnalysis: (row: NewAnalysis) =>
      inTransaction(database, (transaction) => saveAnalysis(transaction, row)),
    findBehind,
  };
}

/** Keeps the analysis unless a later one, of more submissions, is already there. */
async function saveAnalysis({ sql: tx }: Transaction, row: NewAnalysis): Promise<void> {
  const notOlder = sql`${surveyAnalyses.submissionCount} <= excluded.submission_count`;
  const { surveyId, ...changes } = row;
  await tx
    .insert(surveyAnalyses)
    .values(row)
    .onConflictDoUpdate({ target: surveyAnalyses.surveyId, set: changes, setWhere: notOlder });
  await tx
    .update(surveyTallies)
    .set({ analysed: sql`greatest(${surveyTallies.analysed}, ${row.submissionCount})` })
    .where(eq(surveyTallies.surveyId, surveyId));
}

/** Surveys with answers that no analysis has seen, for instance because a trigger was lost. */
async function findBehind({ sql: tx }: Transaction): Promise<string[]> {
  const behind = sql`${surveyTallies.submissions} > ${surveyTallies.analysed}`;
  const rows = await tx
    .select({ id: surveyTallies.surveyId })
    .from(surveyTallies)
    .where(behind)
    .limit(listed);
  return rows.map((row) => row.id);
}

async function readEvidence(
  { sql }: Transaction,
  surveyId: string,
): Promise<{ ownerId: string; evidence: Evidence } | null> {
  const [row] = await sql
    .select()
    .from(surveys)
    .innerJoin(surveyTallies, eq(surveyTallies.surveyId, surveys.id))
    .where(eq(surveys.id, surveyId));
  if (!row) return null;
  const { idea, questions, ownerId } = row.surveys;
  const { submissions: submissionCount, counts } = row.survey_tallies;
  const newest = await sql
    .select({ number: submissions.number, answers: submissions.answers })
    .from(submissions)
    .where(eq(submissions.surveyId, surveyId))
    .orderBy(desc(submissions.number))
    .limit(newestRead);
  const texts = newest.flatMap((submission) => freeTexts(questions, submission));
  return {
    ownerId,
    evidence: { idea, questions, tallies: readTallies(questions, counts), submissionCount, texts },
  };
}

function freeTexts(
  questions: SurveyQuestion[],
  { number, answers }: { number: number; answers: SurveyAnswer[] },
): Evidence['texts'] {
  return answers.flatMap((answer, question) =>
    questions[question]?.type === 'open-ended' && typeof answer === 'string'
      ? [{ question, number, answer }]
      : [],
  );
}
