import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import type { SiteUrl } from '#server/http/site/site-url.ts';
import {
  linkAccount,
  listLinkedAccounts,
  proveHackerNewsAccount,
  readHackerNewsLink,
  signInToHackerNews,
  startHackerNewsLink,
  unlinkAccount,
} from '#shared/contracts/linked-accounts.ts';
import type { AccountLinking } from './linking.ts';
import type { AccountProving } from './proving.ts';

type LinkedAccountRoutesDeps = {
  linking: AccountLinking;
  proving: AccountProving;
  siteUrl: SiteUrl;
  /** Looks at profiles, by one user. */
  checkLimit: Limit;
  /** Passwords that one user tries. */
  signInLimit: Limit;
  /** Rate limit of a user's other changes. */
  linkLimit: Limit;
};

export function linkedAccountRoutes(deps: LinkedAccountRoutesDeps): Route[] {
  const { linking, proving, siteUrl, checkLimit, signInLimit, linkLimit } = deps;
  return [
    handle(listLinkedAccounts, ({ caller }) => linking.list(caller.subject)),
    handle(
      startHackerNewsLink,
      async ({ caller, body, context }) => {
        const nonce = await proving.start(caller.subject, body.campaignId);
        return { loginUrl: `${siteUrl(context.req.raw)}/hn/link/${nonce}` };
      },
      ({ caller }) => linkLimit.take(caller.subject),
    ),
    handle(readHackerNewsLink, ({ caller, params }) => proving.read(caller.subject, params.nonce)),
    handle(
      proveHackerNewsAccount,
      ({ caller, params, body, signal }) =>
        proving.check(caller.subject, params.nonce, body.username, signal),
      ({ caller }) => checkLimit.take(caller.subject),
    ),
    handle(
      signInToHackerNews,
      ({ caller, params, body, signal }) => proving.signIn(caller.subject, params.nonce, body, signal),
      ({ caller }) => signInLimit.take(caller.subject),
    ),
    handle(
      linkAccount,
      ({ caller, body, signal }) => linking.link(caller.subject, body, signal),
      ({ caller }) => linkLimit.take(caller.subject),
    ),
    handle(unlinkAccount, ({ caller, params }) => linking.unlink(caller.subject, params.id)),
  ];
}
