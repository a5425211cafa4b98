import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openField } from '#bench/lib/field.ts';
import { runWrk, writePosts } from '#bench/lib/load.ts';
import { figure, type Goal, goal, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { median, ratios, takeTurns } from '#bench/lib/rounds.ts';
import { submissionBody } from '#bench/lib/surveys.ts';
import { findTool } from '#bench/lib/tools.ts';
import type { Stack } from '#bench/stack.ts';

const goals = [
  { connections: 10, ofPgbench: 0.35, p99: 10 },
  { connections: 50, ofPgbench: 0.45, p99: 25 },
];

const columns = [
  'connections',
  'pgbench',
  'bare handler',
  'product',
  'of pgbench',
  'of bare handler',
  'p50 ms',
  'p99 ms',
  'p99 of bare handler, ms',
];

/** Answers a second over 100 surveys, against PostgreSQL's own limit and a bare handler. */
export async function measureSubmissions({ stack, rounds, seconds }: Settings): Promise<Section> {
  const bare = await stack.serve('bare-handler.ts');
  const script = await writePosts(join(stack.folder, 'bare.lua'), '/', [submissionBody('survey-bare', 0)]);
  const field = await openField(stack, 100);
  const section: Section = {
    title: 'Submitting an answer',
    how: '',
    columns,
    rows: [],
    goals: [],
  };
  await runWrk({ url: bare.url, script }, { connections: 50, seconds: 2 });
  for (const { connections, ...wanted } of goals) {
    const load = { connections, seconds };
    const taken = await takeTurns(rounds, {
      pgbench: async () => ({ rate: await runPgbench(stack, load), p50: Number.NaN, p99: Number.NaN }),
      bare: () => runWrk({ url: bare.url, script }, load),
      product: () => field.submit(load),
    });
    const rates = { pgbench: rate(taken.pgbench), bare: rate(taken.bare), product: rate(taken.product) };
    const ofPgbench = ratios(rates.product, rates.pgbench);
    const slowest = (results: { p99: number }[]) => median(results.map((result) => result.p99));
    const p99 = slowest(taken.product);
    section.rows.push([
      String(connections),
      ...[rates.pgbench, rates.bare, rates.product, ofPgbench, ratios(rates.product, rates.bare)].map(spread),
      figure(median(taken.product.map((result) => result.p50))),
      figure(p99),
      figure(slowest(taken.bare)),
    ]);
    section.goals.push(...goalsAt(connections, wanted, { ofPgbench: median(ofPgbench), p99 }));
  }
  await bare.stop();
  section.how = describe(await field.close());
  return section;
}

function rate(results: { rate: number }[]): number[] {
  return results.map((result) => result.rate);
}

function goalsAt(
  connections: number,
  wanted: { ofPgbench: number; p99: number },
  measured: { ofPgbench: number; p99: number },
): Goal[] {
  const name = `submissions, ${connections} connections`;
  return [
    goal(`${name}: rate against pgbench`, measured.ofPgbench, { atLeast: wanted.ofPgbench }),
    goal(`${name}: p99`, measured.p99, { below: wanted.p99 }, ' ms'),
  ];
}

function describe(checked: number): string {
  return `Requests a second: a body of 1,024 bytes, checked against the stored questions, over 100 surveys with a public link,
acknowledged after the commit, one process. Baselines: \`pgbench\` with a prepared insert of one row of 1,000 characters
(PostgreSQL's own limit), and a bare Hono handler with one prepared insert of the body. Afterwards the database counted
all ${checked.toLocaleString('en')} stored answers again: every counter and every number was exact, and nothing acknowledged was missing.`;
}

const run = promisify(execFile);

/** PostgreSQL's own limit: commits a second of a prepared insert of one row with a text of 1,000 characters. */
async function runPgbench(
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
