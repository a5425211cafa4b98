import { AppError } from '#server/app-error.ts';
import type { Database, Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { CampaignDeps, OwnAccount } from '#server/features/outreach/campaigns/deps.ts';
import type { CampaignRepository } from '#server/features/outreach/campaigns/repository.ts';
import type { Conversation, Guidance } from '#shared/contracts/conversations.ts';
import type { ConversationStatus } from '#shared/contracts/opportunities.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { disclosureOf } from '#shared/rules/outreach/disclosure.ts';
import { placeRulesOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { preview } from '#shared/rules/text/preview.ts';
import type {
  ConversationFilter,
  ConversationRepository,
  ConversationRow,
  SeenConversation,
} from './repository.ts';
import { conversationStatusLabels } from './status-labels.ts';
import { approved, cardOf, checkReply, replyWayOf, weighReply } from './weigh-reply.ts';

export type ConversationService = ReturnType<typeof conversationService>;

type ConversationServiceDeps = Pick<CampaignDeps, 'posters' | 'posting' | 'links' | 'now' | 'findAccount'> & {
  database: Database;
  campaigns: CampaignRepository;
  conversations: ConversationRepository;
};

/** Conversations for their owner; those of others are not found. */
export function conversationService(deps: ConversationServiceDeps) {
  const { database, conversations, posting, findAccount } = deps;
  const { find, describe, read } = conversationReading(deps);
  const changes = conversationChanges(deps);

  return {
    async list(ownerId: string, page: Page & ConversationFilter): Promise<Conversation[]> {
      return describe(ownerId, await conversations.listConversations(ownerId, page));
    },

    /** @throws AppError what the changes throw. */
    async setStatus(
      ownerId: string,
      id: string,
      { status, reply }: { status: 'APPROVED' | 'REJECTED' | 'AWAITING_REVIEW'; reply?: string },
    ): Promise<Conversation> {
      if (status === 'APPROVED') await changes.approve(ownerId, id, reply);
      else if (status === 'REJECTED') await changes.reject(ownerId, id);
      else await changes.withdraw(ownerId, id);
      return read(ownerId, id);
    },

    /** @throws AppError conversation_not_found, conversation_moved_on. */
    async takeOver(ownerId: string, id: string): Promise<Conversation> {
      await changes.takeOver(ownerId, id);
      return read(ownerId, id);
    },

    /**
     * Links the reply at `url`, or searches for it now; a missing one changes nothing.
     * @throws AppError conversation_not_found, conversation_moved_on, `reply_url_…`, and reply_address_needed
     *   without `url` where nobody's replies can be looked for.
     */
    async confirmPosted(ownerId: string, id: string, url: string | undefined): Promise<Conversation> {
      const { status, replyUrl } = (await find(ownerId, id)).row;
      const isLinked = status === 'POSTED' && replyUrl !== null;
      if (!isLinked && !mayBePosted.has(status))
        throw new AppError('conversation_moved_on', { status: conversationStatusLabels[status] });
      if (isLinked) return read(ownerId, id);
      if (url !== undefined) await posting.linkReply(id, url);
      else if ((await read(ownerId, id)).replyFindable) await posting.findNow(id);
      else throw new AppError('reply_address_needed');
      return read(ownerId, id);
    },

    /** @throws AppError conversation_not_found. */
    async readGuidance(ownerId: string, id: string): Promise<Guidance> {
      const seen = await find(ownerId, id);
      const account = await findAccount(ownerId, seen.row.source, seen.row.host);
      const { card, budget, product, way } = await weighReply(deps, database, seen, account);
      const { username = '', host = '' } = account ?? {};
      return {
        rules: placeRulesOf(card),
        budget,
        disclosure: disclosureOf(product),
        account: way === 'account' ? { username, host } : null,
      };
    },
  };
}

const mayBePosted = new Set<string>(['READY', 'UNCONFIRMED', 'POSTED']);

type ConversationChangesDeps = Pick<CampaignDeps, 'posters' | 'posting' | 'links' | 'now' | 'findAccount'> & {
  campaigns: CampaignRepository;
  conversations: ConversationRepository;
};

type Step = {
  from: ConversationStatus[];
  needsPlan?: boolean;
  write(held: SeenConversation, transaction: Transaction): Promise<Partial<ConversationRow>>;
};

/** The steps between the states of a conversation that its owner takes (design 7.15). */
function conversationChanges(deps: ConversationChangesDeps) {
  const { posting, now } = deps;
  const change = (ownerId: string, id: string, step: Step) => changeConversation(deps, ownerId, id, step);
  const to = (ownerId: string, id: string, from: ConversationStatus[], written: Partial<ConversationRow>) =>
    change(ownerId, id, { from, write: async () => ({ ...written, updatedAt: now() }) });
  return {
    /**
     * Approves `own` words, or the draft. One that is sent for its owner is sent once the change is committed.
     * @throws AppError conversation_not_found, campaign_read_only, conversation_moved_on, thread_over,
     *   reply_not_welcome, thread_answered, reply_own_words and the other `reply_…` codes.
     */
    async approve(ownerId: string, id: string, own: string | undefined): Promise<void> {
      const account = await findOwnAccount(deps, ownerId, id);
      await change(ownerId, id, {
        from: ['AWAITING_REVIEW'],
        needsPlan: true,
        async write(held, transaction) {
          const weighed = await weighReply(deps, transaction, held, account);
          const words = await checkReply(deps, transaction, held, weighed, own);
          if (weighed.way === 'account') await posting.enqueue(transaction, id);
          return { ...approved(words, weighed.way, account, now()), autoApproved: false };
        },
      });
    },

    /** @throws AppError conversation_not_found, conversation_moved_on. */
    reject: (ownerId: string, id: string) => to(ownerId, id, ['AWAITING_REVIEW'], { status: 'REJECTED' }),

    /** The words stay with it. @throws AppError as `reject`. */
    withdraw: (ownerId: string, id: string) => to(ownerId, id, mayBeTakenBack, takenBack),

    /** Hands what failed, or is not confirmed, to its owner. @throws AppError as `reject`. */
    takeOver: (ownerId: string, id: string) => to(ownerId, id, ['FAILED', 'UNCONFIRMED'], takenOver),
  };
}

const mayBeTakenBack: ConversationStatus[] = ['APPROVED', 'READY', 'REJECTED', 'FAILED'];
const takenBack: Partial<ConversationRow> = {
  status: 'AWAITING_REVIEW',
  approvedAt: null,
  isPromotion: false,
  autoApproved: false,
  heldBecause: null,
  outcome: null,
  outcomeText: null,
};
const takenOver: Partial<ConversationRow> = {
  status: 'READY',
  replyWay: 'hand',
  heldBecause: null,
  outcome: null,
  outcomeText: null,
};

/** Lock the owner before the conversation, as everywhere. */
async function changeConversation(
  { campaigns, conversations }: ConversationChangesDeps,
  ownerId: string,
  id: string,
  { from, needsPlan = false, write }: Step,
): Promise<void> {
  await campaigns.transaction(async (transaction) => {
    const owner = await campaigns.lockOwner(transaction, ownerId);
    const held = await conversations.lockConversation(transaction, ownerId, id);
    if (!owner || !held) throw new AppError('conversation_not_found');
    if (needsPlan && upgradeNeeded(owner.plan, 'launch')) throw new AppError('campaign_read_only');
    const { status } = held.row;
    if (!from.includes(status))
      throw new AppError('conversation_moved_on', { status: conversationStatusLabels[status] });
    await conversations.saveConversation(transaction, id, await write(held, transaction));
  });
}

/** Before the transaction: it may need a connection of its own. */
async function findOwnAccount(
  { conversations, findAccount }: ConversationChangesDeps,
  ownerId: string,
  id: string,
): Promise<OwnAccount | null> {
  const seen = await conversations.findConversation(ownerId, id);
  if (!seen) throw new AppError('conversation_not_found');
  return findAccount(ownerId, seen.row.source, seen.row.host);
}

type ConversationReadingDeps = Pick<CampaignDeps, 'posters' | 'links' | 'now' | 'findAccount'> & {
  conversations: ConversationRepository;
};

/** Conversations with what is not stored of them: the way and the place of a reply as they are now. */
function conversationReading({ conversations, posters, links, findAccount, now }: ConversationReadingDeps) {
  async function find(ownerId: string, id: string): Promise<SeenConversation> {
    const seen = await conversations.findConversation(ownerId, id);
    if (!seen) throw new AppError('conversation_not_found');
    return seen;
  }

  async function describe(ownerId: string, seen: SeenConversation[]): Promise<Conversation[]> {
    const accounts = await findAccounts(findAccount, ownerId, seen);
    return seen.map((one) => {
      const { row, link } = one;
      const account = accounts.get(placeOf(one)) ?? null;
      return toConversation(one, {
        // A decided conversation keeps its state.
        replyWay: isUndecided(one)
          ? replyWayOf({ posters, now }, row, cardOf(row, now()), account)
          : row.replyWay,
        replyFindable: account !== null,
        replyUrl: posters.posterFor(row.source)?.replyUrl(row) ?? row.url,
        trackedLink: link ? links.addressOf(link.code) : '',
      });
    });
  }

  async function read(ownerId: string, id: string): Promise<Conversation> {
    const [conversation] = await describe(ownerId, [await find(ownerId, id)]);
    if (!conversation) throw new AppError('conversation_not_found');
    return conversation;
  }

  return { find, describe, read };
}

function isUndecided({ row: { status } }: SeenConversation): boolean {
  return status === 'AWAITING_REVIEW' || status === 'REJECTED';
}

function placeOf({ row }: SeenConversation): string {
  return `${row.source} ${row.host}`;
}

/** True when no decision or search is left. */
function isOver({ row: { status, replyUrl } }: SeenConversation): boolean {
  return status === 'POSTED' && replyUrl !== null;
}

/** The owner's account at each place that matters still. */
async function findAccounts(
  findAccount: CampaignDeps['findAccount'],
  ownerId: string,
  seen: SeenConversation[],
): Promise<Map<string, OwnAccount | null>> {
  const places = new Map(seen.filter((one) => !isOver(one)).map((one) => [placeOf(one), one.row]));
  const found = [...places].map(
    async ([place, { source, host }]) => [place, await findAccount(ownerId, source, host)] as const,
  );
  return new Map(await Promise.all(found));
}

/** A conversation as the contract says it. */
function toConversation(
  { row, product, link }: SeenConversation,
  found: Pick<Conversation, 'replyWay' | 'replyFindable' | 'replyUrl' | 'trackedLink'>,
): Conversation {
  const { id, campaignId, originalPost, source, host, community, status, suggestedReply } = row;
  const { suggestionKind, reply, confidence, why, keywords, heldBecause, standing, outcome } = row;
  return {
    id,
    campaignId,
    originalPost,
    source,
    host,
    community,
    status,
    suggestedReply,
    suggestionKind,
    reply,
    confidence,
    why,
    keywords,
    heldBecause,
    standing,
    ...found,
    product: { name: product.name },
    postTitle: row.title || beginningOf(originalPost),
    postUrl: row.url,
    postedAt: row.postedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    replyPostedUrl: row.replyUrl,
    clicks: link?.visits ?? 0,
    problem: outcome && { outcome, text: row.outcomeText ?? '' },
    standingCheckedAt: row.standingCheckedAt?.toISOString() ?? null,
  };
}

/** Mastodon and Bluesky know no titles: there a post is called what it begins with. */
function beginningOf(post: string): string {
  return preview(post.trim().split('\n', 1)[0] ?? '', 80);
}
