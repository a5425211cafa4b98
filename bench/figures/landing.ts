import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { goal, median, ratios, type Section, type Settings, spread, takeTurns } from '#bench/lib/report.ts';
import { root, type Stack } from '#bench/stack.ts';
import { chromiumFlags, findChromium, installChromium } from '#scripts/chromium.ts';

/** Lighthouse's scores from 0 to 100; times in milliseconds. */
type Visit = { scores: Record<string, number>; paint: number; shift: number; blocked: number };

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const visits = 5;

/** The landing page on the slow phone that Lighthouse simulates, beside the same page without any JavaScript. */
export async function measureLanding({ stack }: Settings): Promise<Section> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  installChromium();
  await installLighthouse();
  const server = await stack.serve('server.ts');
  const plain = await stack.serve('server.ts', { files: await withoutScripts(stack) });
  // The first visit after a start scores up to ten points lower.
  for (const { url } of [server, plain]) await visit(url);
  const taken = await takeTurns(visits, { page: () => visit(server.url), plain: () => visit(plain.url) });
  await Promise.all([server.stop(), plain.stop()]);
  return describe(taken.page, taken.plain);
}

async function withoutScripts({ folder }: Stack): Promise<string> {
  const files = join(folder, 'without-scripts');
  await cp(join(root, 'dist/web'), files, { recursive: true });
  const file = join(files, 'landing.html');
  const html = await readFile(file, 'utf8');
  await writeFile(file, html.replaceAll(/<script\b.*?<\/script>/gs, ''));
  return files;
}

async function visit(site: string): Promise<Visit> {
  const report = await visitWithLighthouse(`${site}/`, categories);
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: Object.fromEntries(
      Object.entries(report.categories).map(([name, { score }]) => [name, (score ?? 0) * 100]),
    ),
    paint: value('largest-contentful-paint'),
    shift: value('cumulative-layout-shift'),
    blocked: value('total-blocking-time'),
  };
}

function describe(page: Visit[], plain: Visit[]): Section {
  const score = (of: Visit[], name: string) => spread(of.map(({ scores }) => scores[name] ?? 0));
  const row = (name: string, of: Visit[]) => [
    name,
    ...categories.map((category) => score(of, category)),
    spread(of.map(({ paint }) => paint)),
    spread(of.map(({ shift }) => shift)),
    spread(of.map(({ blocked }) => blocked)),
  ];
  const paints = ratios(
    page.map(({ paint }) => paint),
    plain.map(({ paint }) => paint),
  );
  return {
    title: 'The landing page on a slow phone',
    how: `Lighthouse with its own settings: a simulated slow phone on slow 4G, nothing cached; ${visits} visits each, in turn. The baseline is
the same page with every script cut out. A score is out of 100; LCP is when the largest text or picture is painted, CLS how far things
jump, TBT how long the page could not answer.`,
    columns: ['page', ...categories, 'LCP ms', 'CLS', 'TBT ms'],
    rows: [row('`/`', page), row('without JavaScript', plain)],
    goals: [
      ...categories.map((name) =>
        goal(`landing page: ${name}`, median(page.map(({ scores }) => scores[name] ?? 0)), { atLeast: 100 }),
      ),
      goal('landing page: LCP against the page without JavaScript', median(paints), { below: 1.1 }, ' times'),
      goal('landing page: CLS', median(page.map(({ shift }) => shift)), { below: 0 }),
      goal('landing page: TBT', median(page.map(({ blocked }) => blocked)), { below: 50 }, ' ms'),
    ],
  };
}

const run = promisify(execFile);
const folder = join(root, 'bench/lighthouse');
const lighthouse = join(folder, 'node_modules/lighthouse/cli/index.js');

/** The part of Lighthouse's report that is read; scores from 0 to 1. */
type LighthouseReport = {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

/**
 * Installs Lighthouse where it is missing. It is kept apart from the product's packages: with everything that it brings,
 * each `npm ci` would take several times as long.
 */
async function installLighthouse(): Promise<void> {
  if (existsSync(lighthouse)) return;
  console.error('Installing Lighthouse.');
  await run('npm', ['ci', '--ignore-scripts'], { cwd: folder });
}

/** One visit with an empty cache, with Lighthouse's own settings. @throws when Lighthouse could not measure thrice. */
async function visitWithLighthouse(url: string, categories: string[]): Promise<LighthouseReport> {
  let problem = '';
  // On a busy machine Chromium's trace now and then lacks its beginning; Lighthouse itself asks for another run then.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const report = await runLighthouse(url, categories);
    if (!report.runtimeError) return report;
    problem = report.runtimeError.message;
  }
  throw new Error(`Lighthouse failed: ${problem}`);
}

async function runLighthouse(url: string, categories: string[]): Promise<LighthouseReport> {
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
  await run(process.execPath, [lighthouse, url, ...settings], options).catch(() => {});
  const report = JSON.parse(await readFile(file, 'utf8')) as LighthouseReport;
  await rm(file);
  return report;
}
