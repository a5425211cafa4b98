import { inTransaction } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import type { Queue } from '#server/tasks/tasks.ts';
import * as endpoints from '#shared/contracts/outreach/linked-accounts.ts';
import {
  type AccountDeps,
  linkAccount,
  listAccounts,
  openLinkPage,
  proveAccount,
  readLinkPage,
  readServer,
  unlinkAccount,
} from './linked-accounts.ts';
import { listServers, type ServerPlace } from './repository.ts';

/** Asks the servers of linked accounts for their rules and limits, once a day. */
const readServersTask: Queue<Record<string, never>> = { name: 'read-servers', onePerKey: true };
/** One of them, so that a server that is away costs no other its turn. */
const readServerTask: Queue<ServerPlace> = { name: 'read-server', onePerKey: true };

export const accountQueues = [readServersTask, readServerTask];

/** Accounts at sources that people have proven or signed in to (design 7.13). */
export async function linkedAccountFeature(
  deps: AccountDeps & { limits: Limits; siteUrl: SiteUrl },
): Promise<Route[]> {
  const { database, tasks, limits, siteUrl } = deps;
  await tasks.work(readServerTask, (place, signal) => readServer(deps, place, signal), { atOnce: 4 });
  await tasks.work(readServersTask, async () => {
    const servers = await listServers(database);
    await inTransaction(database, async (transaction) => {
      for (const place of servers)
        await tasks.enqueue(transaction, readServerTask, place, `${place.source} ${place.host}`);
    });
  });
  await tasks.schedule(readServersTask, '41 3 * * *');
  const checkLimit = limits('account-check', 30, 600);
  const linkLimit = limits('account-link', 10, 600);
  return [
    handle(endpoints.listLinkedAccounts, ({ caller }) => listAccounts(deps, caller.subject)),
    handle(
      endpoints.startHackerNewsLink,
      async ({ caller, body, context }) => {
        const nonce = await openLinkPage(deps, caller.subject, body.campaignId);
        return { loginUrl: `${siteUrl(context.req.raw)}/hn/link/${nonce}` };
      },
      ({ caller }) => linkLimit.take(caller.subject),
    ),
    handle(endpoints.readHackerNewsLink, ({ caller, params }) =>
      readLinkPage(deps, { ownerId: caller.subject, nonce: params.nonce }),
    ),
    handle(
      endpoints.proveHackerNewsAccount,
      ({ caller, params, body, signal }) =>
        proveAccount(deps, { ownerId: caller.subject, nonce: params.nonce }, body.username, signal),
      ({ caller }) => checkLimit.take(caller.subject),
    ),
    handle(
      endpoints.linkAccount,
      ({ caller, body, signal }) => linkAccount(deps, caller.subject, body, signal),
      ({ caller }) => linkLimit.take(caller.subject),
    ),
    handle(endpoints.unlinkAccount, ({ caller, params }) => unlinkAccount(deps, caller.subject, params.id)),
  ];
}
