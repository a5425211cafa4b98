import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { campaigns, conversations } from '#server/database/tables.ts';
import type { Standing } from '#shared/contracts/conversations.ts';
import type { ConversationRow } from './rows.ts';
import { isLongDue, standingMarks } from './schedule.ts';
import type { PostingSettings } from './settings.ts';

/** Two removals among so many replies pause a campaign. */
const judged = 10;
const tooManyRemovals = 2;
const batch = 20;
/** A reply whose checks were all missed is not looked at for ever. */
const lookedAtFor = 30 * 86_400_000;

/** Looks whether posted replies still stand. */
export function standingChecks({ database, posters, now, log }: PostingSettings) {
  /** @returns whether its host may be asked on: one that tells nothing is left alone, and the look stays due. */
  async function check(row: ConversationRow, signal: AbortSignal): Promise<boolean> {
    const { host, threadId, replyExternalId, replyUrl, url } = row;
    const poster = posters.posterFor(row.source);
    const isKnown = poster && replyExternalId !== null;
    const posted = { host, threadId, externalId: replyExternalId ?? '', url: replyUrl ?? url };
    const standing = isKnown ? await poster.checkStanding(posted, signal) : 'unknown';
    if (isKnown && standing === 'unknown' && !isLongDue(row.repliedAt ?? row.createdAt, now())) return false;
    if (await record(database, row, standing, now()))
      log.info({ campaign: row.campaignId }, 'campaign paused: replies were removed');
    return true;
  }

  return {
    /** Looks at every reply that is due. One about which nothing can be heard holds up no other. */
    async checkStanding(signal: AbortSignal): Promise<void> {
      const failures: unknown[] = [];
      const seen = new Set<string>();
      const silent = new Set<string>();
      for (;;) {
        const due = (await findDue(database, silent, now())).filter(({ id }) => !seen.has(id));
        if (due.length === 0) break;
        signal.throwIfAborted();
        for (const { id } of due) seen.add(id);
        const hosts = Map.groupBy(due, placeOf);
        const found = await Promise.all(
          [...hosts.values()].map((rows) => checkOneByOne(rows, silent, (row) => check(row, signal))),
        );
        failures.push(...found.flat());
      }
      if (failures.length > 0)
        throw new AggregateError(failures, 'standing of replies could not be recorded');
    },
  };
}

/** A host that is asked many things at once refuses, and then nothing is heard of any. @returns what failed. */
async function checkOneByOne(
  rows: ConversationRow[],
  silent: Set<string>,
  check: (row: ConversationRow) => Promise<boolean>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const row of rows) {
    const goesOn = await check(row).catch((error: unknown) => {
      failures.push(error);
      return true;
    });
    if (goesOn) continue;
    silent.add(placeOf(row));
    break;
  }
  return failures;
}

const placeOf = ({ source, host }: ConversationRow) => `${source} ${host}`;

function findDue({ sql: db }: Database, silent: Set<string>, now: Date): Promise<ConversationRow[]> {
  const { source, host, status, replyExternalId, repliedAt, standingCheckedAt } = conversations;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const marks = standingMarks.map((ms) => {
    const mark = sql`${repliedAt} + ${`${ms} milliseconds`}::interval`;
    return and(lte(repliedAt, before(ms)), or(isNull(standingCheckedAt), lt(standingCheckedAt, mark)));
  });
  const isAsked = silent.size > 0 ? notInArray(sql`${source} || ' ' || ${host}`, [...silent]) : undefined;
  const isYoung = gt(repliedAt, before(lookedAtFor));
  return db
    .select()
    .from(conversations)
    .where(and(eq(status, 'POSTED'), isNotNull(replyExternalId), isYoung, or(...marks), isAsked))
    .orderBy(sql`${standingCheckedAt} nulls first`, asc(repliedAt))
    .limit(batch);
}

/** @returns whether it has paused the campaign: a reply removed since the last look, and not the first of late. */
function record(database: Database, row: ConversationRow, standing: Standing, now: Date): Promise<boolean> {
  return inTransaction(database, async ({ sql: db }) => {
    const isCampaign = eq(campaigns.id, row.campaignId);
    const [campaign] = await db.select().from(campaigns).where(isCampaign).for('update');
    // What was seen before stays true until something else is.
    const isHeard = standing !== 'unknown' || row.standing === 'unchecked';
    const isSame = and(eq(conversations.id, row.id), eq(conversations.standing, row.standing));
    const { rowCount } = await db
      .update(conversations)
      .set({ standing: isHeard ? standing : row.standing, standingCheckedAt: now })
      .where(isSame);
    const isNew = rowCount && standing === 'removed' && row.standing !== 'removed';
    if (!isNew || !campaign?.active) return false;
    const last = await db
      .select({ standing: conversations.standing })
      .from(conversations)
      .where(
        and(
          eq(conversations.campaignId, row.campaignId),
          inArray(conversations.standing, ['standing', 'removed']),
        ),
      )
      .orderBy(desc(conversations.repliedAt))
      .limit(judged);
    if (last.filter(({ standing }) => standing === 'removed').length < tooManyRemovals) return false;
    await db.update(campaigns).set({ active: false, pausedBecause: 'removals' }).where(isCampaign);
    return true;
  });
}
