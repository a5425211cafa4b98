import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';

const lifetimeMs = 10 * 60_000;
/** Somebody waits for the search: what it asked is saved after it. */
const savedAfterMs = 400;

/** Replies to identical questions: one statement reads those of a source, and one writes those of a whole search. */
export function responseCache(database: Database, now: () => number, log: Logger) {
  let unsaved: { replies: Map<string, unknown>; expiresAt: Date; timer: NodeJS.Timeout } | null = null;
  let saved = Promise.resolve();

  function saveNow(): void {
    if (unsaved === null) return;
    const { replies, expiresAt, timer } = unsaved;
    clearTimeout(timer);
    unsaved = null;
    saved = saved
      .then(() => write(database, replies, expiresAt))
      .catch((error: unknown) => log.warn({ err: error }, 'replies of a source were not saved'));
  }

  return {
    /** Waits for the writes of this process first. */
    async read(urls: string[]): Promise<Map<string, unknown>> {
      saveNow();
      await saved;
      const { rows } = await database.pool.query<{ key: string; reply: unknown }>(
        'select key, reply from source_replies where key = any($1) and expires_at > $2',
        [urls.map(keyOf), new Date(now())],
      );
      const replies = new Map(rows.map(({ key, reply }) => [key, reply]));
      return new Map(
        urls.flatMap((url) => (replies.has(keyOf(url)) ? [[url, replies.get(keyOf(url))]] : [])),
      );
    },
    /** Saves them before the next read, or in a moment; a failed save only causes another request. */
    save(replies: Map<string, unknown>): void {
      if (replies.size === 0) return;
      unsaved ??= {
        replies: new Map(),
        expiresAt: new Date(now() + lifetimeMs),
        timer: setTimeout(saveNow, savedAfterMs).unref(),
      };
      for (const [url, reply] of replies) unsaved.replies.set(url, reply);
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
