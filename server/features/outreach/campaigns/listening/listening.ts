import { createHash } from 'node:crypto';
import { type PostPlace, postKey, type Search } from '#server/conversation-search.ts';
import type { Transaction } from '#server/database/connect.ts';
import { autoPostReplies } from '#server/features/outreach/campaigns/conversations/auto-post.ts';
import type { ConversationRepository } from '#server/features/outreach/campaigns/conversations/repository.ts';
import type { CampaignDeps } from '#server/features/outreach/campaigns/deps.ts';
import type { CampaignRepository, CampaignRow } from '#server/features/outreach/campaigns/repository.ts';
import type { OwnerSearch } from '#server/features/outreach/campaigns/search/search.ts';
import type { CampaignSource } from '#shared/contracts/campaigns.ts';
import type { SourceReport } from '#shared/contracts/conversation-sources.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { listenEveryHours } from '#shared/rules/outreach/places/listening-times.ts';
import { addNewConversations } from './new-conversations.ts';

export type Listening = ReturnType<typeof listening>;

type ListeningDeps = Omit<CampaignDeps, 'opportunities' | 'database'> & {
  campaigns: CampaignRepository;
  conversations: ConversationRepository;
  search: OwnerSearch;
  enqueue: (transaction: Transaction, campaignId: string) => Promise<void>;
};

/** So many are taken at a time; those that are left are the next round's. */
const batch = 100;
const hourMs = 3_600_000;

/** Keeps looking for conversations of running campaigns (specification 1, Launch). */
export function listening(deps: ListeningDeps) {
  const { campaigns, search, enqueue, log, now } = deps;
  return {
    /** Has each campaign whose time has come listen in a task of its own. */
    async findDue(): Promise<void> {
      const due = await campaigns.listDue(now(), batch);
      if (due.length === 0) return;
      await campaigns.transaction(async (transaction) => {
        for (const id of due) await enqueue(transaction, id);
      });
    },

    /** Does nothing after a concurrent round, so that a task can run twice. */
    async listen(campaignId: string, signal: AbortSignal, isLastTry: boolean): Promise<void> {
      const seen = await campaigns.readCampaign(campaignId);
      if (!seen?.active || seen.nextListenAt > now() || !(await hasPlan(deps, seen))) return;
      const { ownerId, keywords, forums, excludedWords } = seen;
      const { asks, merge } = dueSources(seen.sources, now());
      const leftOut = new Set(await campaigns.listLeftOut(campaignId));
      const wasLeftOut = (post: PostPlace) => leftOut.has(postKey(post));
      const wanted = { product: productOf(seen), forums, keywords, excludedWords, asks, wasLeftOut };
      try {
        const result = await search(ownerId, wanted, { signal });
        if (!(await saveRound(deps, seen, result, merge(result.sources)))) return;
      } catch (error) {
        if (!isLastTry) throw error;
        log.error({ campaign: campaignId, err: error }, 'a campaign could not listen');
        await postpone(deps, seen);
        return;
      }
      if (seen.autoPost) await autoPostReplies(deps, seen, signal);
    },
  };
}

function productOf({ name, url, description }: CampaignRow) {
  return { name, url, description };
}

/** Without the plan the campaign is paused; it is its owner who resumes it. */
async function hasPlan({ campaigns }: ListeningDeps, { id, ownerId }: CampaignRow): Promise<boolean> {
  return campaigns.transaction(async (transaction) => {
    const owner = await campaigns.lockOwner(transaction, ownerId);
    if (owner && !upgradeNeeded(owner.plan, 'launch')) return true;
    const row = await campaigns.lockCampaign(transaction, ownerId, id);
    if (row?.active) await campaigns.saveCampaign(transaction, id, { active: false, pausedBecause: 'plan' });
    return false;
  });
}

/** False when another worker was first or the campaign was paused. */
async function saveRound(
  deps: ListeningDeps,
  seen: CampaignRow,
  result: Search,
  sources: CampaignSource[],
): Promise<boolean> {
  const { campaigns, mailFirst, now } = deps;
  return campaigns.transaction(async (transaction) => {
    const row = await lockSame(deps, transaction, seen);
    if (!row) return false;
    const listenedAt = now();
    const found = result.found.map(({ opportunity, post }) => ({ ...post, opportunity }));
    const campaign = { id: row.id, ownerId: row.ownerId, product: productOf(row) };
    const added = await addNewConversations(deps, transaction, campaign, found, listenedAt);
    const toReview = added.flatMap(({ id, opportunity }) =>
      opportunity.reply_way === 'none' ? [] : [{ ...opportunity, id }],
    );
    await campaigns.saveLeftOut(transaction, row.id, result.leftOutByModel.map(postKey), listenedAt);
    await mailFirst(transaction, row.ownerId, { campaign: row.name, posts: toReview });
    await campaigns.saveCampaign(transaction, row.id, {
      lastListenedAt: listenedAt,
      nextListenAt: nextListening(row.id, listenedAt),
      sources,
    });
    return true;
  });
}

async function postpone(deps: ListeningDeps, seen: CampaignRow): Promise<void> {
  const { campaigns, now } = deps;
  await campaigns.transaction(async (transaction) => {
    if (!(await lockSame(deps, transaction, seen))) return;
    const nextListenAt = new Date(now().getTime() + hourMs);
    await campaigns.saveCampaign(transaction, seen.id, { nextListenAt });
  });
}

async function lockSame(
  { campaigns }: ListeningDeps,
  transaction: Transaction,
  { id, ownerId, nextListenAt }: CampaignRow,
): Promise<CampaignRow | null> {
  await campaigns.lockOwner(transaction, ownerId);
  const row = await campaigns.lockCampaign(transaction, ownerId, id);
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
