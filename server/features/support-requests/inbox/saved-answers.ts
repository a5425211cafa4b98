import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { savedAnswers } from '#server/database/tables.ts';
import { checkMessage } from '#server/features/support-requests/checked-fields.ts';
import type { SupportDeps } from '#server/features/support-requests/support-deps.ts';
import { handle, type Route } from '#server/http/handle.ts';
import * as contract from '#shared/contracts/support-requests/support-inbox.ts';

const { id, name, text } = savedAnswers;
const columns = { id, name, text };

/** The texts that agents use again. */
export function savedAnswerRoutes(deps: SupportDeps): Route[] {
  const { database } = deps;
  return [
    handle(contract.listSavedAnswers, () => listSavedAnswers(database)),
    handle(contract.createSavedAnswer, ({ body }) => createSavedAnswer(deps, body)),
    handle(contract.renameSavedAnswer, ({ params, body }) =>
      renameSavedAnswer(database, params.id, body.name),
    ),
    handle(contract.deleteSavedAnswer, async ({ params }) => {
      await deleteSavedAnswer(database, params.id);
      return { deleted: true };
    }),
  ];
}

function listSavedAnswers({ sql: db }: Database): Promise<contract.SavedAnswer[]> {
  return db
    .select(columns)
    .from(savedAnswers)
    .orderBy(asc(sql`lower(${name})`), asc(id));
}

/** @throws AppError saved_answers_full, request_text_long */
async function createSavedAnswer(
  { database, now }: SupportDeps,
  answer: { name: string; text: string },
): Promise<contract.SavedAnswer> {
  const row = { id: randomUUID(), name: answer.name.trim(), text: checkMessage(answer.text) };
  const most = contract.savedAnswersAllowed;
  return inTransaction(database, async ({ sql: tx }) => {
    // One after the other, so that the limit holds.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('saved_answers'))`);
    if ((await tx.$count(savedAnswers)) >= most) throw new AppError('saved_answers_full', { most });
    await tx.insert(savedAnswers).values({ ...row, createdAt: now() });
    return row;
  });
}

/** @throws AppError saved_answer_missing */
async function renameSavedAnswer(
  { sql: db }: Database,
  answerId: string,
  newName: string,
): Promise<contract.SavedAnswer> {
  const change = db.update(savedAnswers).set({ name: newName.trim() });
  const [row] = await change.where(eq(id, answerId)).returning(columns);
  if (!row) throw new AppError('saved_answer_missing');
  return row;
}

/** @throws AppError saved_answer_missing */
async function deleteSavedAnswer({ sql: db }: Database, answerId: string): Promise<void> {
  const { rowCount } = await db.delete(savedAnswers).where(eq(id, answerId));
  if (rowCount === 0) throw new AppError('saved_answer_missing');
}
