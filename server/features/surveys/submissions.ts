import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Database, sqlState } from '#server/database/connect.ts';
import { groupCommit } from '#server/database/group-commit.ts';
import type { SurveyAnswer } from '#shared/rules/survey-answers.ts';

/** One checked submission; `marks` are the counters that it raises. */
export type NewSubmission = {
  surveyId: string;
  /** The revision of the questions that the answers were checked against. */
  revision: number;
  idempotencyKey: string;
  answers: SurveyAnswer[];
  marks: number[];
  /** How many counters the survey has. */
  counters: number;
  /** The tracked link by which its sender came, and whether the answers show the problem; null for everybody else. */
  via: { code: string; isQualified: boolean } | null;
};

/**
 * `outdated`: the questions have changed since, and nothing was stored.
 * `different`: other answers were stored under this key before, and these were not.
 */
export type Outcome = 'stored' | 'outdated' | 'different';

const uniqueViolation = '23505';
/** Two writers stood in each other's way: deadlock, failed serialization. */
const collisions = ['40P01', '40001'];
const attempts = 3;
/** Random, so that the two don't meet again. */
const longestPauseMs = 40;

/**
 * Stores submissions and raises the counters of their survey, and of the links that brought their senders, in one
 * statement for many callers.
 * Resolves after the commit; a repeated idempotency key is stored once, as it came first.
 */
export function submissionWriter(
  database: Database,
  siteUrl: () => string,
): (submission: NewSubmission) => Promise<Outcome> {
  const write = (group: NewSubmission[]) => writeGroup(database, new URL(siteUrl()).origin, group);
  return groupCommit(write, { largestGroup: 200, writers: 1 });
}

async function writeGroup(database: Database, origin: string, group: NewSubmission[]): Promise<Outcome[]> {
  const first = firstOfEachKey(group);
  let known: KeptAnswers = new Map();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const fresh = first.filter((submission) => !known.has(keyOf(submission)));
      const accepted = fresh.length > 0 ? await insertGroup(database, origin, fresh) : new Set<string>();
      const added = fresh.filter((submission) => accepted.has(placeOf(submission)));
      const kept = new Map([...known, ...added.map((one) => [keyOf(one), one.answers] as const)]);
      return group.map((submission) => outcomeOf(submission, kept));
    } catch (error) {
      if (attempt === attempts || !(await canTryAgain(error))) throw error;
    }
    // The whole group was undone. What was sent before is left out, and the others are written again.
    known = await storedAnswers(database, first);
  }
}

/** The answers under each key, as they count. */
type KeptAnswers = Map<string, SurveyAnswer[]>;

function outcomeOf(submission: NewSubmission, kept: KeptAnswers): Outcome {
  const answers = kept.get(keyOf(submission));
  if (!answers) return 'outdated';
  return isDeepStrictEqual(answers, submission.answers) ? 'stored' : 'different';
}

async function canTryAgain(error: unknown): Promise<boolean> {
  const state = sqlState(error) ?? '';
  if (!collisions.includes(state)) return state === uniqueViolation;
  await pause(Math.random() * longestPauseMs);
  return true;
}

function firstOfEachKey(group: NewSubmission[]): NewSubmission[] {
  return [...new Map(group.toReversed().map((one) => [keyOf(one), one])).values()].reverse();
}

/**
 * The counters are raised first and give the numbers of the new rows. Surveys are locked in the
 * order of their ids, and links in the order of their codes, as where visits are counted, so that two
 * processes can't wait for each other. A survey whose questions have changed is left out of both. A
 * link is credited by the survey that it leads to.
 */
const insertSql = `
with sent as (
  select * from unnest($1::text[], $2::int[], $3::int[], $4::text[]) as d(survey_id, revision, added, delta)
), locked as materialized (
  select t.survey_id, t.revision, d.added, d.delta::int[] as delta
  from sent d
  join survey_tallies t on t.survey_id = d.survey_id and t.revision = d.revision
  order by t.survey_id
  for update of t
), raised as (
  update survey_tallies t
  set submissions = t.submissions + l.added,
      counts = (select array_agg(a + b order by slot) from unnest(t.counts, l.delta) with ordinality as c(a, b, slot))
  from locked l
  where t.survey_id = l.survey_id
  returning t.survey_id, t.revision, t.submissions
), stored as (
  insert into submissions (survey_id, number, idempotency_key, answers, marks, via)
  select r.survey_id, r.submissions - i.after, i.key, i.answers::jsonb, i.marks::int[], i.via
  from unnest($5::text[], $6::int[], $7::int[], $8::text[], $9::text[], $10::text[], $11::text[])
    as i(survey_id, revision, after, key, answers, marks, via)
  join raised r on r.survey_id = i.survey_id and r.revision = i.revision
  returning survey_id, idempotency_key, via
), brought as (
  select s.via, s.survey_id, count(*)::int as answers, (count(*) filter (where q.qualified))::int as qualified
  from stored s
  join unnest($5::text[], $8::text[], $12::bool[]) as q(survey_id, key, qualified)
    on q.survey_id = s.survey_id and q.key = s.idempotency_key
  where s.via is not null group by s.via, s.survey_id
), links as materialized (
  select link.code, brought.answers, brought.qualified
  from tracked_links link join brought on link.code = brought.via
  where rtrim(split_part(split_part(link.destination, '#', 1), '?', 1), '/') = $13 || '/survey/' || brought.survey_id
  order by link.code for update of link
), credited as (
  update tracked_links link
  set survey_answers = link.survey_answers + links.answers,
      qualified_answers = link.qualified_answers + links.qualified
  from links where link.code = links.code
)
select survey_id, revision from raised`;

type Place = { surveyId: string; revision: number; added: number; delta: number[] };

/** @returns the places (survey and revision) that were accepted. */
async function insertGroup(database: Database, origin: string, group: NewSubmission[]): Promise<Set<string>> {
  const places = countPlaces(group);
  const counted = [...places.values()];
  const { rows } = await database.pool.query<{ survey_id: string; revision: number }>({
    name: 'insert_submissions',
    text: insertSql,
    values: [
      counted.map((place) => place.surveyId),
      counted.map((place) => place.revision),
      counted.map((place) => place.added),
      counted.map((place) => `{${place.delta.join()}}`),
      group.map((submission) => submission.surveyId),
      group.map((submission) => submission.revision),
      followers(group),
      group.map((submission) => submission.idempotencyKey),
      group.map((submission) => JSON.stringify(submission.answers)),
      group.map((submission) => `{${submission.marks.join()}}`),
      group.map(({ via }) => via?.code ?? null),
      group.map(({ via }) => via?.isQualified ?? false),
      origin,
    ],
  });
  return new Set(rows.map((row) => placeOf({ surveyId: row.survey_id, revision: row.revision })));
}

function countPlaces(group: NewSubmission[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const submission of group) {
    const { surveyId, revision, counters } = submission;
    const name = placeOf(submission);
    const place = places.get(name) ?? { surveyId, revision, added: 0, delta: new Array(counters).fill(0) };
    place.added += 1;
    for (const mark of submission.marks) place.delta[mark] = (place.delta[mark] ?? 0) + 1;
    places.set(name, place);
  }
  return places;
}

/** For each submission, how many of the group follow it in the same survey. */
function followers(group: NewSubmission[]): number[] {
  const seen = new Map<string, number>();
  return group
    .toReversed()
    .map((submission) => {
      const behind = seen.get(placeOf(submission)) ?? 0;
      seen.set(placeOf(submission), behind + 1);
      return behind;
    })
    .reverse();
}

async function storedAnswers(database: Database, group: NewSubmission[]): Promise<KeptAnswers> {
  const { rows } = await database.pool.query<StoredRow>(
    `select s.survey_id, s.idempotency_key, s.answers from submissions s
     join unnest($1::text[], $2::text[]) as i(survey_id, key) on i.survey_id = s.survey_id and i.key = s.idempotency_key`,
    [group.map((s) => s.surveyId), group.map((s) => s.idempotencyKey)],
  );
  return new Map(
    rows.map((row) => [keyOf({ surveyId: row.survey_id, idempotencyKey: row.idempotency_key }), row.answers]),
  );
}

type StoredRow = { survey_id: string; idempotency_key: string; answers: SurveyAnswer[] };

function placeOf({ surveyId, revision }: Pick<NewSubmission, 'surveyId' | 'revision'>): string {
  return `${surveyId} ${revision}`;
}

function keyOf({ surveyId, idempotencyKey }: Pick<NewSubmission, 'surveyId' | 'idempotencyKey'>): string {
  return `${surveyId} ${idempotencyKey}`;
}
