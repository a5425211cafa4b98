import { execFileSync } from 'node:child_process';
import { chromium, type Locator, type Page } from '@playwright/test';
import { computeAnalyses } from '#bench/lib/analyses.ts';
import { fillSurvey } from '#bench/lib/filled-survey.ts';
import { type Founder, signUp } from '#bench/lib/founder.ts';
import { type Load, runWrk } from '#bench/lib/load.ts';
import { figure, goal, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { median, ratios, takeTurns } from '#bench/lib/rounds.ts';
import { root, type Stack } from '#bench/stack.ts';
import { chromiumFlags, findChromium, installChromium } from '#scripts/chromium.ts';
import { ideationStages } from '#shared/rules/ideation/ideation-stages.ts';

const sizes = { few: 20, many: 5_000 };
type Size = keyof typeof sizes;

/** Requests of the dashboard before its first entries. */
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

/** Work of the browser on the list of activities. A task longer than 50 ms blocks whoever scrolls. */
type Browsing = {
  entriesAtFirst: number;
  nodesAtFirst: number;
  /** How often "Show more" was pressed. */
  presses: number;
  entries: number;
  nodes: number;
  longTasks: number;
  longest: number;
};

const mostPresses = 10;

/** Opens the dashboard, then presses "Show more" and scrolls to the end, ten times or until there is no more. */
async function browseActivities(url: string, founder: Founder): Promise<Browsing> {
  installChromium();
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  try {
    const context = await browser.newContext();
    await context.addCookies(
      founder.cookies.map((cookie) => {
        const [name = '', ...value] = cookie.split('=');
        return { name, value: value.join('='), url };
      }),
    );
    const page = await context.newPage();
    await page.goto(`${url}/startup-spark-suite/dashboard`);
    const list = page.getByRole('region', { name: 'Activities', exact: true });
    await list.getByRole('article').first().waitFor();
    await page.waitForLoadState('networkidle');
    const atFirst = { entriesAtFirst: await countEntries(list), nodesAtFirst: await countNodes(page) };
    await page.evaluate(watchLongTasks);
    const presses = await showMore(page, list);
    const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
    return {
      ...atFirst,
      presses,
      entries: await countEntries(list),
      nodes: await countNodes(page),
      longTasks: tasks.length,
      longest: Math.max(0, ...tasks),
    };
  } finally {
    await browser.close();
  }
}

async function showMore(page: Page, list: Locator): Promise<number> {
  const button = list.getByRole('button', { name: 'Show more' });
  for (let press = 0; press < mostPresses; press += 1) {
    if ((await button.count()) === 0) return press;
    const before = await countEntries(list);
    await button.click();
    await page.waitForFunction(
      (shown) => document.querySelectorAll('[aria-label=Activities] > ul > li').length > shown,
      before,
    );
    await list.evaluate(async (region) => {
      for (let frame = 0; frame < 20; frame += 1) {
        region.scrollTop += region.scrollHeight / 20;
        await new Promise(requestAnimationFrame);
      }
    });
  }
  return mostPresses;
}

function countEntries(list: Locator): Promise<number> {
  return list.locator(':scope > ul > li').count();
}

function countNodes(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

/** Runs in the page; what it finds lies in `longTasks`. */
function watchLongTasks(): void {
  const found: number[] = [];
  Object.assign(globalThis, { longTasks: found });
  new PerformanceObserver((tasks) => {
    found.push(...tasks.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
}

/** A survey of somebody else with 100 answers and its analysis, to be multiplied. @returns its id. */
async function makeTemplate(stack: Stack, url: string): Promise<string> {
  const id = await fillSurvey(stack, await signUp(stack, url), 100);
  await computeAnalyses(stack, [id]);
  return id;
}

/** Gives the founder `count` activities on `count / 2` ideas: a finished ideation session and an analysis each. */
async function addActivities(stack: Stack, founder: Founder, template: string, count: number): Promise<void> {
  const { query } = rowsOf(stack, founder, count / 2);
  await query(`insert into trails (id, owner_id, idea, created_at)
    select trail, owner, idea, at - interval '1 second' from made`);
  await query(
    `insert into trail_ideas (owner_id, idea_key, trail_id) select owner, 'key-' || n, trail from made`,
  );
  await query(
    `insert into ideation_sessions (id, owner_id, trail_id, idea, content, saved_at, created_at, updated_at)
     select 'session-' || owner || '-' || n, owner, trail, idea, $3, at, at, at from made`,
    [content()],
  );
  await query(
    `insert into surveys (id, owner_id, idea, social_links, questions, trail_id, created_at)
     select survey, owner, made.idea, social_links, questions, trail, at from made, surveys where surveys.id = $3`,
    [template],
  );
  await query(
    `insert into survey_tallies (survey_id, revision, submissions, counts, analysed)
     select survey, revision, submissions, counts, analysed from made, survey_tallies where survey_id = $3`,
    [template],
  );
  // Half a second later, so that every second entry of the merged list is of the other kind.
  await query(
    `insert into survey_analyses (survey_id, owner_id, idea, analysis, aggregated_data, text_numbers, figures,
       basis, as_of, line, submission_count, model, created_at)
     select survey, owner, made.idea, analysis, aggregated_data, text_numbers, figures, basis, as_of, line,
       submission_count, model,
       at + interval '0.5 second'
     from made, survey_analyses where survey_id = $3`,
    [template],
  );
  for (const table of tables) await stack.database.query(`vacuum analyze ${table}`);
}

const tables = ['trails', 'trail_ideas', 'ideation_sessions', 'surveys', 'survey_tallies', 'survey_analyses'];

/** Removes what was made for ideas, surveys included. */
async function clearIdeas({ database }: Stack): Promise<void> {
  await database.query('truncate submissions, trails cascade');
}

/** A statement sees `made`: one row an idea, `n` from 1 on, a second between them. */
function rowsOf({ database }: Stack, founder: Founder, ideas: number) {
  const made = `with made as (
    select n, $1::text as owner, 'trail-' || $1 || '-' || n as trail, 'survey-many-' || lower($1) || '-' || n as survey,
      'Idea number ' || n || ': dinners for a week, planned in ten minutes' as idea,
      now() - n * interval '1 second' as at
    from generate_series(1, $2::int) n)`;
  return {
    query: (statement: string, more: string[] = []) =>
      database.query(`${made} ${statement}`, [founder.id, ideas, ...more]),
  };
}

/** Five sections of a usual length. */
function content(): string {
  const line =
    '- **Concept**: a week of dinners is planned in ten minutes, from what is already in the kitchen.\n';
  return ideationStages.map(({ title }) => `### ${title}\n\n${line.repeat(12)}`).join('\n');
}
