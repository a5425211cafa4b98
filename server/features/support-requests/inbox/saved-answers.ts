import { asc, eq, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { savedAnswers } from '#server/database/tables.ts';
import { checkMessage } from '#server/features/support-requests/checked-fields.ts';
import { type SavedAnswer, savedAnswersAllowed } from '#shared/contracts/support-inbox.ts';

export type SavedAnswerService = ReturnType<typeof savedAnswerService>;

type SavedAnswerServiceDeps = { database: Database; randomId: () => string; now: () => Date };

/** The texts that agents use again; callers check access first. */
export function savedAnswerService({ database, randomId, now }: SavedAnswerServiceDeps) {
  const { id, name, text } = savedAnswers;
  const columns = { id, name, text };
  return {
    list: (): Promise<SavedAnswer[]> =>
      database.sql
        .select(columns)
        .from(savedAnswers)
        .orderBy(asc(sql`lower(${name})`), asc(id)),

    /** @throws AppError saved_answers_full, request_text_long */
    async create(answer: { name: string; text: string }): Promise<SavedAnswer> {
      const row = { id: randomId(), name: answer.name.trim(), text: checkMessage(answer.text) };
      return inTransaction(database, async ({ sql: tx }) => {
        // One after the other, so that the limit holds.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('saved_answers'))`);
        if ((await tx.$count(savedAnswers)) >= savedAnswersAllowed)
          throw new AppError('saved_answers_full', { most: savedAnswersAllowed });
        await tx.insert(savedAnswers).values({ ...row, createdAt: now() });
        return row;
      });
    },

    /** @throws AppError saved_answer_missing */
    async rename(answerId: string, newName: string): Promise<SavedAnswer> {
      const change = database.sql.update(savedAnswers).set({ name: newName.trim() });
      const [row] = await change.where(eq(id, answerId)).returning(columns);
      if (!row) throw new AppError('saved_answer_missing');
      return row;
    },

    /** @throws AppError saved_answer_missing */
    async delete(answerId: string): Promise<void> {
      const { rowCount } = await database.sql.delete(savedAnswers).where(eq(id, answerId));
      if (rowCount === 0) throw new AppError('saved_answer_missing');
    },
  };
}
