import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';

const lifetimeMs = 10 * 60_000;

/** Replies to identical questions: one statement reads or writes those of a whole search. */
export function responseCache(database: Database, now: () => number, log: Logger) {
  const writing = new Set<Promise<void>>();
  return {
    /** Waits for the writes of this process first. */
    async read(urls: string[]): Promise<Map<string, unknown>> {
      await Promise.all(writing);
      const { rows } = await database.pool.query<{ key: string; reply: unknown }>(
        'select key, reply from source_replies where key = any($1) and expires_at > $2',
        [urls.map(keyOf), new Date(now())],
      );
      const replies = new Map(rows.map(({ key, reply }) => [key, reply]));
      return new Map(
        urls.flatMap((url) => (replies.has(keyOf(url)) ? [[url, replies.get(keyOf(url))]] : [])),
      );
    },
    /** Starts to save them without waiting; a failed save only causes another request. */
    save(replies: Map<string, unknown>): void {
      if (replies.size === 0) return;
      const written = write(database, replies, new Date(now() + lifetimeMs)).catch((error: unknown) =>
        log.warn({ err: error }, 'replies of a source were not saved'),
      );
      writing.add(written);
      void written.then(() => writing.delete(written));
    },
  };
}

async function write(database: Database, replies: Map<string, unknown>, expiresAt: Date): Promise<void> {
  // In one order everywhere, so that two searches never wait for each other.
  const entries = [...replies]
    .map(([url, reply]) => ({ key: keyOf(url), reply }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  await database.pool.query(
    `insert into source_replies (key, reply, expires_at)
     select key, reply, $2 from jsonb_to_recordset($1::jsonb) as given(key text, reply jsonb)
     on conflict (key) do update set reply = excluded.reply, expires_at = excluded.expires_at`,
    [JSON.stringify(entries), expiresAt],
  );
}

export type ResponseCache = ReturnType<typeof responseCache>;

/** Deletes the replies that are too old to be given again; for a task that runs now and then. Returns how many. */
export async function deleteExpiredResponses(database: Database, now: Date): Promise<number> {
  const { rowCount } = await database.pool.query('delete from source_replies where expires_at <= $1', [now]);
  return rowCount ?? 0;
}

function keyOf(url: string): string {
  return createHash('sha256').update(url).digest('base64url');
}
