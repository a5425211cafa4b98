import { AppError } from '#server/app-error.ts';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { ConversationRepository, SeenConversation } from './conversation-repository.ts';
import type { OwnAccount, Surroundings } from './surroundings.ts';
import { toConversation } from './to-conversation.ts';
import { cardOf, replyWayOf } from './weigh-reply.ts';

type Settings = Pick<Surroundings, 'posters' | 'links' | 'now' | 'findAccount'> & {
  conversations: ConversationRepository;
};

/** Conversations with what is not stored of them: the way and the place of a reply as they are now. */
export function conversationReading({ conversations, posters, links, findAccount, now }: Settings) {
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
        // What is decided stays as it was decided.
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

/** Whether nothing more is to be decided or found. */
function isOver({ row: { status, replyUrl } }: SeenConversation): boolean {
  return status === 'POSTED' && replyUrl !== null;
}

/** The owner's account at each place that matters still. */
async function findAccounts(
  findAccount: Surroundings['findAccount'],
  ownerId: string,
  seen: SeenConversation[],
): Promise<Map<string, OwnAccount | null>> {
  const places = new Map(seen.filter((one) => !isOver(one)).map((one) => [placeOf(one), one.row]));
  const found = [...places].map(
    async ([place, { source, host }]) => [place, await findAccount(ownerId, source, host)] as const,
  );
  return new Map(await Promise.all(found));
}
