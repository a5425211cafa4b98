import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stack } from './stack.ts';
import { findTool } from './tools.ts';

const run = promisify(execFile);

/** PostgreSQL's own limit: commits a second of a prepared insert of one row with a text of 1,000 characters. */
export async function runPgbench(
  stack: Stack,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const script = join(stack.folder, 'insert.sql');
  await writeFile(script, `insert into bare_answers (body) values ('${'x'.repeat(1_000)}');\n`);
  const { hostname, port, username, password, pathname } = new URL(stack.databaseUrl);
  const { stdout } = await run(
    findTool('pgbench'),
    [
      ...['--no-vacuum', '--protocol=prepared', `--file=${script}`],
      ...[`--client=${connections}`, '--jobs=2', `--time=${seconds}`],
      ...['-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: password } },
  );
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench gave no rate:\n${stdout}`);
  return rate;
}
