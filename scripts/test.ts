import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { installChromium } from './chromium.ts';
import { type Outcome, readPlaywright, readVitest } from './test-reports.ts';

// All the checks, one after the other, with what failed and one honest line at the end. A check
// that breaks does not keep the others from running.

const reports = mkdtempSync(join(tmpdir(), 'startup-spark-reports-'));
const total: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };

for (const command of ['biome check .', 'tsc --noEmit', 'knip']) check(command, run(command));

const unit = join(reports, 'unit.json');
report(
  'vitest',
  run(`vitest run --reporter=default --reporter=json --outputFile.json=${unit}`),
  unit,
  (json: JsonTestResults) => readVitest(json, process.cwd()),
);

installChromium();
const journeys = join(reports, 'journeys.json');
const built = run('node scripts/build.ts');
const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys };
report('playwright', built && run('playwright test --reporter=list,json', env), journeys, readPlaywright);

check('chaos', run('node bench/chaos.ts --seed 1 --kills 20'));

rmSync(reports, { recursive: true, force: true });
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join('\n')}`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed > 0 ? 1 : 0);

function run(command: string, env: Record<string, string> = {}): boolean {
  console.log(`\n> ${command}`);
  const [program = '', ...options] = command.split(' ');
  const { status } = spawnSync(program, options, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
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
