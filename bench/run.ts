import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { validationPrompt } from '#shared/rules/plans/validation-prompt.ts';
import { promptBody } from '#shared/rules/text/prompt-parts.ts';
import { measureDashboard } from './figures/dashboard.ts';
import { measureLanding } from './figures/landing.ts';
import { measureOverload } from './figures/overload.ts';
import { measureParser } from './figures/parser.ts';
import { measurePosting } from './figures/posting.ts';
import { measureRanking } from './figures/ranking.ts';
import { measureReading } from './figures/reading.ts';
import { measureRedirects } from './figures/redirects.ts';
import { measureRequests } from './figures/requests.ts';
import { measureSearch } from './figures/search.ts';
import { measureStart } from './figures/start.ts';
import { measureSubmissions } from './figures/submissions.ts';
import { measureTouch } from './figures/touch.ts';
import { measureWeight } from './figures/weight.ts';
import { measureWriter } from './figures/writer.ts';
import { timeFirstWord } from './first-word.ts';
import { openField } from './lib/field.ts';
import { signUp } from './lib/founder.ts';
import { runWrk } from './lib/load.ts';
import { figure, goal, render, type Section, type Settings, spread, writePage } from './lib/report.ts';
import { median, percentile, ratios, takeTurns } from './lib/rounds.ts';
import { measurePaymentEvents } from './payments/events.ts';
import { root, type Stack, startStack } from './stack.ts';

const names = ['direct', 'bare', 'product'] as const;
type Way = (typeof names)[number];

/** Milliseconds until the first token on each way. */
type Times = Record<Way, number[]>;

/** Asks the model; the product is asked as that one of the founders. */
type Ways = Record<Way, (founder: number) => Promise<number>>;

// Together below the 200 answers an hour of the developer plan, whose count starts anew before each measurement.
const calls = 120;
const atOnce = 50;

/** The time that the server adds before a model's first token, with everything that it checks and counts on the way. */
async function measureFirstToken({ stack, rounds }: Settings): Promise<Section> {
  const model = await stack.serve('model.ts');
  const bare = await stack.serve('bare-pass.ts', { settings: { MODEL_URL: model.url } });
  const settings = {
    AI: 'openai-compatible',
    AI_BASE_URL: `${model.url}/v1`,
    AI_API_KEY: 'any',
    AI_MODEL: 'fixed',
  };
  const tokens = await signManyUp(stack);
  const server = await stack.serve('server.ts', { settings, limits: true });
  const ways = waysToTheModel({ model: model.url, bare: bare.url, product: server.url }, tokens);
  const alone = async () => {
    await stack.database.query('truncate rate_limits');
    return takeTurns(
      calls,
      everyWay((ask) => ask(0)),
    );
  };
  const together = async () =>
    flatten(
      await takeTurns(
        2,
        everyWay((ask) => Promise.all(tokens.map((_, at) => ask(at)))),
      ),
    );
  function everyWay<Value>(use: (ask: Ways[Way]) => Promise<Value>): Record<Way, () => Promise<Value>> {
    return { direct: () => use(ways.direct), bare: () => use(ways.bare), product: () => use(ways.product) };
  }
  for (const warmUp of [alone, together]) await warmUp();
  const taken = await takeTurns(rounds, { alone, together });
  await Promise.all([server, bare, model].map(({ stop }) => stop()));
  return describe(taken);
}

/** Founders with the developer plan, signed up where nothing limits that. @returns their tokens. */
async function signManyUp(stack: Stack): Promise<string[]> {
  const server = await stack.serve('server.ts');
  const tokens: string[] = [];
  for (let number = 0; number < atOnce; number += 1) tokens.push((await signUp(stack, server.url)).token);
  await stack.database.query(`update users set plan = 'developer'`);
  await server.stop();
  return tokens;
}

function waysToTheModel(urls: Record<'model' | 'bare' | 'product', string>, tokens: string[]): Ways {
  const idea = 'A tool that helps freelancers chase unpaid invoices';
  const body = promptBody(validationPrompt({ kind: 'plan', idea }));
  const messages = [{ role: 'user', content: body.prompt }];
  const asked = post(
    { model: 'fixed', messages, stream: true, response_format: { type: 'json_object' } },
    'any',
  );
  const throughUs = tokens.map((token) => post(body, token));
  return {
    direct: () => timeFirstWord(`${urls.model}/v1/chat/completions`, asked),
    bare: () => timeFirstWord(urls.bare, asked),
    product: (founder) => timeFirstWord(`${urls.product}/api/python/api/groq`, throughUs[founder] ?? asked),
  };
}

function post(body: object, token: string): RequestInit {
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
  };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

function flatten({ direct, bare, product }: Record<Way, number[][]>): Times {
  return { direct: direct.flat(), bare: bare.flat(), product: product.flat() };
}

function describe({ alone, together }: Record<'alone' | 'together', Times[]>): Section {
  const at = (rounds: Times[], way: Way, percent: number) =>
    rounds.map((times) => percentile(times[way], percent));
  const added = (rounds: Times[], way: Way, percent: number) => {
    const direct = at(rounds, 'direct', percent);
    return at(rounds, way, percent).map((time, round) => time - (direct[round] ?? Number.NaN));
  };
  const rowsOf = (name: string, rounds: Times[]) => [
    [`${name}, directly`, figure(median(at(rounds, 'direct', 50))), '', ''],
    ...(['bare', 'product'] as const).map((way) => [
      `${name}, ${way === 'bare' ? 'through a bare server' : 'through the product'}`,
      figure(median(at(rounds, way, 50))),
      spread(added(rounds, way, 50)),
      spread(added(rounds, way, 99)),
    ]),
  ];
  return {
    title: 'The first token of a model',
    how: `Milliseconds from the request to the first token of a model on loopback that needs 20 ms for it, the three ways in turn, ${calls} calls a
round each. A bare server asks the model and passes its bytes on. The product checks the token, reads the plan, counts the hourly limit
in PostgreSQL, asks with the SDK and sends events; those at once are ${atOnce} founders. All processes share the machine.`,
    columns: ['calls', 'p50', 'added at p50', 'added at p99'],
    rows: [...rowsOf('one after the other', alone), ...rowsOf(`${atOnce} at once`, together)],
    goals: [
      goal('first token: added by the server, p50', median(added(alone, 'product', 50)), { below: 5 }, ' ms'),
    ],
  };
}

const connections = 50;
const brotli = ['Accept-Encoding: gzip, deflate, br'];

/** How fast `/` is sent, beside a static file of the same size from the same server. */
async function measureFirstByte({ stack, rounds, seconds }: Settings): Promise<Section> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  const size = await sizeOfPage(stack);
  const server = await stack.serve('server.ts', { files: await withStaticFile(stack, size) });
  const load = (path: string) => () =>
    runWrk({ url: server.url + path, headers: brotli }, { connections, seconds });
  await load('/')();
  const { page, file } = await takeTurns(rounds, { page: load('/'), file: load('/assets/same-size.woff2') });
  await server.stop();
  const of = (loads: typeof page, what: 'rate' | 'p50' | 'p99') => loads.map((load) => load[what]);
  const row = (name: string, loads: typeof page) => [
    name,
    spread(of(loads, 'rate')),
    spread(of(loads, 'p50')),
    figure(median(of(loads, 'p99'))),
  ];
  const share = ratios(of(page, 'p50'), of(file, 'p50'));
  return {
    title: 'The first byte of the landing page',
    how: `${connections} connections, one process; ${figure(size)} bytes each, as browsers get them. wrk counts until the whole reply is there.`,
    columns: ['reply', 'a second', 'p50 ms', 'p99 ms'],
    rows: [row('`/`', page), row('a static file of that size', file)],
    goals: [goal('landing page: time to reply against a static file', median(share), { below: 1 }, ' times')],
  };
}

async function sizeOfPage(stack: Stack): Promise<number> {
  const server = await stack.serve('server.ts');
  const reply = await fetch(`${server.url}/`, { headers: { 'accept-encoding': 'br' } });
  const size = Number(reply.headers.get('content-length'));
  await server.stop();
  if (!size) throw new Error('The landing page came without its length.');
  return size;
}

async function withStaticFile({ folder }: Stack, size: number): Promise<string> {
  const files = join(folder, 'with-static-file');
  await cp(join(root, 'dist/web'), files, { recursive: true });
  await writeFile(join(files, 'assets/same-size.woff2'), randomBytes(size));
  return files;
}

// npm run bench -- [part …] [--rounds 3] [--seconds 5] [--full]. A run of all parts writes docs/benchmarks.md.

const parts: Record<string, (settings: Settings) => Promise<Section>> = {
  submissions: measureSubmissions,
  requests: measureRequests,
  'payment-events': measurePaymentEvents,
  posting: measurePosting,
  redirects: measureRedirects,
  overload: measureOverload,
  hot: measureHot,
  reading: measureReading,
  start: measureStart,
  weight: measureWeight,
  landing: measureLanding,
  'first-byte': measureFirstByte,
  touch: measureTouch,
  'first-token': measureFirstToken,
  parser: measureParser,
  dashboard: measureDashboard,
  ranking: measureRanking,
  search: measureSearch,
  writer: measureWriter,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    full: { type: 'boolean', default: false },
  },
});
const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = chosen.find((name) => !parts[name]);
if (unknown) throw new Error(`There is no part "${unknown}". Parts: ${Object.keys(parts).join(', ')}.`);

const stack = await startStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stack.stop().finally(() => process.exit(130)));

const settings: Settings = {
  stack,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  full: values.full,
};
const sections: Section[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) if (chosen.includes(name)) await run(name, measure);
  if (sections.length === Object.keys(parts).length) {
    await writePage(settings, sections);
    console.log('Written to docs/benchmarks.md.');
  }
} finally {
  await stack.stop();
}

/** A part that fails says so and fails the run, but the others are still measured. */
async function run(name: string, measure: (settings: Settings) => Promise<Section>): Promise<void> {
  console.error(`Measuring: ${name} …`);
  try {
    const section = await measure(settings);
    console.log(`\n${render(section)}\n`);
    sections.push(section);
  } catch (error) {
    console.error(`FAILED: ${name}.`, error);
    process.exitCode = 1;
  }
}

/** Answers a second to one survey, whose counters all requests raise, against the same over 100 surveys. */
async function measureHot({ stack, rounds, seconds }: Settings): Promise<Section> {
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
