import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JsonTestResults } from 'vitest/node';
import { installChromium } from './chromium.ts';
import { type Outcome, readPlaywright, readVitest } from './test-reports.ts';

// All the checks, with what failed and one honest line at the end. A check that breaks does not keep the others from
// running. The chaos run mostly waits, so it runs beside the unit tests.

const reports = mkdtempSync(join(tmpdir(), 'startup-spark-reports-'));
const total: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
const began = Date.now();

// The checks of the left list use all processors, those of the right one most of the time one.
const [, isBuilt] = await Promise.all([
  inTurn(['biome check .', 'tsc --noEmit', 'tsc --noEmit -p tsconfig.browser.json']),
  inTurn(['knip', 'node scripts/bare-text.ts', 'node scripts/build.ts']),
]);
installChromium();

const chaos = runQuietly('node bench/chaos.ts --seed 1 --kills 10');
const unit = join(reports, 'unit.json');
const unitEnded = await run(`vitest run --reporter=default --reporter=json --outputFile.json=${unit}`);
report('vitest', unitEnded, unit, (json: JsonTestResults) => readVitest(json, process.cwd()));
check('chaos', await chaos);

const journeys = join(reports, 'journeys.json');
const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys };
const journeysEnded = isBuilt && (await run('playwright test --reporter=list,json', env));
report('playwright', journeysEnded, journeys, readPlaywright);

rmSync(reports, { recursive: true, force: true });
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join('\n')}`);
const skipped = total.skipped ? `, ${total.skipped} skipped` : '';
console.log(`After ${((Date.now() - began) / 60_000).toFixed(1)} minutes:`);
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 ? 1 : 0);

async function run(command: string, env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n> ${command}`);
  const [program = '', ...options] = command.split(' ');
  const child = spawn(program, options, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** Runs a command beside others; its output is printed at its end. */
async function runQuietly(command: string): Promise<boolean> {
  const [program = '', ...options] = command.split(' ');
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const written = await Promise.all([text(child.stderr), text(child.stdout)]);
  const [status] = await ended;
  console.log(`\n> ${command}\n${written.join('')}`);
  return status === 0;
}

/** Checks that are one command each; true when the last one passed. */
async function inTurn(commands: string[]): Promise<boolean> {
  let passed = false;
  for (const command of commands) {
    passed = await runQuietly(command);
    check(command, passed);
  }
  return passed;
}

/** A check that is one thing: it passed or failed. */
function check(name: string, passed: boolean): void {
  add({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0, failures: passed ? [] : [name] });
}

/** Adds what a runner reported; a runner that ended badly without a failed test failed itself. */
function report<Report>(runner: string, ended: boolean, file: string, read: (json: Report) => Outcome): void {
  if (!existsSync(file)) {
    check(`${runner} left no report`, false);
    return;
  }
  const outcome = read(JSON.parse(readFileSync(file, 'utf8')) as Report);
  add(outcome);
  if (!ended && outcome.failed === 0) check(`${runner} ended badly`, false);
}

function add(outcome: Outcome): void {
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  total.skipped += outcome.skipped;
  total.failures.push(...outcome.failures);
}
