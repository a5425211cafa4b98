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
import type { PostStatus } from '#shared/contracts/conversations.ts';
import type { ConversationRow } from './attempt.ts';
import type { PostingDeps } from './deps.ts';
import { checkMarks, isLongDue } from './schedule.ts';

/** Two removals among so many replies pause a campaign. */
const judged = 10;
const tooManyRemovals = 2;
const batch = 20;
/** Give up on a reply whose checks were all missed. */
const lookedAtFor = 30 * 86_400_000;

/** Checks that posted replies are still there. */
export function postedChecks({ database, posters, now, log }: PostingDeps) {
  /** @returns whether its host may be asked on: one that tells nothing is left alone, and the look stays due. */
  async function check(row: ConversationRow, signal: AbortSignal): Promise<boolean> {
    const { host, threadId, replyExternalId, replyUrl, url } = row;
    const poster = posters.posterFor(row.source);
    const isKnown = poster && replyExternalId !== null;
    const posted = { host, threadId, externalId: replyExternalId ?? '', url: replyUrl ?? url };
    const standing = isKnown ? await poster.checkPosted(posted, signal) : 'unknown';
    if (isKnown && standing === 'unknown' && !isLongDue(row.repliedAt ?? row.createdAt, now())) return false;
    if (await record(database, row, standing, now()))
      log.info({ campaign: row.campaignId }, 'campaign paused: replies were removed');
    return true;
  }

  return {
    /** Checks every due reply. One that fails does not block the others. */
    async checkPosted(signal: AbortSignal): Promise<void> {
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

/** Ask each host one by one: a host with many requests at once refuses them all. @returns what failed. */
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
  const marks = checkMarks.map((ms) => {
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
function record(database: Database, row: ConversationRow, standing: PostStatus, now: Date): Promise<boolean> {
  return inTransaction(database, async ({ sql: db }) => {
    const isCampaign = eq(campaigns.id, row.campaignId);
    const [campaign] = await db.select().from(campaigns).where(isCampaign).for('update');
    // Keep the last known status until a check finds another.
    const isKnown = standing !== 'unknown' || row.standing === 'unchecked';
    const isSame = and(eq(conversations.id, row.id), eq(conversations.standing, row.standing));
    const { rowCount } = await db
      .update(conversations)
      .set({ standing: isKnown ? standing : row.standing, standingCheckedAt: now })
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
