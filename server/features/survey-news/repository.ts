import { and, asc, eq, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { submissions, surveyAnalyses, surveyNews, surveys, users } from '#server/database/tables.ts';
import type { MailKind } from '#shared/contracts/mail-settings.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { answersThatCount, type SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';

export type NewsRow = typeof surveyNews.$inferSelect;
export type AnalysisRow = typeof surveyAnalyses.$inferSelect;
/** As it is saved. */
export type SavedAnalysis = typeof surveyAnalyses.$inferInsert;
/** Everything that a mail about a survey says, as it is now. */
export type MailedSurvey = {
  survey: typeof surveys.$inferSelect;
  analysis: AnalysisRow;
  owner: { email: string; mailsOff: string[] };
};

export type FirstAnswer = { number: number; questions: SurveyQuestion[]; answers: SurveyAnswer[] };

/** Reasons of analyses that are not worth a mail about a verdict. */
const unread = ['no-answers', 'no-marks', 'too-few'];

/** True when enough people answered for a verdict, whatever it is. */
export function isWorthReading({ basis }: Pick<SavedAnalysis, 'basis'>): boolean {
  return basis !== null && basis !== undefined && !unread.includes(basis.reason);
}

/** Null when there is none any more, and when its owner's account is being deleted. */
export async function findMailed({ sql: db }: Database, surveyId: string): Promise<MailedSurvey | null> {
  const [row] = await db
    .select({
      survey: surveys,
      analysis: surveyAnalyses,
      owner: { email: users.email, mailsOff: users.mailsOff },
    })
    .from(surveys)
    .innerJoin(surveyAnalyses, eq(surveyAnalyses.surveyId, surveys.id))
    .innerJoin(users, eq(users.id, surveys.ownerId))
    .where(and(eq(surveys.id, surveyId), isNull(users.deletesAt)));
  return row ?? null;
}

/** The first submission that counts; null when none does any more. */
export async function findFirstAnswer(
  { sql: db }: Database,
  { id, questions }: MailedSurvey['survey'],
): Promise<FirstAnswer | null> {
  const [row] = await db
    .select({ number: submissions.number, answers: submissions.answers })
    .from(submissions)
    .where(and(eq(submissions.surveyId, id), submissions.counted))
    .orderBy(asc(submissions.number))
    .limit(1);
  return row ? { number: row.number, questions, answers: answersThatCount(questions, row.answers) } : null;
}

const mostChanged = 1000;

/** Analyses whose decision is another than the one that was mailed, the last time before that moment. */
export async function listChanged({ sql: db }: Database, mailedBefore: Date): Promise<AnalysisRow[]> {
  const decision = sql<string>`${surveyAnalyses.analysis}->>'goNoGoDecision'`;
  const reason = sql<string>`${surveyAnalyses.basis}->>'reason'`;
  const rows = await db
    .select({ analysis: surveyAnalyses })
    .from(surveyAnalyses)
    .innerJoin(surveyNews, eq(surveyNews.surveyId, surveyAnalyses.surveyId))
    .where(
      and(
        lte(surveyNews.decisionMailedAt, mailedBefore),
        ne(surveyNews.mailedDecision, decision),
        notInArray(reason, unread),
      ),
    )
    .limit(mostChanged);
  return rows.map(({ analysis }) => analysis);
}

/** The decision that a mail said in the end. */
export async function saveMailed(
  { sql: db }: Database,
  surveyId: string,
  mailedDecision: string,
): Promise<void> {
  await db.update(surveyNews).set({ mailedDecision }).where(eq(surveyNews.surveyId, surveyId));
}

/** @returns false when the owner has no such survey. */
export async function saveSeen(
  { sql: db }: Database,
  ownerId: string,
  surveyId: string,
  number: number,
): Promise<boolean> {
  const marked = await db.execute(sql`
    insert into survey_news (survey_id, seen)
    select id, least(${number}::int, submissions)
    from surveys join survey_tallies on survey_id = id where id = ${surveyId} and owner_id = ${ownerId}
    on conflict (survey_id) do update set seen = greatest(survey_news.seen, excluded.seen)`);
  return marked.rowCount === 1;
}

const kind: MailKind = 'surveyAnswers';

/** The same switch as in the settings. */
export async function switchMailsOff({ sql: db }: Database, userId: string): Promise<void> {
  const mailsOff = sql`array_append(array_remove(${users.mailsOff}, ${kind}), ${kind})`;
  await db.update(users).set({ mailsOff }).where(eq(users.id, userId));
}

/** The news that were mailed of a survey, locked: one decision about its mails at a time. */
export async function lockNews({ sql: tx }: Transaction, surveyId: string): Promise<NewsRow | null> {
  await tx.insert(surveyNews).values({ surveyId }).onConflictDoNothing();
  const [row] = await tx.select().from(surveyNews).where(eq(surveyNews.surveyId, surveyId)).for('update');
  return row ?? null;
}

type Mailed = Partial<Pick<NewsRow, 'firstMailedAt' | 'mailedDecision' | 'decisionMailedAt'>>;

export async function saveNews({ sql: tx }: Transaction, surveyId: string, mailed: Mailed): Promise<void> {
  await tx.update(surveyNews).set(mailed).where(eq(surveyNews.surveyId, surveyId));
}
