import { eq, type SQL } from 'drizzle-orm';
import type { Transaction } from './connect.ts';
import { surveys, surveyTallies } from './tables.ts';

/** Waits for submissions that are on their way and keeps later ones out: they have no foreign key to their survey. */
export async function lockSurveys({ sql }: Transaction, where: SQL): Promise<void> {
  await sql
    .select({ id: surveys.id })
    .from(surveys)
    .innerJoin(surveyTallies, eq(surveyTallies.surveyId, surveys.id))
    .where(where)
    .orderBy(surveys.id)
    .for('update');
}
