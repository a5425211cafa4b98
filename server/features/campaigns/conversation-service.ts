import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { Conversation, Guidance } from '#shared/contracts/conversations.ts';
import { conversationStatusWords } from '#shared/rules/conversation-status-words.ts';
import { disclosureOf } from '#shared/rules/disclosure.ts';
import { placeRulesOf } from '#shared/rules/rule-cards.ts';
import { conversationChanges } from './conversation-changes.ts';
import { conversationReading } from './conversation-reading.ts';
import type { ConversationFilter, ConversationRepository } from './conversation-repository.ts';
import type { CampaignRepository } from './repository.ts';
import type { Surroundings } from './surroundings.ts';
import { weighReply } from './weigh-reply.ts';

export type ConversationService = ReturnType<typeof conversationService>;

type Settings = Pick<Surroundings, 'posters' | 'posting' | 'links' | 'now' | 'findAccount'> & {
  database: Database;
  campaigns: CampaignRepository;
  conversations: ConversationRepository;
};

/** Conversations as their owner reads and decides them; somebody else's are not there at all. */
export function conversationService(settings: Settings) {
  const { database, conversations, posting, findAccount } = settings;
  const { find, describe, read } = conversationReading(settings);
  const changes = conversationChanges(settings);

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
      else await changes.takeBack(ownerId, id);
      return read(ownerId, id);
    },

    /** @throws AppError conversation_not_found, conversation_moved_on. */
    async takeOver(ownerId: string, id: string): Promise<Conversation> {
      await changes.takeOver(ownerId, id);
      return read(ownerId, id);
    },

    /**
     * Links the reply at `url`, or looks for it now; one that is not found stays as it was.
     * @throws AppError conversation_not_found, conversation_moved_on, `reply_url_…`, and reply_address_needed
     *   without `url` where nobody's replies can be looked for.
     */
    async confirmPosted(ownerId: string, id: string, url: string | undefined): Promise<Conversation> {
      const { status, replyUrl } = (await find(ownerId, id)).row;
      const isLinked = status === 'POSTED' && replyUrl !== null;
      if (!isLinked && !mayBePosted.has(status))
        throw new AppError('conversation_moved_on', { status: conversationStatusWords[status] });
      if (isLinked) return read(ownerId, id);
      if (url !== undefined) await posting.linkReply(id, url);
      else if ((await read(ownerId, id)).replyFindable) await posting.lookNow(id);
      else throw new AppError('reply_address_needed');
      return read(ownerId, id);
    },

    /** @throws AppError conversation_not_found. */
    async readGuidance(ownerId: string, id: string): Promise<Guidance> {
      const seen = await find(ownerId, id);
      const account = await findAccount(ownerId, seen.row.source, seen.row.host);
      const { card, budget, product, way } = await weighReply(settings, database, seen, account);
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
