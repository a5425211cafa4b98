import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

/** One visit with an empty cache, with Lighthouse's own settings. @throws when Lighthouse could not measure thrice. */
export async function visitWithLighthouse(url: string, categories: string[]): Promise<LighthouseReport> {
  let problem = '';
  // On a busy machine Chromium's trace now and then lacks its beginning; Lighthouse itself asks for another run then.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const report = await visit(url, categories);
    if (!report.runtimeError) return report;
    problem = report.runtimeError.message;
  }
  throw new Error(`Lighthouse failed: ${problem}`);
}

async function visit(url: string, categories: string[]): Promise<LighthouseReport> {
  const file = join(tmpdir(), `startup-spark-lighthouse-${process.pid}.json`);
  const options = { env: { ...process.env, CHROME_PATH: findChromium() } };
  const settings = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`,
  ];
  // It ends with an error code when it could not measure, but says why in its report.
  await run(process.execPath, [program, url, ...settings], options).catch(() => {});
  const report = JSON.parse(await readFile(file, 'utf8')) as LighthouseReport;
  await rm(file);
  return report;
}
