import { randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import { LinkError, type Posters } from '#server/integrations/sources/port.ts';
import type { SecretBox } from '#server/secret-box.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { LinkedAccount, linkAccount } from '#shared/contracts/linked-accounts.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { sealAccount, showAccount, signInWithRules } from './account-rows.ts';
import type { LinkedAccountRepository } from './repository.ts';

type AccountLinkingDeps = {
  repository: LinkedAccountRepository;
  posters: Posters;
  box: SecretBox;
  /** Default host of Bluesky accounts. */
  blueskyUrl: string;
  now: () => Date;
};

/** Accounts of sources whose interfaces take replies; the list holds those that were proven too. */
export function accountLinking({ repository, posters, box, blueskyUrl, now }: AccountLinkingDeps) {
  return {
    list: async (ownerId: string): Promise<LinkedAccount[]> =>
      (await repository.listAccounts(ownerId)).map((row) => showAccount(row, posters)),

    /**
     * Exchanges credentials for a session and stores that alone, sealed (design 7.13).
     * @throws AppError account_wrong_credentials, account_captcha, account_host_not_allowed,
     *   account_host_other_kind, account_host_unavailable.
     */
    async link(
      ownerId: string,
      given: Output<typeof linkAccount.body>,
      signal: AbortSignal,
    ): Promise<LinkedAccount> {
      const { source } = given;
      const isUsual = source === 'bluesky' && given.host.trim() === '';
      const host = isUsual ? new URL(blueskyUrl).host : hostOf(given.host);
      const poster = posters.posterFor(source);
      if (!host || !poster) throw new AppError('account_host_not_allowed', { host: given.host });
      const credentials = { host, username: given.username.trim(), secret: secretAsMeant(given), signal };
      const facts = await signInWithRules(poster, credentials).catch((error: unknown) => {
        throw describeFailure(error, { host, source });
      });
      const place = { ownerId, source, host };
      const known = await repository.findAccountId({ ...place, username: facts.username });
      const row = sealAccount(
        facts,
        { id: known ?? randomUUID(), ...place },
        { box, today: now().toISOString().slice(0, 10) },
      );
      return showAccount(await repository.saveAccount(row), posters);
    },

    /** Deletes the account with its session. @throws AppError account_not_found, for somebody else's too. */
    async unlink(ownerId: string, id: string): Promise<{ unlinked: boolean }> {
      if (!(await repository.deleteAccount(ownerId, id))) throw new AppError('account_not_found');
      return { unlinked: true };
    },
  };
}

const codes = {
  'wrong-credentials': 'account_wrong_credentials',
  captcha: 'account_captcha',
  'not-found': 'account_host_other_kind',
  'not-allowed': 'account_host_not_allowed',
  unavailable: 'account_host_unavailable',
} as const;

function describeFailure(error: unknown, given: { host: string; source: SourceName }): unknown {
  if (!(error instanceof LinkError)) return error;
  return new AppError(codes[error.failure], { ...given, source: sourceLabels[given.source] });
}

/** A paste brings white space along; a password may begin or end with some. */
function secretAsMeant({ source, secret }: Output<typeof linkAccount.body>): string {
  return source === 'lemmy' ? secret : secret.trim();
}

/** The host of what was typed, be it a name or the address of a page; null for neither. */
function hostOf(typed: string): string | null {
  const trimmed = typed.trim();
  return URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)?.host || null;
}
