import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Backup } from './folder.ts';

const run = promisify(execFile);

/** Writes everything of the database at `url` with pg_dump. @throws a sentence when there is none that fits. */
export async function dumpDatabase(url: string, file: string): Promise<Pick<Backup, 'database'>> {
  const program = await findProgram('pg_dump', await serverMajor(url));
  await runTool(program, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], url);
  return { database: 'dump' };
}

/** All or nothing. */
export async function restoreDump(url: string, file: string): Promise<void> {
  const program = await findProgram('pg_restore', await serverMajor(url));
  const words = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  await runTool(program, [...words, `--dbname=${name}`, file], url);
}

/** @throws a sentence for a database that holds tables. */
export async function refuseUsedDatabase(url: string): Promise<void> {
  const { count } = await query<{ count: number }>(
    url,
    `select count(*)::int as count from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema)'`,
  );
  if (count > 0) throw new Error(`A restore needs an empty database: this one holds ${count} tables.`);
}

/** Words the lack of a program that fits a server: each reads servers of its own version and older ones. */
export function dumpProblem(program: string, serverMajor: number, found: number[]): string | null {
  if (found.some((major) => major >= serverMajor)) return null;
  const newest =
    found.length > 0 ? `the newest one here is of PostgreSQL ${Math.max(...found)}` : 'there is none here';
  return `The server is PostgreSQL ${serverMajor} and needs ${program} of that version, but ${newest}. Install postgresql-client-${serverMajor}, or use the backups of your provider.`;
}

async function findProgram(name: string, server: number): Promise<string> {
  const candidates = [...globSync(`/usr/lib/postgresql/*/bin/${name}`), name];
  const majors = await Promise.all(candidates.map(majorOf));
  const problem = dumpProblem(
    name,
    server,
    majors.filter((major) => major > 0),
  );
  if (problem) throw new Error(problem);
  return candidates[majors.findIndex((major) => major >= server)] ?? name;
}

async function majorOf(program: string): Promise<number> {
  const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }));
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
}

async function serverMajor(url: string): Promise<number> {
  const { major } = await query<{ major: number }>(
    url,
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  return major;
}

async function query<Row extends object>(url: string, statement: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(statement).finally(() => client.end());
  return rows[0] as Row;
}

/** The address goes by the environment: everybody on the machine can read the words of a command. */
async function runTool(program: string, words: string[], url: string): Promise<void> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const env = {
    PATH: process.env.PATH,
    PGHOST: decodeURIComponent(searchParams.get('host') ?? hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? undefined,
  };
  await run(program, words, { env }).catch((error: { stderr?: string; message: string }) => {
    throw new Error(`${program} failed: ${error.stderr?.trim() || error.message}`);
  });
}
