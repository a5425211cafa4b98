import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import type { Posters } from '#server/integrations/sources/port.ts';
import { type SecretBox, secretBox } from '#server/secret-box.ts';
import type { SourceAddresses } from '#server/source-addresses.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { ServerRules } from '#shared/rules/outreach/places/server-rules.ts';
import { isFederated } from '#shared/rules/outreach/places/source-labels.ts';
import { canPost } from './account-rows.ts';
import { accountLinking } from './linking.ts';
import { accountProving } from './proving.ts';
import {
  type AccountRow,
  type LinkedAccountRepository,
  linkedAccountRepository,
  type OnSignedIn,
  type SessionChange,
} from './repository.ts';
import { linkedAccountRoutes } from './routes.ts';

/** An account for posting; `session` is null when it can't post. */
export type PostableAccount = {
  id: string;
  username: string;
  host: string;
  canPost: boolean;
  /** Its session has ended: its owner signs in again. */
  needsLink: boolean;
  session: string | null;
  /** The rules of its server, as shown to its owner. */
  rules: ServerRules | null;
};

/** An account with the session that was used: one that its owner has linked since is none of it. */
export type UsedSession = Pick<PostableAccount, 'id' | 'session'>;

export type LinkedAccountFeature = {
  routes: Route[];
  /**
   * The owner's account that would reply at this host. Sources that talk to each other (Mastodon, Lemmy, Bluesky)
   * take an account of another host where there is none of this one.
   */
  findAccount(ownerId: string, source: SourceName, host: string): Promise<PostableAccount | null>;
  /** The source no longer takes the session that was used: it is deleted, and the owner is asked to link again. */
  markNeedsLink(used: UsedSession): Promise<void>;
  /** Keeps what the source gave in place of the session that was used. */
  replaceSession(used: UsedSession, session: string): Promise<void>;
  /** Deletes the tries to prove an account that ended before. */
  deleteProofs(endedBefore: Date): Promise<void>;
};

type LinkedAccountFeatureDeps = {
  database: Database;
  posters: Posters;
  addresses: Pick<SourceAddresses, 'hackerNews' | 'bluesky'>;
  limits: Limits;
  secretKey: string;
  siteUrl: SiteUrl;
  log: Logger;
  now: () => Date;
  randomId: () => string;
  onSignedIn: OnSignedIn;
  /** `bytes` random bytes, in hexadecimal digits. */
  randomHex: (bytes: number) => string;
};

/** Accounts at sources that people have proven or signed in to (design 7.13). */
export function linkedAccountFeature(deps: LinkedAccountFeatureDeps): LinkedAccountFeature {
  const { database, posters, addresses, limits, secretKey, siteUrl, log } = deps;
  const repository = linkedAccountRepository(database, deps.onSignedIn);
  const box = secretBox(secretKey);
  const shared = { ...deps, repository, box };
  const routes = linkedAccountRoutes({
    linking: accountLinking({ ...shared, blueskyUrl: addresses.bluesky }),
    proving: accountProving({ ...shared, forumUrl: addresses.hackerNews.site }),
    siteUrl,
    checkLimit: limits('account-check', 30, 600),
    signInLimit: limits('account-sign-in', 5, 600),
    linkLimit: limits('account-link', 10, 600),
  });
  const sessions = accountSessions({ repository, box, posters, log });
  return { routes, ...sessions, deleteProofs: repository.deleteProofs };
}

type AccountSessionsDeps = {
  repository: LinkedAccountRepository;
  box: SecretBox;
  posters: Posters;
  log: Logger;
};

const over: SessionChange = { sealedSession: null, needsLink: true };

/** Accounts as posting uses them. */
function accountSessions({ repository, box, posters, log }: AccountSessionsDeps) {
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

  /** Does nothing when the account has another session or is unlinked. */
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
      // An account to link again can't post; its replies can still be found.
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
