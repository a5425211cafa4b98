import { copyFile, stat, truncate } from 'node:fs/promises';

const limitBytes = 5_000_000;
const checkEveryMs = 60 * 60_000;

/**
 * Limits the server's log: past 5 MB, now or at an hourly check, its text moves to `<file>.1` in place of what was
 * there. Returns a function that stops the checks.
 */
export async function truncateLog(file: string): Promise<() => void> {
  await shorten(file);
  // A failed check is repeated in an hour; it must not end the process.
  const timer = setInterval(() => void shorten(file).catch(() => undefined), checkEveryMs).unref();
  return () => clearInterval(timer);
}

async function shorten(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= limitBytes) return;
  await copyFile(file, `${file}.1`);
  // The server appends, so it goes on at the new end.
  await truncate(file);
}
