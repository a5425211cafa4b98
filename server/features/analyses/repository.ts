import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { isFound, isOnPage, newestFirst, type Page } from '#server/database/page.ts';
import { submissions, surveyAnalyses, surveys, surveyTallies } from '#server/database/tables.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { listedTexts } from '#shared/rules/answer-evidence.ts';
import type { SurveyAnswer } from '#shared/rules/survey-answers.ts';
import { readTallies } from '#shared/rules/tally.ts';
import type { Evidence } from '#shared/rules/verdict.ts';

export type AnalysisRow = typeof surveyAnalyses.$inferSelect & {
  questions: SurveyQuestion[];
  trailId?: string | null;
};
type Wording = Pick<NewAnalysis, 'surveyId' | 'submissionCount' | 'analysis' | 'model' | 'receipt'>;
export type NewAnalysis = typeof surveyAnalyses.$inferInsert;
export type AnalysisRepository = ReturnType<typeof analysisRepository>;

const askedAtOnce = 100;

export function analysisRepository(database: Database) {
  const byId = database.sql
    .select({ ...getTableColumns(surveyAnalyses), questions: surveys.questions })
    .from(surveyAnalyses)
    .innerJoin(surveys, eq(surveys.id, surveyAnalyses.surveyId))
    .where(eq(surveyAnalyses.surveyId, sql.placeholder('id')))
    .prepare('analysis_by_survey');
  return {
    transaction: <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(database, work),

    async findAnalysis(surveyId: string): Promise<AnalysisRow | null> {
      const [row] = await byId.execute({ id: surveyId });
      return row ?? null;
    },

    /** Without the free-text answers, which would make the list of a busy founder megabytes long. */
    listAnalyses(ownerId: string, page: Page): Promise<AnalysisRow[]> {
      const place = { createdAt: surveyAnalyses.createdAt, id: surveyAnalyses.surveyId };
      const mine = eq(surveyAnalyses.ownerId, ownerId);
      return database.sql
        .select({
          ...getTableColumns(surveyAnalyses),
          aggregatedData: withoutTexts,
          textNumbers: noNumbers,
          questions: surveys.questions,
          trailId: surveys.trailId,
        })
        .from(surveyAnalyses)
        .innerJoin(surveys, eq(surveys.id, surveyAnalyses.surveyId))
        .where(and(mine, isOnPage(place, page), isFound(page, sql`lower(${surveyAnalyses.idea})`)))
        .orderBy(...newestFirst(place))
        .limit(page.limit);
    },

    /** What a verdict rests on, all of one moment; null for an unknown survey. */
    readEvidence: (surveyId: string) =>
      inTransaction(database, async (transaction) => {
        await transaction.client.query('set transaction isolation level repeatable read read only');
        return readEvidence(transaction, surveyId);
      }),

    saveAnalysis: (row: NewAnalysis) =>
      inTransaction(database, (transaction) => saveAnalysis(transaction, row)),

    /** Puts a model's words in the place of the composed ones, if the analysis still rests on the same answers. */
    async saveWording({ surveyId, submissionCount, ...words }: Wording): Promise<void> {
      const { surveyId: id, submissionCount: count } = surveyAnalyses;
      await database.sql
        .update(surveyAnalyses)
        .set(words)
        .where(and(eq(id, surveyId), eq(count, submissionCount)));
    },
    findBehind,
  };
}

// The entries keep their order; a list that does not begin with a count holds texts.
const withoutTexts = sql<AnalysisRow['aggregatedData']>`(
  select coalesce(json_object_agg(key, case when json_typeof(value->0) = 'object' then value else '[]'::json end), '{}')
  from json_each(${surveyAnalyses.aggregatedData}))`.as('counts_only');

const noNumbers = sql<AnalysisRow['textNumbers']>`'{}'::json`.as('no_numbers');

/**
 * Keeps the analysis unless a later one, of more submissions, is already there, or a model's words for the same ones.
 * @returns whether it is kept.
 */
async function saveAnalysis({ sql: tx }: Transaction, row: NewAnalysis): Promise<boolean> {
  const { submissionCount: count, model, idea } = surveyAnalyses;
  const isNews = sql`${count} < excluded.submission_count or (${count} = excluded.submission_count
    and (${model} is null or ${idea} <> excluded.idea))`;
  const { surveyId, ...changes } = row;
  const saved = await tx
    .insert(surveyAnalyses)
    .values(row)
    .onConflictDoUpdate({ target: surveyAnalyses.surveyId, set: changes, setWhere: isNews });
  await tx
    .update(surveyTallies)
    .set({ analysed: sql`greatest(${surveyTallies.analysed}, ${row.submissionCount})` })
    .where(eq(surveyTallies.surveyId, surveyId));
  return saved.rowCount === 1;
}

/** Surveys with answers that no analysis has seen, any of them: some that keep failing must not starve the rest. */
async function findBehind({ sql: tx }: Transaction): Promise<string[]> {
  const behind = sql`${surveyTallies.submissions} > ${surveyTallies.analysed}`;
  const rows = await tx
    .select({ id: surveyTallies.surveyId })
    .from(surveyTallies)
    .where(behind)
    .orderBy(sql`random()`)
    .limit(askedAtOnce);
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
  // What is shown and quoted of the free text comes from these.
  const newest = await sql
    .select({ number: submissions.number, answers: submissions.answers })
    .from(submissions)
    .where(eq(submissions.surveyId, surveyId))
    .orderBy(desc(submissions.number))
    .limit(listedTexts.submissions);
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
