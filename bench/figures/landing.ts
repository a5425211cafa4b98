import { execFileSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goal, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { median, ratios, takeTurns } from '#bench/lib/rounds.ts';
import { installLighthouse, visitWithLighthouse } from '#bench/lighthouse.ts';
import { root, type Stack } from '#bench/stack.ts';
import { installChromium } from '#scripts/chromium.ts';

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
