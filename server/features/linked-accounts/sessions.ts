import type { Logger } from 'pino';
import type { Posters } from '#server/integrations/posting/port.ts';
import type { SecretBox } from '#server/secret-box.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { isFederated } from '#shared/rules/source-words.ts';
import { canPost } from './account-rows.ts';
import type { PostableAccount, UsedSession } from './feature.ts';
import type { AccountRow, LinkedAccountRepository, SessionChange } from './repository.ts';

type Settings = { repository: LinkedAccountRepository; box: SecretBox; posters: Posters; log: Logger };

const over: SessionChange = { sealedSession: null, needsLink: true };

/** Accounts as posting uses them. */
export function accountSessions({ repository, box, posters, log }: Settings) {
  /** A session that does not open, as under another key, is as good as none. */
  async function open(row: AccountRow): Promise<PostableAccount> {
    const { id, username, host, sealedSession, needsLink } = row;
    const session = sealedSession === null ? null : box.open(sealedSession, id);
    if (sealedSession !== null && session === null && !needsLink) {
      log.warn({ accountId: id }, 'the session of a linked account does not open with this secret key');
      await repository.replaceSealed({ id, sealedSession }, over);
    }
    const isOver = needsLink || (sealedSession !== null && session === null);
    const isAble = session !== null && canPost(row, posters);
    return { id, username, host, session, rules: row.rules, needsLink: isOver, canPost: isAble };
  }

  /** Nothing happens where the account holds another session by now, or is unlinked. */
  async function replace({ id, session }: UsedSession, change: SessionChange): Promise<void> {
    const sealedSession = (await repository.findAccount(id))?.sealedSession ?? null;
    if (sealedSession === null || box.open(sealedSession, id) !== session) return;
    await repository.replaceSealed({ id, sealedSession }, change);
  }

  return {
    /**
     * @returns the owner's account at the host, or at another where the source's hosts know each other's posts; one
     *   without a session where there is no other.
     */
    async findAccount(ownerId: string, source: SourceName, host: string): Promise<PostableAccount | null> {
      const rows = (await repository.listAccounts(ownerId)).filter((row) => row.source === source);
      const near = rows.toSorted((one, other) => Number(other.host === host) - Number(one.host === host));
      const able = near.filter((row) => row.host === host || isFederated(source));
      // One that needs to be linked again can't post, and its replies can still be looked for.
      const row = able.find(({ needsLink }) => !needsLink) ?? able[0];
      return row ? open(row) : null;
    },

    /** Deletes a session that is of no use any more and asks its owner to link again. */
    markNeedsLink: (used: UsedSession) => replace(used, over),

    /** Keeps a session in place of the one that was used. */
    replaceSession: (used: UsedSession, session: string) =>
      replace(used, { sealedSession: box.seal(session, used.id), needsLink: false }),
  };
}
