import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root, type Stack } from '#bench/stack.ts';
import { median } from './rounds.ts';

export type Goal = { what: string; goal: string; measured: string; met: boolean };

/** What one part found: a table, what was asked of it, and how to read it. */
export type Section = { title: string; how: string; columns: string[]; rows: string[][]; goals: Goal[] };

/** `full` measures the largest size, where a part has two. */
export type Settings = { stack: Stack; rounds: number; seconds: number; full: boolean };

export function goal(
  what: string,
  measured: number,
  bound: { atLeast: number } | { below: number },
  unit = '',
): Goal {
  const met = 'atLeast' in bound ? measured >= bound.atLeast : measured <= bound.below;
  const wanted = 'atLeast' in bound ? `at least ${bound.atLeast}` : `at most ${bound.below}`;
  return { what, goal: wanted + unit, measured: figure(measured) + unit, met };
}

/** Three digits that count, thousands with a comma. */
export function figure(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** The median with the smallest and the largest of the rounds. */
export function spread(values: number[]): string {
  return `${figure(median(values))} (${figure(Math.min(...values))} to ${figure(Math.max(...values))})`;
}

export function render({ title, how, columns, rows, goals }: Section): string {
  return [`## ${title}`, how, table(columns, rows), goals.length > 0 ? goalTable(goals) : '']
    .filter(Boolean)
    .join('\n\n');
}

/** Writes the page of a whole run. */
export async function writePage(settings: Settings, sections: Section[]): Promise<void> {
  const goals = sections.flatMap((section) => section.goals);
  const intro = `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; every run replaces it.
Load, product and PostgreSQL share one machine and talk over loopback, so ratios say more than rates.
A product and its baselines take turns, ${settings.rounds} rounds of ${settings.seconds} s; a figure is the median of the rounds,
with the smallest and largest beside it, and a ratio is formed within each round.`;
  const page = [
    '# Benchmarks',
    intro,
    await describeMachine(settings.stack),
    '## Goals',
    `${goals.filter(({ met }) => met).length} of ${goals.length} met.`,
    goalTable(goals),
    ...sections.map((section) => render({ ...section, goals: [] })),
  ];
  await writeFile(join(root, 'docs/benchmarks.md'), `${page.join('\n\n')}\n`);
}

async function describeMachine({ database }: Stack): Promise<string> {
  const { rows } = await database.query<{ server_version: string }>('show server_version');
  const memory = Math.round(totalmem() / 2 ** 30);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return table(
    ['machine', ''],
    [
      ['processor', `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`],
      ['memory', `${memory} GB`],
      ['Node', process.versions.node],
      ['PostgreSQL', `${rows[0]?.server_version} (embedded, fsync on)`],
      ['product', version],
    ],
  );
}

function goalTable(goals: Goal[]): string {
  const rows = goals.map(({ what, goal, measured, met }) => [what, goal, measured, met ? 'yes' : '**no**']);
  return table(['figure', 'goal', 'measured', 'met'], rows);
}

function table(columns: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
