import { eq } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { users } from '#server/database/tables.ts';
import { type MailKind, type MailSettings, mailKind } from '#shared/contracts/mail-settings.ts';

export type MailSettingsService = ReturnType<typeof mailSettingsService>;

/** The mail settings of a user. @throws AppError sync_refused for a user who never synced. */
export function mailSettingsService(database: Database) {
  const columns = { mailsOff: users.mailsOff };
  return {
    async read(userId: string): Promise<MailSettings> {
      const [row] = await database.sql.select(columns).from(users).where(eq(users.id, userId));
      return asSettings(row);
    },

    async save(userId: string, settings: MailSettings): Promise<MailSettings> {
      const mailsOff = mailKind.options.filter((kind) => !settings[kind]);
      const change = database.sql.update(users).set({ mailsOff }).where(eq(users.id, userId));
      const [row] = await change.returning(columns);
      return asSettings(row);
    },
  };
}

function asSettings(row: { mailsOff: string[] } | undefined): MailSettings {
  if (!row) throw new AppError('sync_refused');
  const isOn = (kind: MailKind) => !row.mailsOff.includes(kind);
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
