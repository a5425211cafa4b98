import { and, eq, ne } from 'drizzle-orm';
import { conversations } from '#server/database/tables.ts';
import type { Poster, ReadBack } from '#server/integrations/posting/port.ts';
import { type AttemptRow, type ConversationRow, targetOf } from './rows.ts';
import type { OwnAccount, PostingSettings } from './settings.ts';

export type Sighting = ReturnType<typeof sighting>;

/** Where a reply can be looked for: how, and as whom. */
export type Eyes = { poster: Poster; account: OwnAccount };

/**
 * The account that a reply was sent as, whatever is linked now; its replies are looked for without a session where it is
 * another one.
 */
export function asSender(
  eyes: Eyes,
  { senderId: id, senderName: username, senderHost: host }: AttemptRow,
): Eyes {
  if (id === null || username === null || host === null) return eyes;
  if (eyes.account.username === username && eyes.account.host === host) return eyes;
  return {
    ...eyes,
    account: { id, username, host, canPost: false, needsLink: false, session: null, rules: null },
  };
}

/** Looks for replies at their source. */
export function sighting({ database, posters, accounts }: PostingSettings) {
  async function isAnothers(row: ConversationRow, externalId: string): Promise<boolean> {
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
    /** Whether the reply with this id is linked to another conversation of the owner. */
    isAnothers,

    /** Null where nobody's replies can be looked for: no account is known, or the source shows none. */
    async open(row: ConversationRow): Promise<Eyes | null> {
      const poster = posters.posterFor(row.source);
      const account = poster && (await accounts.findAccount(row.ownerId, row.source, row.host));
      return poster && account ? { poster, account } : null;
    },

    /** Looks for a reply with this text, or any of the account where it is null; not for another conversation's. */
    async look(
      { poster, account }: Eyes,
      row: ConversationRow,
      text: string | null,
      signal: AbortSignal,
    ): Promise<ReadBack> {
      const since = (text === null && row.approvedAt) || row.createdAt;
      const seen = await poster.readBack({ account, target: targetOf(row), text, since, signal });
      const isOther = seen.found === 'posted' && (await isAnothers(row, seen.externalId));
      return isOther ? { found: 'nothing' } : seen;
    },
  };
}
