import { and, desc, eq, isNull, not, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import {
  resultsLinks,
  submissions,
  surveyRules,
  surveys,
  surveyTallies,
  users,
} from '#server/database/tables.ts';
import type { SurveyDraft, SurveyPlan, SurveySettings } from '#shared/contracts/surveys/surveys.ts';
import { countersOf } from '#shared/rules/surveys/survey-answers.ts';

type SurveyColumns = typeof surveys.$inferSelect;
/** A survey and the revision of its questions. */
export type SurveyRow = SurveyColumns & {
  revision: number;
  ownerName: string;
  /** True while its owner's account is being deleted: only the owner may answer. */
  isClosed: boolean;
};
/** A survey as it is stored: `idea` is what people who answer read, the founder's sentence stands in the plan. */
export type StoredDraft = Omit<SurveyDraft, 'plan'> & { plan?: SurveyPlan | undefined };
export type RuleRow = typeof surveyRules.$inferSelect;
export type NewRule = typeof surveyRules.$inferInsert;

/** Reads a survey by its id; null where there is none. Prepared once, because answering asks for it. */
export function prepareFindSurvey(database: Database): (id: string) => Promise<SurveyRow | null> {
  const byId = database.sql
    .select({
      survey: surveys,
      revision: surveyTallies.revision,
      ownerName: users.name,
      deletesAt: users.deletesAt,
    })
    .from(surveys)
    .innerJoin(surveyTallies, eq(surveyTallies.surveyId, surveys.id))
    .innerJoin(users, eq(users.id, surveys.ownerId))
    .where(eq(surveys.id, sql.placeholder('id')))
    .prepare('survey_by_id');
  return async (id) => {
    const [row] = await byId.execute({ id });
    if (!row) return null;
    const { survey, revision, ownerName, deletesAt } = row;
    return { ...survey, revision, ownerName, isClosed: deletesAt !== null };
  };
}

/** Submissions that are there and not the owner's own. */
export async function countAnswers(database: Database, id: string): Promise<number> {
  const [row] = await database.sql
    .select({ submissions: surveyTallies.submissions, deleted: surveyTallies.deleted })
    .from(surveyTallies)
    .where(eq(surveyTallies.surveyId, id));
  return row ? row.submissions - row.deleted - (await countPreviews(database, id)) : 0;
}

/** @returns false when the owner has no such survey. */
export async function updateSettings(
  database: Database,
  id: string,
  ownerId: string,
  settings: SurveySettings & { publicLink?: boolean },
): Promise<boolean> {
  const isMine = and(eq(surveys.id, id), eq(surveys.ownerId, ownerId));
  const changed = await database.sql
    .update(surveys)
    .set(settings)
    .where(isMine)
    .returning({ id: surveys.id });
  return changed.length > 0;
}

/**
 * Locks a survey and its tallies, so that no answer to the old questions slips in before new ones are stored.
 * `answers`: submissions that are there and not the owner's own.
 */
export async function lockSurvey({ sql: tx }: Transaction, id: string) {
  const [row] = await tx
    .select({ survey: surveys, tallies: surveyTallies })
    .from(surveys)
    .innerJoin(surveyTallies, eq(surveyTallies.surveyId, surveys.id))
    .where(eq(surveys.id, id))
    .for('update');
  if (!row) return null;
  const previews = await countPreviews({ sql: tx }, id);
  const { submissions: given, deleted } = row.tallies;
  return { ...row, previews, answers: given - deleted - previews };
}

/** The owner's own submissions. */
function countPreviews({ sql }: Pick<Database, 'sql'>, surveyId: string): Promise<number> {
  const isPreview = and(
    eq(submissions.surveyId, surveyId),
    not(submissions.counted),
    eq(submissions.reason, 'preview'),
  );
  return sql.$count(submissions, isPreview);
}

/** Deletes a survey with its answers; the database deletes its rules, tallies, links and analysis too. */
export async function deleteLocked({ sql }: Transaction, id: string): Promise<void> {
  await sql.delete(submissions).where(eq(submissions.surveyId, id));
  await sql.delete(surveys).where(eq(surveys.id, id));
}

/** Adds a survey with empty tallies; false when the id is taken. */
export async function addSurvey({ sql }: Transaction, ownerId: string, draft: StoredDraft): Promise<boolean> {
  const { surveyId: id, idea, appName, plan, people, socialLinks, questions } = draft;
  const row = { id, ownerId, idea, appName, plan, people, socialLinks, questions };
  const added = await sql.insert(surveys).values(row).onConflictDoNothing().returning({ id: surveys.id });
  if (added.length === 0) return false;
  await sql.insert(surveyTallies).values({ surveyId: id, counts: emptyCounts(draft) });
  return true;
}

/** The plan and the trail of the owner's survey; null where it is another's. */
export async function findPlanOf({ sql }: Transaction, ownerId: string, id: string) {
  const [row] = await sql
    .select({ trailId: surveys.trailId, plan: surveys.plan })
    .from(surveys)
    .where(and(eq(surveys.id, id), eq(surveys.ownerId, ownerId)));
  return row ?? null;
}

export async function setTrail({ sql }: Transaction, id: string, trailId: string): Promise<void> {
  await sql.update(surveys).set({ trailId }).where(eq(surveys.id, id));
}

/**
 * Replaces what a survey without answers asks, as a new revision. The owner's previews go with the old questions, and so
 * does the results link: it hides questions by their position.
 */
export async function replaceQuestions({ sql: tx }: Transaction, draft: SurveyDraft): Promise<void> {
  const { surveyId, questions } = draft;
  await tx.delete(submissions).where(eq(submissions.surveyId, surveyId));
  await tx.delete(resultsLinks).where(eq(resultsLinks.surveyId, surveyId));
  await tx.update(surveys).set({ questions }).where(eq(surveys.id, surveyId));
  const { revision, changes, submissions: given } = surveyTallies;
  await tx
    .update(surveyTallies)
    .set({
      revision: sql`${revision} + 1`,
      changes: sql`${changes} + 1`,
      setApart: given,
      deleted: given,
      counts: emptyCounts(draft),
    })
    .where(eq(surveyTallies.surveyId, surveyId));
}

/**
 * Replaces what may change whatever was answered; of the questions only the marks differ. An archived survey comes back.
 */
export async function replaceRest({ sql }: Transaction, draft: StoredDraft): Promise<void> {
  // An absent name or plan stays as it was.
  const { surveyId, idea, appName, plan, people, socialLinks, questions } = draft;
  const changes = { idea, appName, plan, people, socialLinks, questions, archivedAt: null };
  await sql.update(surveys).set(changes).where(eq(surveys.id, surveyId));
}

/** Notes that something was changed that the analysis says or names. */
export async function noteChange({ sql: tx }: Transaction, surveyId: string): Promise<void> {
  const { changes } = surveyTallies;
  await tx
    .update(surveyTallies)
    .set({ changes: sql`${changes} + 1` })
    .where(eq(surveyTallies.surveyId, surveyId));
}

function emptyCounts({ questions }: SurveyDraft): number[] {
  return new Array<number>(countersOf(questions)).fill(0);
}

/** The version that decides; null for a survey without marks. */
export async function findNewestRule(
  { sql }: Pick<Database, 'sql'>,
  surveyId: string,
): Promise<RuleRow | null> {
  const [row] = await sql
    .select()
    .from(surveyRules)
    .where(eq(surveyRules.surveyId, surveyId))
    .orderBy(desc(surveyRules.version))
    .limit(1);
  return row ?? null;
}

/** Replaces the rule that no answer has sealed; null for a survey whose marks are gone. */
export async function replaceOpenRule(
  { sql: tx }: Transaction,
  surveyId: string,
  rule: NewRule | null,
): Promise<void> {
  if (!rule) return void (await tx.delete(surveyRules).where(eq(surveyRules.surveyId, surveyId)));
  // The row stays, so that an answer that waits for its survey finds it and seals it.
  const target = [surveyRules.surveyId, surveyRules.version];
  await tx.insert(surveyRules).values(rule).onConflictDoUpdate({ target, set: rule });
}

/** Adds a version that is sealed at once, because there are answers. */
export async function addRule({ sql: tx }: Transaction, rule: NewRule): Promise<void> {
  const sealedAt = sql`now()`;
  const isOpen = and(eq(surveyRules.surveyId, rule.surveyId), isNull(surveyRules.sealedAt));
  // The first answer may have come while the rule was being made.
  await tx.update(surveyRules).set({ sealedAt }).where(isOpen);
  await tx.insert(surveyRules).values({ ...rule, sealedAt });
  const { changes } = surveyTallies;
  await tx
    .update(surveyTallies)
    .set({ changes: sql`${changes} + 1` })
    .where(eq(surveyTallies.surveyId, rule.surveyId));
}
