import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installChromium } from './chromium.ts';

// All the checks, one after the other, with one honest line at the end. A check that breaks does
// not keep the others from running.

type Outcome = { passed: number; failed: number; skipped: number };

const reports = mkdtempSync(join(tmpdir(), 'startup-spark-reports-'));
const total: Outcome = { passed: 0, failed: 0, skipped: 0 };

for (const script of ['biome check .', 'tsc --noEmit', 'knip']) add({ passed: run(script) ? 1 : 0 });

const unit = join(reports, 'unit.json');
report(run(`vitest run --reporter=default --reporter=json --outputFile.json=${unit}`), unit, readVitest);

installChromium();
const journeys = join(reports, 'journeys.json');
const built = run('node scripts/build.ts');
add({ passed: built && run('size-limit') ? 1 : 0 });
const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys };
report(built && run('playwright test --reporter=list,json', env), journeys, readPlaywright);

rmSync(reports, { recursive: true, force: true });
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

/** A check that is one thing: passed 1 or 0. */
function add({ passed }: { passed: number }): void {
  total.passed += passed;
  total.failed += 1 - passed;
}

/** Adds what a runner reported; a runner that ended badly without a failed test failed itself. */
function report(ended: boolean, file: string, read: (json: never) => Outcome): void {
  const outcome = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')) as never)
    : { passed: 0, failed: 1, skipped: 0 };
  if (!ended && outcome.failed === 0) outcome.failed = 1;
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  total.skipped += outcome.skipped;
}

function readVitest(json: {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}): Outcome {
  return { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests };
}

function readPlaywright({
  stats,
}: {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
