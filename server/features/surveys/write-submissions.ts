import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Database, sqlState } from '#server/database/connect.ts';
import type { Limit } from '#server/http/limits.ts';
import type { SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import {
  type BurstCheck,
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
/** A group can meet every other group once: one a process, and a few processes. */
const attempts = 10;
/** Random, so that two groups don't meet again. */
const longestPauseMs = 40;

type WriteSubmissionsDeps = {
  database: Database;
  siteUrl: () => string;
  /** Visitors of one network that count in a survey. */
  networkLimit: Limit;
};

/**
 * Stores the submissions of many callers and raises the counters of their surveys, and of the links that brought their
 * senders, in one statement. One that must not count is stored beside them with its reason (design 7.21).
 * Resolves after the commit; a repeated idempotency key is stored once, as it came first.
 * @returns one outcome a submission, in order.
 */
export async function writeSubmissions(
  deps: WriteSubmissionsDeps,
  group: NewSubmission[],
): Promise<SubmissionOutcome[]> {
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

const countedBy = (column: string, most: number) => `
  select s.* from sent
  cross join lateral (
    select survey_id, number, account, browser, text_hash from submissions
    where survey_id = sent.survey_id and ${column} = sent.${column} and counted and ${column} is not null
    limit ${most}
  ) s where sent.looked_up`;

/** Submissions that count and are of the same account, browser or text as one that is looked up. */
// Of a browser the owner may have counted several by hand.
const countedSql = `${countedBy('account', 1)} union all ${countedBy('browser', 10)} union all ${countedBy('text_hash', 2)}`;

/**
 * When one of `$1` is of somebody who counts already, nothing is stored and these are returned.
 * The counters are raised first and give the numbers of the new rows. Surveys are locked in the
 * order of `$2`, which is that of their ids, and links in the order of their codes, as where visits are counted, so that
 * two processes can't wait for each other. A survey whose questions have changed is left out of both. A
 * link is credited by the survey that it leads to. The raised counters read what was replaced, so that the rows of
 * earlier submissions stop counting before the new ones of the same account are added.
 * @param whole also replaces earlier submissions, credits links and keeps contacts, which few groups need.
 */
const insertSql = (whole: boolean) => `
with sent as materialized (
  select * from json_to_recordset($1) as sent (
    survey_id text, revision int, following int, key text, answers jsonb, slots int[], via text, qualified bool,
    credits bool, channel text, reason text, account text, browser text, text_hash text, network text, contact text,
    looked_up bool
  )
), counting as materialized (
  ${countedSql}
), locked as materialized (
  select t.survey_id, t.revision, d.added, d.apart, d.seals, d.delta
  from json_to_recordset($2) as d (survey_id text, revision int, added int, apart int, seals bool, delta int[])
  cross join lateral (
    select survey_id, revision from survey_tallies where survey_id = d.survey_id and revision = d.revision for update
  ) t
  where not exists (select from counting)
)${
  whole
    ? `, replaced as (
  update submissions s set counted = false, reason = 'replaced'
  from json_to_recordset($3) as e (survey_id text, number int)
  join locked l on l.survey_id = e.survey_id
  where s.survey_id = e.survey_id and s.number = e.number and s.counted
  returning s.survey_id, s.slots
), lowered as materialized (
  select survey_id, slot, count(*)::int as times from replaced, unnest(slots) as slot group by survey_id, slot
)`
    : ''
}, raised as (
  update survey_tallies t
  set submissions = t.submissions + l.added,
      set_apart = t.set_apart + l.apart${whole ? ' + (select count(*) from replaced r where r.survey_id = t.survey_id)::int' : ''},
      counts = (
        select array_agg(a + b${whole ? ' - coalesce(times, 0)' : ''} order by place)
        from unnest(t.counts, l.delta) with ordinality as c(a, b, place)
        ${whole ? 'left join lowered on lowered.survey_id = t.survey_id and slot = place - 1' : ''}
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
    (survey_id, number, idempotency_key, answers, slots, via, channel, counted, reason, account, browser, text_hash, network)
  select r.survey_id, r.submissions - s.following, s.key, s.answers, s.slots, s.via, s.channel,
    s.reason is null, s.reason, s.account, s.browser, s.text_hash, s.network
  from sent s
  join raised r on r.survey_id = s.survey_id and r.revision = s.revision
  returning survey_id, number, idempotency_key
)${
  whole
    ? `, added as materialized (
  select stored.number, sent.* from stored
  join sent on sent.survey_id = stored.survey_id and sent.key = stored.idempotency_key
), contacts as (
  insert into respondent_contacts (survey_id, number, email)
  select survey_id, number, contact from added where contact is not null
), brought as (
  select via, survey_id, count(*)::int as answers, (count(*) filter (where qualified))::int as qualified
  from added where via is not null and credits group by via, survey_id
), links as materialized (
  select link.code, brought.answers, brought.qualified
  from tracked_links link join brought on link.code = brought.via
  where rtrim(split_part(split_part(link.destination, '#', 1), '?', 1), '/') = $4 || '/survey/' || brought.survey_id
  order by link.code for update of link
), credited as (
  update tracked_links link
  set survey_answers = link.survey_answers + links.answers,
      qualified_answers = link.qualified_answers + links.qualified
  from links where link.code = links.code
)`
    : ''
}
select coalesce((select json_agg(json_build_object('surveyId', survey_id, 'revision', revision)) from raised), '[]') as accepted,
  coalesce((
    select json_agg(json_build_object(
      'surveyId', survey_id, 'number', number, 'account', account, 'browser', browser, 'textHash', text_hash
    )) from counting
  ), '[]') as counting`;

const [plainSql, wholeSql] = [insertSql(false), insertSql(true)];

/** A survey with one revision of its questions, and what a group adds to its counters. */
type SurveyChange = {
  survey_id: string;
  revision: number;
  added: number;
  apart: number;
  /** True when anybody but the owner answered: the first such answer seals the rule. */
  seals: boolean;
  delta: number[];
};

/** @returns the surveys, with their revision, that were accepted. */
async function insertGroup(
  deps: WriteSubmissionsDeps,
  isBurst: BurstCheck,
  group: NewSubmission[],
): Promise<Set<string>> {
  // Most people are new, so they are looked up by the statement that stores their answers.
  const first = await insertDecided(deps, group, await decideGroup([], isBurst, group), true);
  if (first.counting.length === 0) return first.accepted;
  const decisions = await decideGroup(first.counting, isBurst, group);
  return (await insertDecided(deps, group, decisions, false)).accepted;
}

/** @param looksUp whether this statement looks for people who count already. */
async function insertDecided(
  { database, siteUrl }: WriteSubmissionsDeps,
  group: NewSubmission[],
  decisions: CountDecision[],
  looksUp: boolean,
): Promise<{ accepted: Set<string>; counting: CountedSubmission[] }> {
  const replaced = decisions.flatMap((decision) => decision.replaces);
  const following = countFollowing(group);
  const sent = group.map((submission, at) => {
    const { surveyId, revision, idempotencyKey, answers, slots, via, channel, account, browser, contact } =
      submission;
    const { reason, isRepeated } = decisions[at] as CountDecision;
    return {
      survey_id: surveyId,
      revision,
      following: following[at],
      key: idempotencyKey,
      answers,
      slots,
      via: via?.code,
      qualified: via?.isQualified,
      // A person who answers again was credited with the first answer.
      credits: reason === null && !isRepeated,
      channel,
      reason,
      account,
      browser,
      text_hash: submission.textHash,
      network: reason === 'burst' ? submission.network : null,
      contact,
      looked_up: looksUp && submission.reason === null,
    };
  });
  const isWhole = replaced.length > 0 || group.some(({ via, contact }) => via !== null || contact !== null);
  const changes = [...countChanges(group, decisions).values()].sort((a, b) =>
    a.survey_id < b.survey_id ? -1 : 1,
  );
  const { rows } = await database.answers.query<{
    accepted: { surveyId: string; revision: number }[];
    counting: CountedSubmission[];
  }>({
    name: isWhole ? 'insert_submissions_whole' : 'insert_submissions',
    text: isWhole ? wholeSql : plainSql,
    values: [
      JSON.stringify(sent),
      JSON.stringify(changes),
      ...(isWhole
        ? [
            JSON.stringify(replaced.map(({ surveyId, number }) => ({ survey_id: surveyId, number }))),
            new URL(siteUrl()).origin,
          ]
        : []),
    ],
  });
  const [{ accepted, counting } = { accepted: [], counting: [] }] = rows;
  return { accepted: new Set(accepted.map(revisionOf)), counting };
}

function countChanges(group: NewSubmission[], decisions: CountDecision[]): Map<string, SurveyChange> {
  const changes = new Map<string, SurveyChange>();
  for (const [at, submission] of group.entries()) {
    const { surveyId, revision, counters, slots } = submission;
    const reason = decisions[at]?.reason ?? null;
    const name = revisionOf(submission);
    const change = changes.get(name) ?? {
      survey_id: surveyId,
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
