import { asc, desc } from 'drizzle-orm';
import { connectDatabase } from '#server/database/connect.ts';
import { outbox } from '#server/database/tables.ts';

type OutboxMail = typeof outbox.$inferSelect;

/** Mails in the embedded adapter of a test server. */
export type OutboxReader = {
  /** @throws when there is none. */
  newest(): Promise<OutboxMail>;
  all(): Promise<OutboxMail[]>;
  count(): Promise<number>;
  close(): Promise<void>;
};

export function readOutbox(databaseUrl: string): OutboxReader {
  const database = connectDatabase(databaseUrl, () => {});
  return {
    async newest() {
      const [mail] = await database.sql.select().from(outbox).orderBy(desc(outbox.id)).limit(1);
      if (!mail) throw new Error('the outbox is empty');
      return mail;
    },
    all: () => database.sql.select().from(outbox).orderBy(asc(outbox.id)),
    count: () => database.sql.$count(outbox),
    close: () => database.close(),
  };
}
