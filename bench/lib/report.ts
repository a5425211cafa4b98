import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root, type Stack } from '#bench/stack.ts';

export type Goal = { what: string; goal: string; measured: string; met: boolean };

/** Result of one part: a table, its goal, and how to read it. */
export type Section = { title: string; how: string; columns: string[]; rows: string[][]; goals: Goal[] };

export type Settings = { stack: Stack; rounds: number; seconds: number };

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

/**
 * Takes the measurements in turn, `rounds` times over, so that a machine that slows down slows all of them.
 * @returns for each name what its rounds gave, in their order.
 */
export async function takeTurns<Name extends string, Value>(
  rounds: number,
  measurements: Record<Name, () => Promise<Value>>,
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(measurements) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) taken[name].push(await measurements[name]());
  return taken;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** The smallest value that `percent` of a hundred do not exceed. */
export function percentile(values: number[], percent: number): number {
  const place = Math.max(0, Math.ceil((values.length * percent) / 100) - 1);
  return values.toSorted((a, b) => a - b)[place] ?? Number.NaN;
}

/** The quotient of two series, round by round: what both felt in one round cancels out. */
export function ratios(values: number[], baseline: number[]): number[] {
  return values.map((value, round) => value / (baseline[round] ?? Number.NaN));
}
