import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { campaigns, conversations } from '#server/database/tables.ts';
import type { PostStatus } from '#shared/contracts/outreach/conversations.ts';
import type { ConversationRow, PostingDeps } from './attempt.ts';
import { checkAges, isLongDue } from './schedule.ts';

/** Two removals among so many replies pause a campaign. */
const judgedReplies = 10;
const tooManyRemovals = 2;
/** Checked in a run; the others stay due. */
const batch = 200;
/** Give up on a reply whose checks were all missed. */
const checkedFor = 30 * 86_400_000;

/** Checks that posted replies which are due are still there. One that fails does not block the others. */
export async function checkPosted(deps: PostingDeps, signal: AbortSignal): Promise<void> {
  const due = await findDue(deps.database, deps.now());
  const hosts = Map.groupBy(due, ({ source, host }) => `${source} ${host}`);
  const failures = await Promise.all([...hosts.values()].map((rows) => checkHost(deps, rows, signal)));
  if (failures.flat().length > 0)
    throw new AggregateError(failures.flat(), 'status of replies could not be recorded');
}

/** Asks a host one by one: many requests at once are refused. @returns what failed. */
async function checkHost(
  deps: PostingDeps,
  rows: ConversationRow[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const row of rows) {
    signal.throwIfAborted();
    const hasResult = await check(deps, row, signal).catch((error: unknown) => failures.push(error) > 0);
    if (!hasResult) break;
  }
  return failures;
}

/** @returns false when the host gave no result: it is left alone until the next run, and the check stays due. */
async function check(
  { database, posters, now, log }: PostingDeps,
  row: ConversationRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { host, threadId, replyExternalId: externalId, replyUrl, url } = row;
  const poster = posters.posterFor(row.source);
  const posted = externalId !== null && { host, threadId, externalId, url: replyUrl ?? url };
  const status = poster && posted ? await poster.checkPosted(posted, signal) : 'unknown';
  if (poster && status === 'unknown' && !isLongDue(row.repliedAt ?? row.createdAt, now())) return false;
  if (await record(database, row, status, now()))
    log.info({ campaign: row.campaignId }, 'campaign paused: replies were removed');
  return true;
}

function findDue({ sql: db }: Database, now: Date): Promise<ConversationRow[]> {
  const { status, replyExternalId, repliedAt, postCheckedAt } = conversations;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const isDue = checkAges.map((ms) => {
    const dueAt = sql`${repliedAt} + ${`${ms} milliseconds`}::interval`;
    return and(lte(repliedAt, before(ms)), or(isNull(postCheckedAt), lt(postCheckedAt, dueAt)));
  });
  const isYoung = gt(repliedAt, before(checkedFor));
  return db
    .select()
    .from(conversations)
    .where(and(eq(status, 'POSTED'), isNotNull(replyExternalId), isYoung, or(...isDue)))
    .orderBy(sql`${postCheckedAt} nulls first`, asc(repliedAt))
    .limit(batch);
}

/** @returns whether it has paused the campaign: a reply removed since the last look, and not the first of late. */
function record(database: Database, row: ConversationRow, status: PostStatus, now: Date): Promise<boolean> {
  return inTransaction(database, async ({ sql: db }) => {
    const isCampaign = eq(campaigns.id, row.campaignId);
    const [campaign] = await db.select().from(campaigns).where(isCampaign).for('update');
    // Keep the last known status until a check finds another.
    const isKnown = status !== 'unknown' || row.postStatus === 'unchecked';
    const isSame = and(eq(conversations.id, row.id), eq(conversations.postStatus, row.postStatus));
    const { rowCount } = await db
      .update(conversations)
      .set({ postStatus: isKnown ? status : row.postStatus, postCheckedAt: now })
      .where(isSame);
    const isNew = rowCount && status === 'removed' && row.postStatus !== 'removed';
    if (!isNew || !campaign?.active) return false;
    const last = await db
      .select({ postStatus: conversations.postStatus })
      .from(conversations)
      .where(
        and(
          eq(conversations.campaignId, row.campaignId),
          inArray(conversations.postStatus, ['present', 'removed']),
        ),
      )
      .orderBy(desc(conversations.repliedAt))
      .limit(judgedReplies);
    if (last.filter(({ postStatus }) => postStatus === 'removed').length < tooManyRemovals) return false;
    await db.update(campaigns).set({ active: false, pausedBecause: 'removals' }).where(isCampaign);
    return true;
  });
}
