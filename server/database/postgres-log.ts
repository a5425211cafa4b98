import { copyFile, stat, truncate } from 'node:fs/promises';

const limitBytes = 5_000_000;
const checkEveryMs = 60 * 60_000;

/**
 * Keeps the server's log from growing without end: past 5 MB, now or at an hourly look, its text moves to
 * `<file>.1` in place of what was there. Returns the way to stop looking.
 */
export async function keepLogShort(file: string): Promise<() => void> {
  await shorten(file);
  // A look that fails is made again in an hour; it must not end the process.
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
