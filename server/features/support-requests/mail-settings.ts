import { eq } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { users } from '#server/database/tables.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import * as contract from '#shared/contracts/mail-settings.ts';

const columns = { mailsOff: users.mailsOff };

export function mailSettingsRoutes(database: Database, writeLimit: Limit): Route[] {
  return [
    handle(contract.readMailSettings, ({ caller }) => readMailSettings(database, caller.subject)),
    handle(
      contract.setMailSettings,
      ({ caller, body }) => saveMailSettings(database, caller.subject, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
  ];
}

/** The mail settings of a user. @throws AppError sync_refused for a user who never synced. */
async function readMailSettings({ sql: db }: Database, userId: string): Promise<contract.MailSettings> {
  const [row] = await db.select(columns).from(users).where(eq(users.id, userId));
  return asSettings(row);
}

async function saveMailSettings(
  { sql: db }: Database,
  userId: string,
  settings: contract.MailSettings,
): Promise<contract.MailSettings> {
  const mailsOff = contract.mailKind.options.filter((kind) => !settings[kind]);
  const change = db.update(users).set({ mailsOff }).where(eq(users.id, userId));
  const [row] = await change.returning(columns);
  return asSettings(row);
}

function asSettings(row: { mailsOff: string[] } | undefined): contract.MailSettings {
  if (!row) throw new AppError('sync_refused');
  const isOn = (kind: contract.MailKind) => !row.mailsOff.includes(kind);
  return {
    requestReceived: isOn('requestReceived'),
    answer: isOn('answer'),
    waitingForYou: isOn('waitingForYou'),
    resolved: isOn('resolved'),
    answerOverdue: isOn('answerOverdue'),
    paymentFailed: isOn('paymentFailed'),
    surveyAnswers: isOn('surveyAnswers'),
  };
}
