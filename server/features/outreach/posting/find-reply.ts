import { and, eq, ne } from 'drizzle-orm';
import { conversations } from '#server/database/tables.ts';
import type { Poster, ReadBack } from '#server/integrations/sources/port.ts';
import { type AttemptRow, type ConversationRow, targetOf } from './attempt.ts';
import type { OwnAccount, PostingDeps } from './deps.ts';

export type ReplyFinder = ReturnType<typeof replyFinder>;

/** Poster and account to look for a reply with. */
export type SourceAccess = { poster: Poster; account: OwnAccount };

/**
 * The account that sent the reply, whatever is linked now. Replies of another account are searched without a session.
 */
export function asSender(
  access: SourceAccess,
  { senderId: id, senderName: username, senderHost: host }: AttemptRow,
): SourceAccess {
  if (id === null || username === null || host === null) return access;
  if (access.account.username === username && access.account.host === host) return access;
  return {
    ...access,
    account: { id, username, host, canPost: false, needsLink: false, session: null, rules: null },
  };
}

/** Looks for replies at their source. */
export function replyFinder({ database, posters, accounts }: PostingDeps) {
  async function isLinkedElsewhere(row: ConversationRow, externalId: string): Promise<boolean> {
    const [other] = await database.sql
      .select({ id: conversations.id })
      .from(conversations)
      .where(
        and(
          eq(conversations.ownerId, row.ownerId),
          eq(conversations.source, row.source),
          eq(conversations.host, row.host),
          eq(conversations.replyExternalId, externalId),
          ne(conversations.id, row.id),
        ),
      );
    return other !== undefined;
  }

  return {
    /** True when the reply with this id is linked to another conversation of the owner. */
    isLinkedElsewhere,

    /** Null without a known account, or at a source that shows no replies. */
    async open(row: ConversationRow): Promise<SourceAccess | null> {
      const poster = posters.posterFor(row.source);
      const account = poster && (await accounts.findAccount(row.ownerId, row.source, row.host));
      return poster && account ? { poster, account } : null;
    },

    /** Looks for a reply with this text, or any of the account where it is null; not for another conversation's. */
    async find(
      { poster, account }: SourceAccess,
      row: ConversationRow,
      text: string | null,
      signal: AbortSignal,
    ): Promise<ReadBack> {
      const since = (text === null && row.approvedAt) || row.createdAt;
      const seen = await poster.readBack({ account, target: targetOf(row), text, since, signal });
      const isOther = seen.found === 'posted' && (await isLinkedElsewhere(row, seen.externalId));
      return isOther ? { found: 'nothing' } : seen;
    },
  };
}
