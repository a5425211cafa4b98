import { figure, goal, ratios, type Section, type Settings, spread, takeTurns } from '#bench/lib/report.ts';
import { ideationOutputs } from '#shared/rules/model-output/ideation.fixture.ts';
import { readIdeationOutput, readPartialIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import {
  endOfObject,
  outputLimit,
  readLooseObject,
  stripCodeFences,
} from '#shared/rules/model-output/json.ts';
import { readNamedLines } from '#shared/rules/model-output/ladder.ts';

// Two below the length up to which an output is read, so that they show how the time grows, and one far above it.
const sizes = [48, 192, 1024].map((kilobytes) => kilobytes * 1024);
const fewestRuns = 7;

/** How fast a model's output is read, and that nothing in it makes the reading slow. */
export async function measureParser({ rounds, seconds }: Settings): Promise<Section> {
  const strict = ideationOutputs.filter(({ output }) => isJson(output));
  const taken = await takeTurns(rounds, {
    json: async () => rateOf(strict, seconds, ({ output }) => JSON.parse(output)),
    strict: async () => rateOf(strict, seconds, ({ stage, output }) => readIdeationOutput(stage, output)),
    all: async () =>
      rateOf(ideationOutputs, seconds, ({ stage, output }) => readIdeationOutput(stage, output)),
  });
  const curves = {
    whole: curvesOf(rounds, (text) => readIdeationOutput('IDEATION', text)),
    arriving: curvesOf(rounds, (text) => readPartialIdeationOutput('IDEATION', text)),
    uncut: curvesOf(rounds, readWithoutCut),
  };
  return describe(taken, curves, strict.length);
}

type Recorded = (typeof ideationOutputs)[number];

/** Megabytes a second. */
function rateOf(outputs: Recorded[], seconds: number, read: (output: Recorded) => unknown): number {
  const bytes = outputs.reduce((sum, { output }) => sum + Buffer.byteLength(output), 0);
  const until = performance.now() + Math.min(seconds, 3) * 1000;
  const began = performance.now();
  let times = 0;
  for (; performance.now() < until; times += 1) for (const output of outputs) read(output);
  return (bytes * times) / 1e6 / ((performance.now() - began) / 1000);
}

/** Milliseconds at each size. */
type Curve = { name: string; times: number[] };

function curvesOf(rounds: number, read: (text: string) => unknown): Curve[] {
  return Object.entries(hostileOutputs).map(([name, make]) => {
    const times = sizes.map((size) => {
      const text = make(size);
      // The fastest of some runs: what else happens on the machine only ever adds.
      return Math.min(
        ...Array.from({ length: Math.max(rounds, fewestRuns) }, () => timeOf(() => read(text))),
      );
    });
    return { name, times };
  });
}

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Parts of the ladder, each on a whole output. */
function readWithoutCut(text: string): void {
  endOfObject(text, 0);
  stripCodeFences(text);
  readLooseObject(text);
  readNamedLines(text, (written) => (written.trim() === 'concept' ? 'concept' : null));
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

type Curves = Record<'whole' | 'arriving' | 'uncut', Curve[]>;

function describe(
  taken: Record<'json' | 'strict' | 'all', number[]>,
  curves: Curves,
  strict: number,
): Section {
  const { whole, arriving, uncut } = curves;
  const rate = (name: string, rates: number[]) => [
    name,
    spread(rates),
    spread(ratios(rates, taken.json)),
    '',
    '',
  ];
  const worstOf = (list: Curve[]) => Math.max(...list.map(({ times }) => times[2] ?? 0));
  const growth = Math.max(...whole.map(growthOf));
  return {
    title: 'Reading a model’s output',
    how: `MB a second on the ${ideationOutputs.length} recorded outputs and on those ${strict} of them that are strict JSON, beside \`JSON.parse\` of the same (the
reader also names, orders and words what it has read); then milliseconds for hostile outputs. An output is read up to ${outputLimit.toLocaleString('en')}
characters, so 192 KB against 48 KB shows how the time grows, and 1 MB what the cut does. Without the cut the reader's parts, each on the
whole of 1 MB, took at most ${figure(worstOf(uncut))} ms. Reading an output of 1 MB that is still arriving took at most ${figure(worstOf(arriving))} ms.`,
    columns: [
      'outputs',
      'MB a second, or ms for 48 KB',
      'of `JSON.parse`, or ms for 192 KB',
      'ms for 1 MB',
      '192 KB against 48 KB',
    ],
    rows: [
      rate('`JSON.parse`, strict ones', taken.json),
      rate('the reader, strict ones', taken.strict),
      rate('the reader, all', taken.all),
      ...whole.map((curve) => [curve.name, ...curve.times.map(figure), figure(growthOf(curve))]),
    ],
    goals: [
      goal(
        'parser: 1 MB of the worst kind',
        Math.max(worstOf(whole), worstOf(arriving)),
        { below: 100 },
        ' ms',
      ),
      goal('parser: four times the length, worst kind', growth, { below: 5 }, ' times'),
    ],
  };
}

/** Times below two milliseconds say nothing about growth. */
function growthOf({ times: [small = 0, middle = 0] }: Curve): number {
  return middle < 2 ? 1 : middle / small;
}

/** Outputs that would make a careless reader look again and again at what it has read, by what they are full of. */
const hostileOutputs: Record<string, (size: number) => string> = {
  'open braces': (size) => '{'.repeat(size),
  'braces that never close': (size) => fill('{"a":', size),
  'nested braces': (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
  'closed objects that are no JSON': (size) => fill('{no} ', size),
  'closing braces': (size) => `{${'}'.repeat(size)}`,
  'quotes that never close': (size) => fill('{"', size),
  'one quote that never closes': (size) => `{"concept": "${'word '.repeat(size / 5)}`,
  backslashes: (size) => `{"concept": "${'\\'.repeat(size)}`,
  'odd escapes': (size) => `{"concept": "${'\\"\\x'.repeat(size / 4)}`,
  commas: (size) => `{"features": [1${','.repeat(size)}]}`,
  'trailing commas': (size) => fill('{"a":[1,],},', size),
  'one long line': (size) => 'word'.repeat(size / 4),
  spaces: (size) => `{${' '.repeat(size)}`,
  'empty lines': (size) => '\n'.repeat(size),
  'open fences': (size) => fill('```json\n', size),
  'fences around nothing': (size) => fill('```\n{\n```\n', size),
  backticks: (size) => '`'.repeat(size),
  colons: (size) => ':'.repeat(size),
  'loose lines': (size) => fill('concept: a word\n', size),
  'lines that are nearly loose': (size) => fill('"features" : [\n', size),
  'list marks': (size) => fill('- ', size),
  'hashes and stars': (size) => fill('#*', size),
};

/** The piece again and again, to exactly that length. */
function fill(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}
