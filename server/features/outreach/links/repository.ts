import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { type Database, sqlState, type Transaction } from '#server/database/connect.ts';
import { campaigns, dailySalts, linkVisits, trackedLinks } from '#server/database/tables.ts';

/** Somebody on a day, 'YYYY-MM-DD' in UTC. */
export type Visitor = { day: string; visitor: string };
/** `family` is that of the browser; null without signs of a person. */
export type Visit = Visitor & { code: string; family: string | null; at: Date };
export type SignUp = Visitor & { campaignId: string };

export type NewLinks = {
  campaignId: string;
  destination: string;
  tracked: { conversationId: string; code: string }[];
};

export async function addLinks({ sql: tx }: Transaction, { tracked, ...campaign }: NewLinks): Promise<void> {
  const rows = tracked.map((link) => ({ ...link, ...campaign }));
  if (rows.length > 0) await tx.insert(trackedLinks).values(rows);
}

/** Looks up where a code leads; null for an unknown one. */
export function prepareDestinations({ sql: db }: Database): (code: string) => Promise<string | null> {
  const byCode = db
    .select({ destination: trackedLinks.destination })
    .from(trackedLinks)
    .where(eq(trackedLinks.code, sql.placeholder('code')))
    .prepare('tracked_link_by_code');
  return async (code) => (await byCode.execute({ code }))[0]?.destination ?? null;
}

/** The salt of a day; concurrent processes all get the first one's. */
export async function saveSalt({ sql: db }: Database, day: string, salt: string): Promise<string> {
  await db.insert(dailySalts).values({ day, salt }).onConflictDoNothing();
  const [row] = await db.select().from(dailySalts).where(eq(dailySalts.day, day));
  return row?.salt ?? salt;
}

/** Deletes who came before `day`; the counts stay. */
export async function deleteBefore({ sql: db }: Database, day: string): Promise<void> {
  await db.delete(linkVisits).where(lt(linkVisits.day, day));
  await db.delete(dailySalts).where(lt(dailySalts.day, day));
}

/** Results of each link of an owner's campaigns, or of the given ones, by place. */
export async function listReach(
  { pool }: Database,
  ownerId: string,
  campaignId: string | undefined,
): Promise<ReachRow[]> {
  return (await pool.query<ReachRow>(reach, [ownerId, campaignId ?? null])).rows;
}

export function listCampaigns({ sql: db }: Database, ownerId: string, campaignId: string | undefined) {
  return db
    .select({ campaignId: campaigns.id, productName: campaigns.name })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.ownerId, ownerId),
        isNull(campaigns.deletedAt),
        campaignId === undefined ? undefined : eq(campaigns.id, campaignId),
      ),
    )
    .orderBy(campaigns.createdAt);
}

export type ReachRow = {
  source: string;
  host: string;
  community: string | null;
  replies: number;
  visits: number;
  automaticVisits: number;
  signUps: number;
  surveyAnswers: number;
  qualifiedAnswers: number;
};

function columns(visits: Visit[]) {
  return [
    visits.map(({ day }) => day),
    visits.map(({ visitor }) => visitor),
    visits.map(({ code }) => code),
    visits.map(({ family }) => family),
    visits.map(({ at }) => at),
  ];
}

const deadlock = '40P01';

/** Counts each visitor once a day and link. Retries once after a deadlock: the other transaction has ended by then. */
export async function countVisits({ pool }: Database, visits: Visit[]): Promise<void> {
  const codes = [...new Set(visits.map(({ code }) => code))];
  const since = new Date(Math.min(...visits.map(({ at }) => at.getTime())) - 2_000);
  async function count() {
    await pool.query({ name: 'count_visits', text: visitCount, values: columns(visits) });
    await pool.query({ name: 'set_bursts_apart', text: burstCount, values: [codes, since, burstSize] });
  }
  await count().catch((error: unknown) => {
    if (sqlState(error) !== deadlock) throw error;
    return count();
  });
}

// Visits are written, and links locked, in one order, so that two processes can't wait for each other.
const visitCount = `
  with fresh as (
    insert into link_visits (day, visitor, code, family, at, automatic)
    select distinct on (visit.day, visit.visitor, visit.code)
      visit.day, visit.visitor, visit.code, visit.family, visit.at, visit.family is null
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
      as visit (day, visitor, code, family, at)
    join tracked_links using (code)
    order by visit.day, visit.visitor, visit.code
    on conflict do nothing
    returning code, automatic
  ), counted as (
    select code, count(*) filter (where not automatic)::int as visits,
      count(*) filter (where automatic)::int as automatic
    from fresh group by code
  ), locked as materialized (
    select code from tracked_links where code in (select code from counted) order by code for update
  )
  update tracked_links link set visits = link.visits + counted.visits,
    automatic_visits = link.automatic_visits + counted.automatic
  from counted join locked using (code)
  where link.code = counted.code`;

/** Counts a visitor's sign-up once a day and campaign, for the link that they followed. */
export async function countSignUp({ pool }: Database, { day, visitor, campaignId }: SignUp): Promise<void> {
  await pool.query({ name: 'count_sign_up', text: signUpCount, values: [day, visitor, campaignId] });
}

/** So many visitors with one family of browsers within a second are no people. */
const burstSize = 20;

// A visit is one of a burst when any second around it holds enough of them; earlier ones are set apart afterwards.
const burstCount = `
  with recent as (
    select day, visitor, code, family, at, count(*) over (
      partition by code, family order by at range between current row and interval '1 second' following
    ) as following
    from link_visits where code = any($1) and at >= $2 and family is not null
  ), crowded as (
    select day, visitor, code, max(following) over (
      partition by code, family order by at range between interval '1 second' preceding and current row
    ) as most
    from recent
  ), marked as (
    update link_visits visit set automatic = true from crowded
    where crowded.most >= $3 and not visit.automatic
      and visit.day = crowded.day and visit.visitor = crowded.visitor and visit.code = crowded.code
    returning visit.code
  ), moved as (
    select code, count(*)::int as visits from marked group by code
  )
  update tracked_links link set visits = link.visits - moved.visits,
    automatic_visits = link.automatic_visits + moved.visits
  from moved where link.code = moved.code`;

const signUpCount = `
  with mine as (
    select visit.day, visit.visitor, visit.code, visit.signed_up
    from link_visits visit join tracked_links link using (code)
    where visit.day = $1 and visit.visitor = $2 and link.campaign_id = $3
    order by visit.code for update of visit
  ), marked as (
    update link_visits visit set signed_up = true
    from (select * from mine where not exists (select from mine where signed_up) limit 1) first
    where visit.day = first.day and visit.visitor = first.visitor and visit.code = first.code
    returning visit.code
  )
  update tracked_links link set sign_ups = link.sign_ups + 1 from marked where link.code = marked.code`;

const reach = `
  select reply.source, reply.host, reply.community, count(*) filter (where reply.status = 'POSTED')::int as replies,
    coalesce(sum(link.visits), 0)::int as visits, coalesce(sum(link.automatic_visits), 0)::int as "automaticVisits",
    coalesce(sum(link.sign_ups), 0)::int as "signUps",
    coalesce(sum(link.survey_answers), 0)::int as "surveyAnswers",
    coalesce(sum(link.qualified_answers), 0)::int as "qualifiedAnswers"
  from conversations reply left join tracked_links link on link.conversation_id = reply.id
  where reply.owner_id = $1 and ($2::text is null or reply.campaign_id = $2)
  group by reply.source, reply.host, reply.community
  having count(*) filter (where reply.status = 'POSTED') > 0 or sum(link.visits + link.automatic_visits + link.survey_answers) > 0
  order by "qualifiedAnswers" desc, "surveyAnswers" desc, "signUps" desc, visits desc, replies desc,
    reply.source, reply.host, reply.community`;
