import { execFileSync } from 'node:child_process';
import { type Browsing, browseActivities } from './browse-activities.ts';
import { type Founder, signUp } from './founder.ts';
import { type Load, runWrk } from './load.ts';
import { addActivities, clearIdeas, makeTemplate } from './many-activities.ts';
import { figure, goal, type Section, type Settings, spread } from './report.ts';
import { median, ratios, takeTurns } from './rounds.ts';
import { root, type Stack } from './stack.ts';

const sizes = { few: 20, many: 5_000 };
type Size = keyof typeof sizes;

/** What the dashboard asks for before it shows its first entries. */
const calls = {
  'ideation sessions': '/api/python/api/ideation-sessions?limit=20&preview=1',
  analyses: '/api/python/api/survey-analyses?limit=20',
  ideas: '/api/python/api/trails?limit=5',
  totals: '/api/python/api/activity-totals',
};
type Call = keyof typeof calls;
const names = Object.keys(calls) as Call[];

/** How long a founder with thousands of activities waits for the dashboard, and how smooth it stays. */
export async function measureDashboard({ stack, rounds, seconds }: Settings): Promise<Section> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  const server = await stack.serve('server.ts');
  const founders = await makeFounders(stack, server.url);
  const load = { connections: 1, seconds: Math.min(seconds, 2) };
  const ask = (path: string, { token }: Founder) => {
    const target = { url: server.url + path, headers: [`Authorization: Bearer ${token}`] };
    return () => runWrk(target, load);
  };
  const asked: Record<string, () => Promise<Load>> = { alive: ask('/healthz', founders.few) };
  for (const name of names)
    for (const size of ['few', 'many'] as const) asked[`${size} ${name}`] = ask(calls[name], founders[size]);
  await takeTurns(1, asked);
  const taken = await takeTurns(rounds, asked);
  const browsed = {
    few: await browseActivities(server.url, founders.few),
    many: await browseActivities(server.url, founders.many),
  };
  await server.stop();
  await clearIdeas(stack);
  return describe(taken, browsed);
}

async function makeFounders(stack: Stack, url: string): Promise<Record<Size, Founder>> {
  const template = await makeTemplate(stack, url);
  const founders = { few: await signUp(stack, url), many: await signUp(stack, url) };
  for (const size of ['few', 'many'] as const)
    await addActivities(stack, founders[size], template, sizes[size]);
  return founders;
}

function describe(taken: Record<string, Load[]>, browsed: Record<Size, Browsing>): Section {
  const alive = taken.alive?.map(({ p50 }) => p50) ?? [];
  const asked = (wanted: Call[], size: Size, what: 'p50' | 'p99') =>
    alive.map((_, round) =>
      sum(wanted.map((name) => taken[`${size} ${name}`]?.[round]?.[what] ?? Number.NaN)),
    );
  const onServer = (wanted: Call[], size: Size, what: 'p50' | 'p99') =>
    asked(wanted, size, what).map((time, round) => time - wanted.length * (alive[round] ?? 0));
  const row = (name: string, wanted: Call[]) => [
    name,
    spread(onServer(wanted, 'few', 'p50')),
    spread(onServer(wanted, 'many', 'p50')),
    spread(onServer(wanted, 'many', 'p99')),
    spread(ratios(asked(wanted, 'many', 'p50'), asked(wanted, 'few', 'p50'))),
  ];
  const [few, many] = [sizes.few, sizes.many].map((size) => size.toLocaleString('en'));
  return {
    title: 'The dashboard of a busy founder',
    how: `Milliseconds on the server (without what \`/healthz\` took the same client, ${spread(alive)} ms), one request after the other; half
of the activities are ideation sessions, half analyses, each pair on an idea of its own. The first page is 20 entries of each kind, 5 ideas
and how many there are; "all of it" is the sum, though a browser asks at once. The last column compares whole replies, \`/healthz\` included.
${describeBrowsing(browsed)}`,
    columns: ['call', `${few} activities, p50`, `${many}, p50`, `${many}, p99`, `${many} against ${few}`],
    rows: [...names.map((name) => row(name, [name])), row('all of it', names)],
    goals: [
      goal(
        `dashboard: first page of ${many} activities, p50`,
        median(onServer(names, 'many', 'p50')),
        { below: 50 },
        ' ms',
      ),
    ],
  };
}

function sum(times: number[]): number {
  return times.reduce((all, time) => all + time, 0);
}

function describeBrowsing({ few, many }: Record<Size, Browsing>): string {
  const tasks = (browsing: Browsing) =>
    `${browsing.longTasks} tasks longer than 50 ms, the longest ${figure(browsing.longest)} ms`;
  return `In Chromium the page with all ${few.entries} entries of the first account has ${few.nodesAtFirst} elements (${tasks(few)}); with
${sizes.many.toLocaleString('en')} activities it begins with ${many.entriesAtFirst} entries and ${many.nodesAtFirst} elements, and after ${many.presses} times "Show more" shows ${many.entries} entries in
${many.nodes} elements (${tasks(many)}).`;
}
