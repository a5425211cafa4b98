import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumFlags, findChromium } from '#scripts/chromium.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, 'lighthouse');
const program = join(folder, 'node_modules/lighthouse/cli/index.js');

/** What is read of Lighthouse's report; scores from 0 to 1. */
export type LighthouseReport = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

/**
 * Installs Lighthouse where it is missing. It stands apart from the product's packages: with everything that it brings,
 * each `npm ci` would take several times as long.
 */
export async function installLighthouse(): Promise<void> {
  if (existsSync(program)) return;
  console.error('Installing Lighthouse.');
  await run('npm', ['ci', '--ignore-scripts'], { cwd: folder });
}

/** One visit with an empty cache, with Lighthouse's own settings. @throws when Lighthouse could not measure. */
export async function visitWithLighthouse(url: string, categories: string[]): Promise<LighthouseReport> {
  const { stdout } = await run(
    process.execPath,
    [
      program,
      url,
      '--output=json',
      '--quiet',
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`,
    ],
    { maxBuffer: 50_000_000, env: { ...process.env, CHROME_PATH: findChromium() } },
  );
  const report = JSON.parse(stdout) as LighthouseReport;
  if (report.runtimeError) throw new Error(`Lighthouse failed: ${report.runtimeError.message}`);
  return report;
}
