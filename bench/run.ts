import { parseArgs } from 'node:util';
import { measureDashboard } from './figures/dashboard.ts';
import { measureFirstByte } from './figures/first-byte.ts';
import { measureFirstToken } from './figures/first-token.ts';
import { measureFirstWords } from './figures/first-words.ts';
import { measureLanding } from './figures/landing.ts';
import { measureParser } from './figures/parser.ts';
import { measureRanking } from './figures/ranking.ts';
import { measureReading } from './figures/reading.ts';
import { measureSearch } from './figures/search.ts';
import { measureStart } from './figures/start.ts';
import { measureHot, measureOverload, measureSubmissions } from './figures/submissions.ts';
import { render, type Section, type Settings, writePage } from './lib/report.ts';
import { startStack } from './stack.ts';

// npm run bench -- [part …] [--rounds 3] [--seconds 5]. A run of all parts writes docs/benchmarks.md.

const parts: Record<string, (settings: Settings) => Promise<Section>> = {
  submissions: measureSubmissions,
  overload: measureOverload,
  hot: measureHot,
  reading: measureReading,
  start: measureStart,
  landing: measureLanding,
  'first-byte': measureFirstByte,
  'first-token': measureFirstToken,
  'first-words': measureFirstWords,
  parser: measureParser,
  dashboard: measureDashboard,
  ranking: measureRanking,
  search: measureSearch,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
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
