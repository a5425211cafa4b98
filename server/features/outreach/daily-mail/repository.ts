import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { dailyMails, users } from '#server/database/tables.ts';
import type { DailyMail } from '#shared/contracts/outreach/daily-mail.ts';

/** Counts since the last mail. */
export type DailyNews = { conversations: number; visits: number; signUps: number; surveyAnswers: number };
type Totals = Omit<DailyNews, 'conversations'>;

export async function readSettings({ sql: db }: Database, ownerId: string): Promise<DailyMail> {
  const { isOn, atFirst } = dailyMails;
  const [row] = await db.select({ isOn, atFirst }).from(dailyMails).where(eq(dailyMails.ownerId, ownerId));
  return row ?? { isOn: false, atFirst: false };
}

/** Null when that mail is off, or the founder has left or is leaving. */
export async function findRecipient(
  { sql: db }: Database,
  ownerId: string,
  kind: keyof DailyMail,
): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(dailyMails)
    .innerJoin(users, eq(users.id, dailyMails.ownerId))
    .where(and(eq(dailyMails.ownerId, ownerId), eq(dailyMails[kind], true), isNull(users.deletesAt)));
  return row?.email ?? null;
}

export async function switchOff(
  { sql: db }: Database,
  ownerId: string,
  kind: keyof DailyMail,
): Promise<void> {
  await db
    .update(dailyMails)
    .set({ [kind]: false })
    .where(eq(dailyMails.ownerId, ownerId));
}

/** Founders read at once. */
const batch = 500;

/** Founders who stay, whose mail is on and whose last one is older, read a batch at a time. */
export async function* listDue({ sql: db }: Database, reportedBefore: Date): AsyncGenerator<string> {
  const { ownerId, isOn, reportedAt } = dailyMails;
  const isDue = and(eq(isOn, true), lte(reportedAt, reportedBefore), isNull(users.deletesAt));
  let last: string | undefined;
  do {
    const rows = await db
      .select({ ownerId })
      .from(dailyMails)
      .innerJoin(users, eq(users.id, ownerId))
      .where(and(isDue, last === undefined ? undefined : gt(ownerId, last)))
      .orderBy(ownerId)
      .limit(batch);
    for (const row of rows) yield row.ownerId;
    last = rows.length < batch ? undefined : rows.at(-1)?.ownerId;
  } while (last !== undefined);
}

/** A daily mail that was off begins to count at `reportedAt`; one that is on already goes on counting. */
export async function saveSettings(
  { sql: tx }: Transaction,
  ownerId: string,
  settings: DailyMail,
  totals: Totals,
  reportedAt: Date,
): Promise<void> {
  const start = { reportedAt, ...totals };
  const saved = await tx
    .insert(dailyMails)
    .values({ ownerId, ...settings, ...start })
    .onConflictDoUpdate({
      target: dailyMails.ownerId,
      set: { ...settings, ...start },
      setWhere: eq(dailyMails.isOn, false),
    })
    .returning({ ownerId: dailyMails.ownerId });
  if (saved.length === 0) await tx.update(dailyMails).set(settings).where(eq(dailyMails.ownerId, ownerId));
}

export async function saveReported(
  { sql: tx }: Transaction,
  ownerId: string,
  totals: Totals,
  reportedAt: Date,
): Promise<void> {
  await tx
    .update(dailyMails)
    .set({ ...totals, reportedAt })
    .where(eq(dailyMails.ownerId, ownerId));
}

/** Results of all replies of a founder so far. */
export async function readTotals({ sql: tx }: Transaction, ownerId: string): Promise<Totals> {
  const { rows } = await tx.execute<Totals>(sql`
    select coalesce(sum(link.visits), 0)::int as "visits", coalesce(sum(link.sign_ups), 0)::int as "signUps",
      coalesce(sum(link.survey_answers), 0)::int as "surveyAnswers"
    from tracked_links link join campaigns campaign on campaign.id = link.campaign_id
    where campaign.owner_id = ${ownerId}`);
  return rows[0] ?? { visits: 0, signUps: 0, surveyAnswers: 0 };
}

/** True once a day, 'YYYY-MM-DD', and only for a founder who asked for that mail. */
export async function claimFirst({ sql: tx }: Transaction, ownerId: string, day: string): Promise<boolean> {
  const isNew = sql`${dailyMails.firstSentOn} is distinct from ${day}`;
  const { rowCount } = await tx
    .update(dailyMails)
    .set({ firstSentOn: day })
    .where(and(eq(dailyMails.ownerId, ownerId), eq(dailyMails.atFirst, true), isNew));
  return Boolean(rowCount);
}

/** The last mail's facts while it is still due, locked; null after a concurrent task. */
export async function lockDue({ sql: tx }: Transaction, ownerId: string, reportedBefore: Date) {
  const [row] = await tx
    .select()
    .from(dailyMails)
    .where(
      and(
        eq(dailyMails.ownerId, ownerId),
        eq(dailyMails.isOn, true),
        lte(dailyMails.reportedAt, reportedBefore),
      ),
    )
    .for('update');
  return row ?? null;
}

/** Conversations found since then that wait for review. */
export async function countNew({ sql: tx }: Transaction, ownerId: string, since: Date): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count
    from conversations entry join campaigns campaign on campaign.id = entry.campaign_id
    where entry.owner_id = ${ownerId} and entry.created_at > ${since.toISOString()}::timestamptz
      and entry.status = 'AWAITING_REVIEW' and entry.reply_way <> 'none' and campaign.deleted_at is null`);
  return rows[0]?.count ?? 0;
}
