import { createHash } from 'node:crypto';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { autoPostReplies } from '#server/features/outreach/campaigns/conversations/auto-post.ts';
import type { CampaignDeps } from '#server/features/outreach/campaigns/deps.ts';
import {
  type CampaignRow,
  findCampaign,
  listLeftOut,
  lockCampaign,
  lockOwner,
  saveCampaign,
  saveLeftOut,
} from '#server/features/outreach/campaigns/repository.ts';
import { searchAsOwner } from '#server/features/outreach/campaigns/search/search.ts';
import { enqueueFirstMail } from '#server/features/outreach/daily-mail/first-mail.ts';
import { type PostPlace, postKey, type Search } from '#server/features/outreach/find/search-request.ts';
import type { CampaignSource } from '#shared/contracts/outreach/campaigns.ts';
import type { SourceReport } from '#shared/contracts/outreach/conversation-sources.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { listenEveryHours } from '#shared/rules/outreach/places/listening-times.ts';
import { addNewConversations } from './new-conversations.ts';

const hourMs = 3_600_000;

/**
 * Looks for new conversations of a running campaign (specification 1, Launch). Does nothing after a concurrent round, so
 * that a task can run twice.
 */
export async function listen(
  deps: CampaignDeps,
  campaignId: string,
  signal: AbortSignal,
  isLastTry: boolean,
): Promise<void> {
  const { database, log, now } = deps;
  const seen = await findCampaign(database, campaignId);
  if (!seen?.active || seen.nextListenAt > now() || !(await hasPlan(deps, seen))) return;
  const { ownerId, keywords, forums, excludedWords } = seen;
  const { asks, merge } = dueSources(seen.sources, now());
  const leftOut = new Set(await listLeftOut(database, campaignId));
  const wasLeftOut = (post: PostPlace) => leftOut.has(postKey(post));
  const wanted = { product: productOf(seen), forums, keywords, excludedWords, asks, wasLeftOut };
  try {
    const result = await searchAsOwner(deps, ownerId, wanted, { signal });
    if (!(await saveRound(deps, seen, result, merge(result.sources)))) return;
  } catch (error) {
    if (!isLastTry) throw error;
    log.error({ campaign: campaignId, err: error }, 'a campaign could not listen');
    await postpone(deps, seen);
    return;
  }
  if (seen.autoPost) await autoPostReplies(deps, seen, signal);
}

function productOf({ name, url, description }: CampaignRow) {
  return { name, url, description };
}

/** Without the plan the campaign is paused; it is its owner who resumes it. */
async function hasPlan({ database }: CampaignDeps, { id, ownerId }: CampaignRow): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const owner = await lockOwner(transaction, ownerId);
    if (owner && !upgradeNeeded(owner.plan, 'launch')) return true;
    const row = await lockCampaign(transaction, ownerId, id);
    if (row?.active) await saveCampaign(transaction, id, { active: false, pausedBecause: 'plan' });
    return false;
  });
}

/** False when another worker was first or the campaign was paused. */
async function saveRound(
  deps: CampaignDeps,
  seen: CampaignRow,
  result: Search,
  sources: CampaignSource[],
): Promise<boolean> {
  return inTransaction(deps.database, async (transaction) => {
    const row = await lockSame(transaction, seen);
    if (!row) return false;
    const listenedAt = deps.now();
    const found = result.found.map(({ opportunity, post }) => ({ ...post, opportunity }));
    const campaign = { id: row.id, ownerId: row.ownerId, product: productOf(row) };
    const added = await addNewConversations(deps, transaction, campaign, found, listenedAt);
    const toReview = added.flatMap(({ id, opportunity }) =>
      opportunity.reply_way === 'none' ? [] : [{ ...opportunity, id }],
    );
    await saveLeftOut(transaction, row.id, result.leftOutByModel.map(postKey), listenedAt);
    await enqueueFirstMail(deps, transaction, row.ownerId, { campaign: row.name, posts: toReview });
    await saveCampaign(transaction, row.id, {
      lastListenedAt: listenedAt,
      nextListenAt: nextListening(row.id, listenedAt),
      sources,
    });
    return true;
  });
}

async function postpone({ database, now }: CampaignDeps, seen: CampaignRow): Promise<void> {
  await inTransaction(database, async (transaction) => {
    if (!(await lockSame(transaction, seen))) return;
    const nextListenAt = new Date(now().getTime() + hourMs);
    await saveCampaign(transaction, seen.id, { nextListenAt });
  });
}

async function lockSame(
  transaction: Transaction,
  { id, ownerId, nextListenAt }: CampaignRow,
): Promise<CampaignRow | null> {
  await lockOwner(transaction, ownerId);
  const row = await lockCampaign(transaction, ownerId, id);
  return row?.active && row.nextListenAt.getTime() === nextListenAt.getTime() ? row : null;
}

/** Rounds come hourly, and a late one must not cost a source its turn. */
const slackMs = 30 * 60_000;

/**
 * Sources that a round asks: those that answered longer ago than their limits want, and those that did not answer.
 * `merge` gives every source's last report, in the order in which `asks` was called.
 */
function dueSources(reports: CampaignSource[], now: Date) {
  const keyOf = ({ source, host }: Pick<CampaignSource, 'source' | 'host'>) => `${source} ${host}`;
  const last = new Map(reports.map((report) => [keyOf(report), report]));
  const places: string[] = [];
  return {
    asks(place: Pick<CampaignSource, 'source' | 'host'>): boolean {
      places.push(keyOf(place));
      const report = last.get(keyOf(place));
      if (report?.outcome !== 'answered' && report?.outcome !== 'cached') return true;
      const waitMs = listenEveryHours[place.source] * hourMs - slackMs;
      return now.getTime() - Date.parse(report.askedAt) >= waitMs;
    },
    merge(asked: SourceReport[]): CampaignSource[] {
      const askedAt = now.toISOString();
      const fresh = new Map(asked.map((report) => [keyOf(report), { ...report, askedAt }]));
      return places.flatMap((key) => fresh.get(key) ?? last.get(key) ?? []);
    },
  };
}

/** Least pause between searches: new posts are rarer. */
const leastWaitMs = 15 * 60_000;

/**
 * When a campaign listens after `from`: every hour at times of its own, which differ between campaigns, so that those
 * that were started together don't ask the sources together. A round that is late does not move the next.
 */
export function nextListening(campaignId: string, from: Date): Date {
  const digest = createHash('sha256').update(campaignId).digest();
  const offset = Math.floor((digest.readUInt32BE() / 2 ** 32) * hourMs);
  const rounds = Math.ceil((from.getTime() + leastWaitMs - offset) / hourMs);
  return new Date(offset + rounds * hourMs);
}
