import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { ConversationStatus } from '#shared/contracts/opportunities.ts';
import { conversationStatusWords } from '#shared/rules/conversation-status-words.ts';
import { upgradeNeeded } from '#shared/rules/plans.ts';
import { approved } from './approved.ts';
import type { ConversationRepository, ConversationRow, SeenConversation } from './conversation-repository.ts';
import type { CampaignRepository } from './repository.ts';
import type { OwnAccount, Surroundings } from './surroundings.ts';
import { checkReply, weighReply } from './weigh-reply.ts';

type Settings = Pick<Surroundings, 'posters' | 'posting' | 'links' | 'now' | 'findAccount'> & {
  campaigns: CampaignRepository;
  conversations: ConversationRepository;
};

type Step = {
  from: ConversationStatus[];
  needsPlan?: boolean;
  write(held: SeenConversation, transaction: Transaction): Promise<Partial<ConversationRow>>;
};

/** The steps between the states of a conversation that its owner takes (design 7.15). */
export function conversationChanges(settings: Settings) {
  const { posting, now } = settings;
  const change = (ownerId: string, id: string, step: Step) => changeConversation(settings, ownerId, id, step);
  const to = (ownerId: string, id: string, from: ConversationStatus[], written: Partial<ConversationRow>) =>
    change(ownerId, id, { from, write: async () => ({ ...written, updatedAt: now() }) });
  return {
    /**
     * Approves `own` words, or the draft. One that is sent for its owner is sent once the change is committed.
     * @throws AppError conversation_not_found, campaign_read_only, conversation_moved_on, thread_over,
     *   reply_not_welcome, thread_answered, reply_own_words and the other `reply_…` codes.
     */
    async approve(ownerId: string, id: string, own: string | undefined): Promise<void> {
      const account = await findOwnAccount(settings, ownerId, id);
      await change(ownerId, id, {
        from: ['AWAITING_REVIEW'],
        needsPlan: true,
        async write(held, transaction) {
          const weighed = await weighReply(settings, transaction, held, account);
          const words = await checkReply(settings, transaction, held, weighed, own);
          if (weighed.way === 'account') await posting.enqueue(transaction, id);
          return { ...approved(words, weighed.way, account, now()), autoApproved: false };
        },
      });
    },

    /** @throws AppError conversation_not_found, conversation_moved_on. */
    reject: (ownerId: string, id: string) => to(ownerId, id, ['AWAITING_REVIEW'], { status: 'REJECTED' }),

    /** The words stay with it. @throws AppError as `reject`. */
    takeBack: (ownerId: string, id: string) => to(ownerId, id, mayBeTakenBack, takenBack),

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

/** The owner is locked before the conversation, as everybody does. */
async function changeConversation(
  { campaigns, conversations }: Settings,
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
      throw new AppError('conversation_moved_on', { status: conversationStatusWords[status] });
    await conversations.saveConversation(transaction, id, await write(held, transaction));
  });
}

/** Before the transaction: it may need a connection of its own. */
async function findOwnAccount(
  { conversations, findAccount }: Settings,
  ownerId: string,
  id: string,
): Promise<OwnAccount | null> {
  const seen = await conversations.findConversation(ownerId, id);
  if (!seen) throw new AppError('conversation_not_found');
  return findAccount(ownerId, seen.row.source, seen.row.host);
}
