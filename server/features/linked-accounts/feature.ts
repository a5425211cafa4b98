import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site-url.ts';
import type { Posters } from '#server/integrations/posting/port.ts';
import { secretBox } from '#server/secret-box.ts';
import type { SourceAddresses } from '#server/source-addresses.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { ServerRules } from '#shared/rules/server-rules.ts';
import { accountLinking } from './linking.ts';
import { accountProving } from './proving.ts';
import { linkedAccountRepository, type OnSignedIn } from './repository.ts';
import { linkedAccountRoutes } from './routes.ts';
import { accountSessions } from './sessions.ts';

/** An account as whoever posts with it needs it; `session` is null for one that can't post. */
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
  forgetProofs(endedBefore: Date): Promise<void>;
};

type Settings = {
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
export function linkedAccountFeature(settings: Settings): LinkedAccountFeature {
  const { database, posters, addresses, limits, secretKey, siteUrl, log } = settings;
  const repository = linkedAccountRepository(database, settings.onSignedIn);
  const box = secretBox(secretKey);
  const shared = { ...settings, repository, box };
  const routes = linkedAccountRoutes({
    linking: accountLinking({ ...shared, blueskyUrl: addresses.bluesky }),
    proving: accountProving({ ...shared, forumUrl: addresses.hackerNews.site }),
    siteUrl,
    checkLimit: limits('account-check', 30, 600),
    signInLimit: limits('account-sign-in', 5, 600),
    linkLimit: limits('account-link', 10, 600),
  });
  const sessions = accountSessions({ repository, box, posters, log });
  return { routes, ...sessions, forgetProofs: repository.deleteProofs };
}
