import type { Database } from '#server/database/connect.ts';
import { outbox } from '#server/database/tables.ts';
import { checkedMessage, type Mail } from './port.ts';

/** Stores every message in the outbox table instead of sending it. */
export function embeddedMail(database: Database): Mail {
  return {
    reachesPeople: true,
    async send(message) {
      const {
        to,
        subject,
        text,
        html,
        replyTo,
        unsubscribeUrl,
        calendar,
        files = [],
      } = checkedMessage(message);
      const stored = files.map(({ content, ...file }) => ({
        ...file,
        content: Buffer.from(content).toString('base64'),
      }));
      const row = {
        recipient: to,
        subject,
        body: text,
        html,
        replyTo,
        unsubscribeUrl,
        calendar,
        files: stored,
      };
      await database.sql.insert(outbox).values(row);
    },
    close() {},
  };
}

/** For a site without a readable outbox: mails wait, as for an unreachable mail server. */
export function missingMail(): Mail {
  return {
    reachesPeople: false,
    async send(message) {
      checkedMessage(message);
      throw new Error('no mail server is configured (MAIL=embedded on a public address)');
    },
    close() {},
  };
}
