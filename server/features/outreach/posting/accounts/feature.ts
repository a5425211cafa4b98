import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import type { Posters } from '#server/integrations/sources/port.ts';
import { secretBox } from '#server/secret-box.ts';
import type { SourceAddresses } from '#server/source-addresses.ts';
import {
  linkAccount,
  listLinkedAccounts,
  proveHackerNewsAccount,
  readHackerNewsLink,
  startHackerNewsLink,
  unlinkAccount,
} from '#shared/contracts/linked-accounts.ts';
import { linkedAccountRepository, type OnSignedIn } from './repository.ts';
import { accountService } from './service.ts';
import { accountSessions } from './sessions.ts';

type LinkedAccountFeatureDeps = {
  database: Database;
  posters: Posters;
  addresses: Pick<SourceAddresses, 'hackerNews' | 'bluesky'>;
  limits: Limits;
  secretKey: string;
  siteUrl: SiteUrl;
  log: Logger;
  now: () => Date;
  onSignedIn: OnSignedIn;
};

/** Accounts at sources that people have proven or signed in to (design 7.13). */
export function linkedAccountFeature(deps: LinkedAccountFeatureDeps) {
  const { database, posters, addresses, limits, secretKey, siteUrl, log, now } = deps;
  const repository = linkedAccountRepository(database, deps.onSignedIn);
  const box = secretBox(secretKey);
  const blueskyUrl = addresses.bluesky;
  const forumUrl = addresses.hackerNews.site;
  const accounts = accountService({ repository, box, posters, now, blueskyUrl, forumUrl });
  const checkLimit = limits('account-check', 30, 600);
  const linkLimit = limits('account-link', 10, 600);
  const routes: Route[] = [
    handle(listLinkedAccounts, ({ caller }) => accounts.list(caller.subject)),
    handle(
      startHackerNewsLink,
      async ({ caller, body, context }) => {
        const nonce = await accounts.openPage(caller.subject, body.campaignId);
        return { loginUrl: `${siteUrl(context.req.raw)}/hn/link/${nonce}` };
      },
      ({ caller }) => linkLimit.take(caller.subject),
    ),
    handle(readHackerNewsLink, ({ caller, params }) =>
      accounts.readPage({ ownerId: caller.subject, nonce: params.nonce }),
    ),
    handle(
      proveHackerNewsAccount,
      ({ caller, params, body, signal }) =>
        accounts.prove({ ownerId: caller.subject, nonce: params.nonce }, body.username, signal),
      ({ caller }) => checkLimit.take(caller.subject),
    ),
    handle(
      linkAccount,
      ({ caller, body, signal }) => accounts.link(caller.subject, body, signal),
      ({ caller }) => linkLimit.take(caller.subject),
    ),
    handle(unlinkAccount, ({ caller, params }) => accounts.unlink(caller.subject, params.id)),
  ];
  const sessions = accountSessions({ repository, box, posters, log });
  const { listServers, readServer } = accounts;
  return { routes, sessions, deleteProofs: repository.deleteProofs, listServers, readServer };
}
