import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Database, sqlState } from '#server/database/connect.ts';
import { groupCommit } from '#server/database/group-commit.ts';
import type { Limit } from '#server/http/limits.ts';
import type { SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import {
  burstCheck,
  type CountDecision,
  type CountedSubmission,
  decideGroup,
  type Sender,
} from './what-counts.ts';

/** One checked submission; `slots` are the counters that it raises when it counts. */
export type NewSubmission = Sender & {
  /** The revision of the questions that the answers were checked against. */
  revision: number;
  idempotencyKey: string;
  answers: SurveyAnswer[];
  slots: number[];
  /** How many counters the survey has. */
  counters: number;
  /** The tracked link by which its sender came, and whether the answers show the problem; null without a link. */
  via: { code: string; isQualified: boolean } | null;
  /** The place where the link was shared; null where it is not known. */
  channel: string | null;
  /** The mail address that its sender left; null for none. */
  contact: string | null;
};

/**
 * `outdated`: the questions have changed since, and nothing was stored.
 * `different`: other answers were stored under this key before, and these were not.
 */
export type SubmissionOutcome = 'stored' | 'outdated' | 'different';

/** Two writers met: unique violation, deadlock, failed serialization. */
const collisions = ['23505', '40P01', '40001'];
/** A group can meet every other group once: two writers a process, and a few processes. */
const attempts = 10;
/** Random, so that two groups don't meet again. */
const longestPauseMs = 40;

type SubmissionWriterDeps = {
  database: Database;
  siteUrl: () => string;
  /** Visitors of one network that count in a survey. */
  networkLimit: Limit;
};

/**
 * Stores submissions and raises the counters of their survey, and of the links that brought their senders, in one
 * statement for many callers. One that must not count is stored beside them with its reason (design 7.21).
 * Resolves after the commit; a repeated idempotency key is stored once, as it came first.
 */
export function submissionWriter(
  deps: SubmissionWriterDeps,
): (submission: NewSubmission) => Promise<SubmissionOutcome> {
  // The second makes its group ready while the first waits for the database.
  return groupCommit((group) => writeGroup(deps, group), { largestGroup: 200, writers: 2 });
}

async function writeGroup(deps: SubmissionWriterDeps, group: NewSubmission[]): Promise<SubmissionOutcome[]> {
  const { database, networkLimit } = deps;
  const isBurst = burstCheck(networkLimit);
  const first = firstOfEachKey(group);
  let known: StoredAnswers = new Map();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const fresh = first.filter((submission) => !known.has(keyOf(submission)));
      const accepted = fresh.length > 0 ? await insertGroup(deps, isBurst, fresh) : new Set<string>();
      const added = fresh.filter((submission) => accepted.has(revisionOf(submission)));
      const stored = new Map([...known, ...added.map((one) => [keyOf(one), one.answers] as const)]);
      return group.map((submission) => outcomeOf(submission, stored));
    } catch (error) {
      if (attempt === attempts || !collisions.includes(sqlState(error) ?? '')) throw error;
    }
    await pause(Math.random() * longestPauseMs);
    // The whole group was undone. What was sent before is left out, and the others are written again.
    known = await storedAnswers(database, first);
  }
}

/** The answers under each key, as they count. */
type StoredAnswers = Map<string, SurveyAnswer[]>;

function outcomeOf(submission: NewSubmission, stored: StoredAnswers): SubmissionOutcome {
  const answers = stored.get(keyOf(submission));
  if (!answers) return 'outdated';
  return isDeepStrictEqual(answers, submission.answers) ? 'stored' : 'different';
}

function firstOfEachKey(group: NewSubmission[]): NewSubmission[] {
  return [...new Map(group.toReversed().map((one) => [keyOf(one), one])).values()].reverse();
}

// The inner limits keep the plan on the indexes, also one that was made for an empty table.
const countedBy = (column: string, most: number) => `
  select s.* from people
  cross join lateral (
    select survey_id, number, account, browser, text_hash from submissions
    where survey_id = people.survey_id and ${column} = people.${column} and counted and ${column} is not null
    limit ${most}
  ) s`;

/** Submissions that count and are of the same account, browser or text as one of `people`. */
// Of a browser the owner may have counted several by hand.
const countedSql = `${countedBy('account', 1)} union ${countedBy('browser', 10)} union ${countedBy('text_hash', 2)}`;

/**
 * When a submission of `people` counts already, nothing is stored and these are returned.
 * The counters are raised first and give the numbers of the new rows. Surveys are locked in the
 * order of their ids, and links in the order of their codes, as where visits are counted, so that two
 * processes can't wait for each other. A survey whose questions have changed is left out of both. A
 * link is credited by the survey that it leads to. The raised counters read what was replaced, so that the rows of
 * earlier submissions stop counting before the new ones of the same account are added.
 */
const insertSql = (contacts: string) => `
with people as (
  select * from unnest($23::text[], $24::text[], $25::text[], $26::text[]) as p(survey_id, account, browser, text_hash)
), counting as materialized (
  ${countedSql}
), sent as (
  select * from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bool[], $6::text[])
    as d(survey_id, revision, added, apart, seals, delta)
  where not exists (select from counting)
), locked as materialized (
  select t.survey_id, t.revision, d.added, d.apart, d.seals, d.delta::int[] as delta
  from sent d
  join survey_tallies t on t.survey_id = d.survey_id and t.revision = d.revision
  order by t.survey_id
  for update of t
), replaced as (
  update submissions s set counted = false, reason = 'replaced'
  from unnest($19::text[], $20::int[]) as e(survey_id, number)
  join locked l on l.survey_id = e.survey_id
  where s.survey_id = e.survey_id and s.number = e.number and s.counted
  returning s.survey_id, s.marks
), lowered as materialized (
  select survey_id, slot, count(*)::int as times from replaced, unnest(marks) as slot group by survey_id, slot
), raised as (
  update survey_tallies t
  set submissions = t.submissions + l.added,
      set_apart = t.set_apart + l.apart + (select count(*) from replaced r where r.survey_id = t.survey_id)::int,
      counts = (
        select array_agg(a + b - coalesce(times, 0) order by place)
        from unnest(t.counts, l.delta) with ordinality as c(a, b, place)
        left join lowered on lowered.survey_id = t.survey_id and slot = place - 1
      )
  from locked l
  where t.survey_id = l.survey_id
  returning t.survey_id, t.revision, t.submissions
), sealed as (
  update survey_rules rule set sealed_at = now()
  from locked l
  where rule.survey_id = l.survey_id and l.seals and rule.sealed_at is null
), stored as (
  insert into submissions
    (survey_id, number, idempotency_key, answers, marks, via, channel, counted, reason, account, browser, text_hash, network)
  select r.survey_id, r.submissions - i.after, i.key, i.answers::jsonb, i.marks::int[], i.via, i.channel,
    i.reason is null, i.reason, i.account, i.browser, i.text_hash, i.network
  from unnest($7::text[], $8::int[], $9::int[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
      $15::text[], $16::text[], $17::text[], $18::text[], $28::text[])
    as i(survey_id, revision, after, key, answers, marks, via, channel, reason, account, browser, text_hash, network)
  join raised r on r.survey_id = i.survey_id and r.revision = i.revision
  returning survey_id, number, idempotency_key, via
)${contacts}, brought as (
  select s.via, s.survey_id, count(*)::int as answers, (count(*) filter (where q.qualified))::int as qualified
  from stored s
  join unnest($7::text[], $10::text[], $21::bool[], $27::bool[]) as q(survey_id, key, qualified, credits)
    on q.survey_id = s.survey_id and q.key = s.idempotency_key
  where s.via is not null and q.credits group by s.via, s.survey_id
), links as materialized (
  select link.code, brought.answers, brought.qualified
  from tracked_links link join brought on link.code = brought.via
  where rtrim(split_part(split_part(link.destination, '#', 1), '?', 1), '/') = $22 || '/survey/' || brought.survey_id
  order by link.code for update of link
), credited as (
  update tracked_links link
  set survey_answers = link.survey_answers + links.answers,
      qualified_answers = link.qualified_answers + links.qualified
  from links where link.code = links.code
)
select coalesce((select json_agg(json_build_object('surveyId', survey_id, 'revision', revision)) from raised), '[]') as accepted,
  coalesce((
    select json_agg(json_build_object(
      'surveyId', survey_id, 'number', number, 'account', account, 'browser', browser, 'textHash', text_hash
    )) from counting
  ), '[]') as counting`;

/** Groups without a contact, which are most, do without the table of contacts. */
const withoutContactsSql = insertSql('');

const withContactsSql = insertSql(`, contacts as (
  insert into respondent_contacts (survey_id, number, email)
  select s.survey_id, s.number, c.email
  from stored s
  join unnest($7::text[], $10::text[], $29::text[]) as c(survey_id, key, email)
    on c.survey_id = s.survey_id and c.key = s.idempotency_key
  where c.email is not null
)`);

/** A survey with one revision of its questions, and what a group adds to its counters. */
type SurveyChange = {
  surveyId: string;
  revision: number;
  added: number;
  apart: number;
  /** True when anybody but the owner answered: the first such answer seals the rule. */
  seals: boolean;
  delta: number[];
};

/** @returns the surveys, with their revision, that were accepted. */
async function insertGroup(
  deps: SubmissionWriterDeps,
  isBurst: ReturnType<typeof burstCheck>,
  group: NewSubmission[],
): Promise<Set<string>> {
  // Most people are new, so they are looked up by the statement that stores their answers.
  const first = await insertDecided(deps, group, await decideGroup([], isBurst, group), group);
  if (first.counting.length === 0) return first.accepted;
  const decisions = await decideGroup(first.counting, isBurst, group);
  return (await insertDecided(deps, group, decisions, [])).accepted;
}

/** @param unchecked submissions whose people are looked up by this statement: they may count already. */
async function insertDecided(
  { database, siteUrl }: SubmissionWriterDeps,
  group: NewSubmission[],
  decisions: CountDecision[],
  unchecked: NewSubmission[],
): Promise<{ accepted: Set<string>; counting: CountedSubmission[] }> {
  const changes = [...countChanges(group, decisions).values()];
  const replaced = decisions.flatMap((decision) => decision.replaces);
  const people = unchecked.filter(({ reason }) => reason === null);
  const hasContacts = group.some(({ contact }) => contact !== null);
  const { rows } = await database.pool.query<{
    accepted: { surveyId: string; revision: number }[];
    counting: CountedSubmission[];
  }>({
    name: hasContacts ? 'insert_submissions_and_contacts' : 'insert_submissions',
    text: hasContacts ? withContactsSql : withoutContactsSql,
    values: [
      // $1 to $6: what each survey's counters gain.
      changes.map((change) => change.surveyId),
      changes.map((change) => change.revision),
      changes.map((change) => change.added),
      changes.map((change) => change.apart),
      changes.map((change) => change.seals),
      changes.map((change) => `{${change.delta.join()}}`),
      // $7 to $18: the submissions.
      group.map((submission) => submission.surveyId),
      group.map((submission) => submission.revision),
      countFollowing(group),
      group.map((submission) => submission.idempotencyKey),
      group.map((submission) => JSON.stringify(submission.answers)),
      group.map((submission) => `{${submission.slots.join()}}`),
      group.map(({ via }) => via?.code ?? null),
      group.map(({ channel }) => channel),
      decisions.map(({ reason }) => reason),
      group.map(({ account }) => account),
      group.map(({ browser }) => browser),
      group.map(({ textHash }) => textHash),
      // $19 and $20: submissions that are replaced.
      replaced.map(({ surveyId }) => surveyId),
      replaced.map(({ number }) => number),
      group.map(({ via }) => via?.isQualified ?? false),
      new URL(siteUrl()).origin,
      // $23 to $26: people to look up.
      people.map(({ surveyId }) => surveyId),
      people.map(({ account }) => account),
      people.map(({ browser }) => browser),
      people.map(({ textHash }) => textHash),
      decisions.map(creditsLink),
      // $28: networks, of what is set apart for them.
      group.map(({ network }, at) => (decisions[at]?.reason === 'burst' ? network : null)),
      // $29: contacts, where there are any.
      ...(hasContacts ? [group.map(({ contact }) => contact)] : []),
    ],
  });
  const [{ accepted, counting } = { accepted: [], counting: [] }] = rows;
  return { accepted: new Set(accepted.map(revisionOf)), counting };
}

/** A person who answers again was credited with the first answer. */
function creditsLink({ reason, isRepeated }: CountDecision): boolean {
  return reason === null && !isRepeated;
}

function countChanges(group: NewSubmission[], decisions: CountDecision[]): Map<string, SurveyChange> {
  const changes = new Map<string, SurveyChange>();
  for (const [at, submission] of group.entries()) {
    const { surveyId, revision, counters, slots } = submission;
    const reason = decisions[at]?.reason ?? null;
    const name = revisionOf(submission);
    const change = changes.get(name) ?? {
      surveyId,
      revision,
      added: 0,
      apart: 0,
      seals: false,
      delta: new Array<number>(counters).fill(0),
    };
    change.added += 1;
    change.seals ||= reason !== 'preview';
    if (reason === null) for (const slot of slots) change.delta[slot] = (change.delta[slot] ?? 0) + 1;
    else change.apart += 1;
    changes.set(name, change);
  }
  return changes;
}

/** For each submission, how many of the group follow it in the same survey. */
function countFollowing(group: NewSubmission[]): number[] {
  const seen = new Map<string, number>();
  return group
    .toReversed()
    .map((submission) => {
      const behind = seen.get(revisionOf(submission)) ?? 0;
      seen.set(revisionOf(submission), behind + 1);
      return behind;
    })
    .reverse();
}

async function storedAnswers(database: Database, group: NewSubmission[]): Promise<StoredAnswers> {
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

function revisionOf({ surveyId, revision }: Pick<NewSubmission, 'surveyId' | 'revision'>): string {
  return `${surveyId} ${revision}`;
}

function keyOf({ surveyId, idempotencyKey }: Pick<NewSubmission, 'surveyId' | 'idempotencyKey'>): string {
  return `${surveyId} ${idempotencyKey}`;
}
