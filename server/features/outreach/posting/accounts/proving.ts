import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import { LinkError, type Posters } from '#server/integrations/sources/port.ts';
import type { SecretBox } from '#server/secret-box.ts';
import type { HackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { type RuledFacts, sealAccount, showAccount, signInWithRules } from './account-rows.ts';
import type { LinkedAccountRepository, ProofRow } from './repository.ts';

type AccountProvingDeps = {
  repository: LinkedAccountRepository;
  posters: Posters;
  box: SecretBox;
  /** The forum's own pages. */
  forumUrl: string;
  now: () => Date;
};

type Credentials = { username: string; password: string };

const forumSource = 'hacker-news' as const;
const openMs = 30 * 60_000;
/** An ended page can be read a while longer, so that it says what happened. */
const readableMs = 24 * 3_600_000;

/** Links a Hacker News account through a page that one owner can use once (design 7.13). */
export function accountProving(deps: AccountProvingDeps) {
  const { repository, posters, now } = deps;
  const { host } = new URL(deps.forumUrl);
  return {
    /** Opens the page for half an hour. @returns its nonce. @throws AppError campaign_not_found. */
    async start(ownerId: string, campaignId: string): Promise<string> {
      if (!(await repository.isOwnCampaign(ownerId, campaignId))) throw new AppError('campaign_not_found');
      const nonce = randomBytes(24).toString('hex');
      const expiresAt = new Date(now().getTime() + openMs);
      const proof = {
        nonce,
        ownerId,
        campaignId,
        code: `verify-${randomBytes(4).toString('hex')}`,
        expiresAt,
      };
      await repository.addProof(proof, new Date(now().getTime() - readableMs));
      return nonce;
    },

    /** @throws AppError account_not_found, for somebody else's too. */
    read: async (ownerId: string, nonce: string) =>
      describeProof(deps, await findProof(deps, ownerId, nonce)),

    /**
     * Looks for the code in the profile.
     * @throws AppError account_not_found, account_link_expired, account_code_missing, account_host_unavailable.
     */
    check: (ownerId: string, nonce: string, username: string, signal: AbortSignal) =>
      linkOnce(deps, { ownerId, nonce }, ({ code }) => {
        const prove = posters.posterFor(forumSource)?.prove;
        if (!prove) throw new AppError('account_host_unavailable', { host });
        return prove({ username, code, signal }).catch(describeFailure({ host, username, code }));
      }),

    /**
     * Exchanges the password once for a session, which alone is stored, sealed.
     * @throws AppError account_not_found, account_link_expired, account_sign_in_closed, account_wrong_credentials,
     *   account_captcha, account_host_unavailable.
     */
    signIn: (ownerId: string, nonce: string, { username, password }: Credentials, signal: AbortSignal) =>
      linkOnce(deps, { ownerId, nonce }, ({ code }) => {
        const poster = posters.posterFor(forumSource);
        if (!poster?.sendsTo(host)) throw new AppError('account_sign_in_closed', { host });
        const given = { host, username, secret: password, signal };
        return signInWithRules(poster, given).catch(describeFailure({ host, username, code }));
      }),
  };
}

async function findProof(
  { repository }: AccountProvingDeps,
  ownerId: string,
  nonce: string,
): Promise<ProofRow> {
  const proof = await repository.findProof(ownerId, nonce);
  if (!proof) throw new AppError('account_not_found');
  return proof;
}

async function describeProof(deps: AccountProvingDeps, proof: ProofRow): Promise<HackerNewsLink> {
  const { repository, posters, forumUrl, now } = deps;
  const { code, expiresAt, linkedAccountId } = proof;
  const row = linkedAccountId === null ? null : await repository.findAccount(linkedAccountId);
  const isOver = linkedAccountId !== null || now() >= expiresAt;
  return {
    code,
    state: row ? 'linked' : isOver ? 'expired' : 'waiting',
    expiresAt: expiresAt.toISOString(),
    forumUrl,
    signInOffered: posters.posterFor(forumSource)?.sendsTo(new URL(forumUrl).host) === true,
    account: row && showAccount(row, posters),
  };
}

/** Ask the forum outside of any transaction; a concurrent use of the page wins. */
async function linkOnce(
  deps: AccountProvingDeps,
  { ownerId, nonce }: { ownerId: string; nonce: string },
  readFacts: (proof: ProofRow) => Promise<RuledFacts>,
): Promise<HackerNewsLink> {
  const { repository, box, forumUrl, now } = deps;
  const proof = await findProof(deps, ownerId, nonce);
  if (proof.linkedAccountId !== null || now() >= proof.expiresAt) throw new AppError('account_link_expired');
  const facts = await readFacts(proof);
  const place = { ownerId, source: forumSource, host: new URL(forumUrl).host };
  const id = (await repository.findAccountId({ ...place, username: facts.username })) ?? randomUUID();
  const row = await repository.linkByProof(
    nonce,
    sealAccount(facts, { id, ...place }, { box, today: now().toISOString().slice(0, 10) }),
  );
  if (!row) throw new AppError('account_link_expired');
  return describeProof(deps, { ...proof, linkedAccountId: row.id });
}

const codes = {
  'wrong-credentials': 'account_wrong_credentials',
  captcha: 'account_captcha',
  'not-found': 'account_code_missing',
  'not-allowed': 'account_sign_in_closed',
  unavailable: 'account_host_unavailable',
} as const;

function describeFailure(params: { host: string; username: string; code: string }) {
  return (error: unknown): never => {
    throw error instanceof LinkError ? new AppError(codes[error.failure], params) : error;
  };
}
