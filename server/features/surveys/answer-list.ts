import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { respondentContacts, submissions, surveyTallies } from '#server/database/tables.ts';
import type {
  SubmissionCounts,
  SubmissionFilter,
  SubmissionGroup,
} from '#shared/contracts/surveys/submissions.ts';

/** Reasons that are about a sender, so that all that one sent can be counted at once. */
export const senderReasons = ['same-browser', 'burst'] as const;

type Sender = Pick<typeof submissions.$inferSelect, 'reason' | 'browser' | 'network'>;

/** Condition for the submissions set apart with this one, as its sender's; null where its reason is another. */
export function isOfGroup({ reason, browser, network }: Sender): SQL | null {
  const { counted } = submissions;
  const isSender =
    reason === 'same-browser' && browser !== null
      ? eq(submissions.browser, browser)
      : reason === 'burst' && network !== null
        ? eq(submissions.network, network)
        : null;
  return isSender && sql`(not ${counted} and ${eq(submissions.reason, reason ?? 'burst')} and ${isSender})`;
}

/** Condition for the submissions that the owner's list shows. @throws AppError submission_not_found. */
export async function filterAnswers(
  database: Database,
  surveyId: string,
  filter: SubmissionFilter,
): Promise<SQL | undefined> {
  const { search, apart, reason, options, from, contact } = filter;
  const { counted, slots, channel } = submissions;
  return and(
    eq(submissions.surveyId, surveyId),
    apart === undefined ? undefined : apart === 'true' ? not(counted) : sql`${counted}`,
    reason === undefined ? undefined : eq(submissions.reason, reason),
    await isOfNamedGroup(database, surveyId, filter),
    options === undefined ? undefined : sql`${slots} @> ${sql.param(options.split(',').map(Number))}::int[]`,
    from === undefined ? undefined : from === '' ? isNull(channel) : eq(channel, from),
    contact === undefined ? undefined : hasContact,
    holdsWords(search),
  );
}

/** Counts for the list. Without a search they are the tallies, which are kept as answers arrive. */
export async function countAnswers(
  database: Database,
  surveyId: string,
  filter: SubmissionFilter,
): Promise<SubmissionCounts> {
  const { search } = filter;
  const isContact = eq(respondentContacts.surveyId, surveyId);
  const [tallies, groups, contacts] = await Promise.all([
    database.sql.select().from(surveyTallies).where(eq(surveyTallies.surveyId, surveyId)),
    listGroups(database, surveyId),
    database.sql.$count(respondentContacts, isContact),
  ]);
  const [{ submissions: given = 0, setApart = 0, deleted = 0, counts = [] } = {}] = tallies;
  const stored = { counted: given - setApart, apart: setApart - deleted };
  const { places, slots, ...found } = search
    ? await countFound(database, surveyId, search, counts.length)
    : { ...stored, slots: counts, places: await countPlaces(database, surveyId) };
  return {
    ...stored,
    contacts,
    listed: await countListed(database, surveyId, filter, found),
    found,
    slots,
    places,
    groups,
  };
}

async function isOfNamedGroup(
  database: Database,
  surveyId: string,
  { group }: SubmissionFilter,
): Promise<SQL | undefined> {
  if (group === undefined) return undefined;
  const isNamed = and(eq(submissions.surveyId, surveyId), sql`${submissions.number} = ${group}::bigint`);
  const [row] = await database.sql.select().from(submissions).where(isNamed);
  const isMember = row && isOfGroup(row);
  if (!isMember) throw new AppError('submission_not_found');
  return isMember;
}

const hasContact = sql`exists (select from ${respondentContacts} contact
  where contact.survey_id = ${submissions.surveyId} and contact.number = ${submissions.number})`;

/**
 * Keeps submissions with these words in one answer. The text of the whole row is scanned, which is cheap, with the
 * words as JSON writes them. Where that could find a comma, a null or an escape of the JSON, each answer is read.
 */
function holdsWords(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const { answers } = submissions;
  const inJson = JSON.stringify(search).slice(1, -1);
  const isInRow = sql`strpos(lower(${answers}::text), lower(${inJson}::text)) > 0`;
  const isInAnswer = sql`exists (
    select from jsonb_path_query(${answers}, '$[*][*]') as answer
    where strpos(lower(answer #>> '{}'), lower(${search}::text)) > 0)`;
  const isPlain = inJson === search && !/^[[\], nul]*$/i.test(search);
  return isPlain
    ? sql`${isInRow} and (strpos(${answers}::text, '\\') = 0 or ${isInAnswer})`
    : sql`${isInRow} and ${isInAnswer}`;
}

async function countListed(
  database: Database,
  surveyId: string,
  filter: SubmissionFilter,
  found: { counted: number; apart: number },
): Promise<number> {
  const { reason, group, options, from, contact, apart } = filter;
  const isPlain = [reason, group, options, from, contact].every((one) => one === undefined);
  if (isPlain && apart === 'false') return found.counted;
  if (isPlain && apart === 'true') return found.apart;
  return database.sql.$count(submissions, await filterAnswers(database, surveyId, filter));
}

type Found = Pick<SubmissionCounts, 'slots' | 'places'> & SubmissionCounts['found'];

/** All counts of what a search finds, in one scan. */
async function countFound(
  database: Database,
  surveyId: string,
  search: string,
  counters: number,
): Promise<Found> {
  const { counted, channel, slots } = submissions;
  const isWanted = and(eq(submissions.surveyId, surveyId), holdsWords(search));
  const found = database.sql.select({ counted, channel, slots }).from(submissions).where(isWanted);
  const { rows } = await database.sql.execute<Omit<Found, 'slots'> & { slots: [number, number][] }>(
    sql`with found as materialized ${found}
      select (count(*) filter (where counted))::int as counted,
        (count(*) filter (where not counted))::int as apart,
        coalesce((select json_agg(json_build_array(slot, times)) from (
          select slot, count(*) as times from found, unnest(slots) as slot where counted group by slot
        ) as chosen), '[]') as slots,
        coalesce((select json_agg(json_build_object('name', channel, 'count', times) order by times desc, channel) from (
          select channel, count(*) as times from found where counted group by channel
        ) as shared), '[]') as places
      from found`,
  );
  const [row = { counted: 0, apart: 0, slots: [], places: [] }] = rows;
  const times = new Map(row.slots);
  return { ...row, slots: Array.from({ length: counters }, (_, slot) => times.get(slot) ?? 0) };
}

function countPlaces(database: Database, surveyId: string): Promise<SubmissionCounts['places']> {
  return database.sql
    .select({ name: submissions.channel, count: sql<number>`count(*)::int` })
    .from(submissions)
    .where(and(eq(submissions.surveyId, surveyId), submissions.counted))
    .groupBy(submissions.channel)
    .orderBy(sql`2 desc, 1`);
}

/** Groups of one sender that are listed of each reason; the others of the reason are one group. */
const mostSenders = 5;

async function listGroups(database: Database, surveyId: string): Promise<SubmissionGroup[]> {
  const { rows } = await database.sql.execute<SubmissionGroup>(sql`
    with groups as (
      select reason, case reason when 'same-browser' then browser when 'burst' then network end as sender,
        count(*) as times, max(number) as newest
      from ${submissions} where survey_id = ${surveyId} and not counted group by 1, 2
    ), named as (
      select reason, times, newest, case
        when times > 1 and row_number() over (partition by reason, sender is null order by times desc, newest desc)
          <= ${mostSenders} then sender end as sender
      from groups
    )
    select reason, sum(times)::int as count, max(newest)::int as newest, sender is not null as "isOneSender"
    from named group by reason, sender order by sender is null, 2 desc, reason`);
  return rows;
}
