import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedKey, type Files, FilesError, isKey } from './port.ts';

/** Files in a folder of this machine, one for each installation, which only its own user can read. Several processes can share it. */
export function diskFiles(folder: string): Files {
  const placeOf = (key: string) => join(folder, checkedKey(key));
  return {
    async put(key, bytes) {
      const place = placeOf(key);
      await asFilesError(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const unfinished = join(folder, `${unfinishedStart}${randomUUID()}`);
        try {
          await writeAndSync(unfinished, bytes);
          await rename(unfinished, place);
        } catch (error) {
          await rm(unfinished, { force: true });
          throw error;
        }
        await syncFolder(folder);
      });
    },

    async read(key) {
      const place = placeOf(key);
      return asFilesError(() => orWhenMissing(readFile(place), null));
    },

    async remove(key) {
      const place = placeOf(key);
      await asFilesError(() => rm(place, { force: true }));
    },

    listOlderThan: (moment) => listOlderThan(folder, moment),
  };
}

/** The dot makes it no key, so a file left by a kill is never read. */
const unfinishedStart = '.unfinished-';

async function writeAndSync(place: string, bytes: Uint8Array): Promise<void> {
  const file = await open(place, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without this the new name may be gone after a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Keys of a page. */
const pageSize = 1_000;

async function* listOlderThan(folder: string, moment: Date): AsyncGenerator<string[]> {
  const names = await asFilesError(() => orWhenMissing(opendir(folder), null));
  if (!names) return;
  let page: string[] = [];
  for await (const { name } of names) {
    const found = await asFilesError(() => orWhenMissing(stat(join(folder, name)), null));
    if (!found?.isFile() || found.mtime >= moment) continue;
    if (isKey(name)) page.push(name);
    else if (name.startsWith(unfinishedStart)) await rm(join(folder, name), { force: true });
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  yield page;
}

async function orWhenMissing<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return otherwise;
    throw error;
  }
}

async function asFilesError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FilesError(`the disk refused: ${codeOf(error) ?? 'unknown reason'}`, { cause: error });
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
