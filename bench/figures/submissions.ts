import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkCounts, clearAnswers } from '#bench/lib/counts.ts';
import { type Load, runWrk, writePosts } from '#bench/lib/load.ts';
import {
  figure,
  goal,
  median,
  ratios,
  type Section,
  type Settings,
  spread,
  takeTurns,
} from '#bench/lib/report.ts';
import { openSurveys, submissionBody } from '#bench/lib/surveys.ts';
import { findTool } from '#bench/lib/tools.ts';
import { type Stack, signUp } from '#bench/stack.ts';
import { poolSize } from '#server/database/connect.ts';

const goals = [
  { connections: 10, ofPgbench: 0.35 },
  { connections: 50, ofPgbench: 0.5 },
];
/** The slowest hundredth against that of the bare handler, which waits for the same disk and the same processors. */
const slowestOfBare = 1.5;

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
  const bare = await stack.serve('servers.ts', { name: 'bare' });
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
  for (const { connections, ofPgbench: wanted } of goals) {
    const load = { connections, seconds };
    const taken = await takeTurns(rounds, {
      pgbench: async () => ({ rate: await runPgbench(stack, load), p50: Number.NaN, p99: Number.NaN }),
      bare: () => runWrk({ url: bare.url, script }, load),
      product: () => field.submit(load),
    });
    const rates = { pgbench: rate(taken.pgbench), bare: rate(taken.bare), product: rate(taken.product) };
    const ofPgbench = ratios(rates.product, rates.pgbench);
    const slowest = { bare: taken.bare.map(({ p99 }) => p99), product: taken.product.map(({ p99 }) => p99) };
    section.rows.push([
      String(connections),
      ...[rates.pgbench, rates.bare, rates.product, ofPgbench, ratios(rates.product, rates.bare)].map(spread),
      figure(median(taken.product.map((result) => result.p50))),
      figure(median(slowest.product)),
      figure(median(slowest.bare)),
    ]);
    const name = `submissions, ${connections} connections`;
    const ofBare = median(ratios(slowest.product, slowest.bare));
    section.goals.push(
      goal(`${name}: rate against pgbench`, median(ofPgbench), { atLeast: wanted }),
      goal(`${name}: p99 against the bare handler`, ofBare, { below: slowestOfBare }, ' times'),
    );
  }
  await bare.stop();
  section.how = describe(await field.close());
  return section;
}

function rate(results: { rate: number }[]): number[] {
  return results.map((result) => result.rate);
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

// A tenth is the noise of a rate on a machine that also makes the load.
const noFall = 0.9;

/** Answers a second with many more connections than the database pool has. */
export async function measureOverload({ stack, rounds, seconds }: Settings): Promise<Section> {
  const field = await openField(stack, 100);
  const at = (times: number) => () => field.submit({ connections: times * poolSize, seconds });
  const taken = await takeTurns(rounds, { twice: at(2), five: at(5), ten: at(10) });
  const checked = await field.close();
  const twice = taken.twice.map(({ rate }) => rate);
  const compare = (results: typeof taken.twice) =>
    ratios(
      results.map(({ rate }) => rate),
      twice,
    );
  const row = (times: number, results: typeof taken.twice) => [
    `${times} × ${poolSize} = ${times * poolSize}`,
    spread(results.map(({ rate }) => rate)),
    times === 2 ? '1' : spread(compare(results)),
    figure(median(results.map(({ p99 }) => p99))),
  ];
  return {
    title: 'More connections than the pool has',
    how: `Submissions as above. The pool has ${poolSize} database connections. All ${checked.toLocaleString('en')} answers were counted again and exact.`,
    columns: ['connections', 'a second', 'of the rate at twice the pool', 'p99 ms'],
    rows: [row(2, taken.twice), row(5, taken.five), row(10, taken.ten)],
    goals: [
      goal('overload: rate at 5 times the pool against 2 times', median(compare(taken.five)), {
        atLeast: noFall,
      }),
      goal('overload: rate at 10 times the pool against 2 times', median(compare(taken.ten)), {
        atLeast: noFall,
      }),
    ],
  };
}

/** Answers a second to one survey, whose counters all requests raise, against the same over 100 surveys. */
export async function measureHot({ stack, rounds, seconds }: Settings): Promise<Section> {
  const field = await openField(stack, 100);
  const load = { connections: 50, seconds };
  const taken = await takeTurns(rounds, {
    hundred: () => field.submit(load),
    one: () => field.submitToOne(load),
  });
  const checked = await field.close();
  const rates = { hundred: taken.hundred.map(({ rate }) => rate), one: taken.one.map(({ rate }) => rate) };
  const compared = ratios(rates.one, rates.hundred);
  const p99 = (results: { p99: number }[]) => figure(median(results.map((result) => result.p99)));
  return {
    title: 'One hot survey',
    how: `50 connections. All requests raise the counters of one row. All ${checked.toLocaleString('en')} answers were counted again and exact.`,
    columns: ['surveys', 'a second', 'of 100 surveys', 'p99 ms'],
    rows: [
      ['100', spread(rates.hundred), '1', p99(taken.hundred)],
      ['1', spread(rates.one), spread(compared), p99(taken.one)],
    ],
    goals: [goal('one hot survey: rate against 100 surveys', median(compared), { atLeast: 0.5 })],
  };
}

/** The real server with public surveys, and all that was sent to it. */
type Field = {
  /** Sends answers to all surveys in turn. */
  submit(load: { connections: number; seconds: number }): Promise<Load>;
  /** The same to the first survey alone. */
  submitToOne(load: { connections: number; seconds: number }): Promise<Load>;
  /** Stops the server and clears the tables. @returns how many answers were checked. @throws for a wrong count. */
  close(): Promise<number>;
};

const warmUp = { connections: 50, seconds: 2 };

/** Starts the server and opens `surveys` surveys. What is sent first warms the code up and isn't measured. */
async function openField(stack: Stack, surveys: number): Promise<Field> {
  const server = await stack.serve('server.ts');
  const ids = await openSurveys(server.url, await signUp(stack, server.url), surveys);
  const write = (name: string, bodies: string[]) =>
    writePosts(join(stack.folder, name), '/api/submit-survey', bodies);
  const all = await write(
    'all.lua',
    ids.map((id, index) => submissionBody(id, index)),
  );
  const one = await write(
    'one.lua',
    ids.map((_, index) => submissionBody(ids[0] ?? '', index)),
  );
  const sent = { acknowledged: 0, unread: 0 };
  const send = async (script: string, load: { connections: number; seconds: number }) => {
    const result = await runWrk({ url: server.url, script }, load);
    sent.acknowledged += result.replies;
    sent.unread += load.connections;
    return result;
  };
  await send(all, warmUp);
  return {
    submit: (load) => send(all, load),
    submitToOne: (load) => send(one, load),
    async close() {
      // Responses that wrk left unread are still being written.
      await sleep(500);
      await server.stop();
      const checked = await checkCounts(stack, sent);
      await clearAnswers(stack);
      return checked;
    },
  };
}
