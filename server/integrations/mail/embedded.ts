import type { Database } from '#server/database/connect.ts';
import { outbox } from '#server/database/tables.ts';
import type { Mail } from './port.ts';

/** Keeps every message in the outbox table instead of sending it. */
export function embeddedMail(database: Database): Mail {
  return {
    async send({ to, subject, text }) {
      await database.sql.insert(outbox).values({ recipient: to, subject, body: text });
    },
  };
}
