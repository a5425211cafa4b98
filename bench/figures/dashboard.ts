import { type Load, runWrk } from '#bench/lib/load.ts';
import { goal, median, ratios, type Section, type Settings, spread, takeTurns } from '#bench/lib/report.ts';
import { computeAnalyses, fillSurvey } from '#bench/lib/surveys.ts';
import { type Stack, signUp } from '#bench/stack.ts';
import type { Account } from '#e2e/harness/api.ts';
import { ideationStages } from '#shared/rules/ideation/ideation-stages.ts';

const sizes = { few: 20, many: 5_000 };
type Size = keyof typeof sizes;

/** Requests of the dashboard before its first entries. */
const calls = {
  'ideation sessions': '/api/python/api/ideation-sessions?limit=20&preview=1',
  analyses: '/api/python/api/survey-analyses?limit=20',
  ideas: '/api/python/api/trails?limit=5',
};
type Call = keyof typeof calls;
const names = Object.keys(calls) as Call[];

/** How long a founder with thousands of activities waits for the dashboard. */
export async function measureDashboard({ stack, rounds, seconds }: Settings): Promise<Section> {
  const server = await stack.serve('server.ts');
  const founders = await makeFounders(stack, server.url);
  const load = { connections: 1, seconds: Math.min(seconds, 2) };
  const ask = (path: string, { token }: Account) => {
    const target = { url: server.url + path, headers: [`Authorization: Bearer ${token}`] };
    return () => runWrk(target, load);
  };
  const asked: Record<string, () => Promise<Load>> = { alive: ask('/healthz', founders.few) };
  for (const name of names)
    for (const size of ['few', 'many'] as const) asked[`${size} ${name}`] = ask(calls[name], founders[size]);
  await takeTurns(1, asked);
  const taken = await takeTurns(rounds, asked);
  await server.stop();
  await clearIdeas(stack);
  return describe(taken);
}

async function makeFounders(stack: Stack, url: string): Promise<Record<Size, Account>> {
  const template = await makeTemplate(stack, url);
  const founders = { few: await signUp(stack, url), many: await signUp(stack, url) };
  for (const size of ['few', 'many'] as const)
    await addActivities(stack, founders[size], template, sizes[size]);
  return founders;
}

function describe(taken: Record<string, Load[]>): Section {
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
of the activities are ideation sessions, half analyses, each pair on an idea of its own. The first page is 20 entries of each kind and
5 ideas; "all of it" is the sum, though a browser asks at once. The last column compares whole replies, \`/healthz\` included.`,
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

/** A survey of another account with 100 answers and its analysis, to be multiplied. @returns its id. */
async function makeTemplate(stack: Stack, url: string): Promise<string> {
  const id = await fillSurvey(stack, url, await signUp(stack, url), 100);
  await computeAnalyses(stack, [id]);
  return id;
}

/** Gives the founder `count` activities on `count / 2` ideas: a finished ideation session and an analysis each. */
async function addActivities(stack: Stack, founder: Account, template: string, count: number): Promise<void> {
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
function rowsOf({ database }: Stack, founder: Account, ideas: number) {
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

function sum(times: number[]): number {
  return times.reduce((all, time) => all + time, 0);
}
