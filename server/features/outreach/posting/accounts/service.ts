import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import {
  type AccountFacts,
  LinkError,
  type Poster,
  type Posters,
  type ServerFacts,
} from '#server/integrations/sources/port.ts';
import type { SecretBox } from '#server/secret-box.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { HackerNewsLink, LinkedAccount, linkAccount } from '#shared/contracts/linked-accounts.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import type {
  AccountRow,
  LinkedAccountRepository,
  NewAccountRow,
  ProofRow,
  ServerPlace,
} from './repository.ts';
import { canPost } from './sessions.ts';

type AccountServiceDeps = {
  repository: LinkedAccountRepository;
  posters: Posters;
  box: SecretBox;
  /** Default host of Bluesky accounts. */
  blueskyUrl: string;
  /** Pages of the forum whose accounts are linked through a page of ours. */
  forumUrl: string;
  now: () => Date;
};

type RuledFacts = AccountFacts & { server?: ServerFacts | null };
type Place = { ownerId: string; source: SourceName; host: string };
/** The page through which one owner links an account. */
type LinkPage = { ownerId: string; nonce: string };

const forumSource = 'hacker-news' as const;
const openMs = 30 * 60_000;
/** An ended page can be read a while longer, so that it says what happened. */
const readableMs = 24 * 3_600_000;

/** Accounts of an owner at sources: those that were signed in to, and those that were proven (design 7.13). */
export function accountService({ repository, posters, box, blueskyUrl, forumUrl, now }: AccountServiceDeps) {
  const forumHost = new URL(forumUrl).host;

  async function signIn(poster: Poster, given: Parameters<Poster['signIn']>[0]): Promise<RuledFacts> {
    const facts = await poster.signIn(given);
    const server = await poster.readServer?.({ ...facts, host: given.host }, given.signal);
    return { ...facts, server };
  }

  /** Facts as stored: the session is sealed for its row, and the same account keeps its id, whatever its name is now. */
  async function rowOf(facts: RuledFacts, place: Place): Promise<NewAccountRow> {
    const { username, externalId, session, server } = facts;
    const id = (await repository.findAccountId({ ...place, externalId })) ?? randomUUID();
    return {
      ...place,
      id,
      username,
      externalId,
      way: session === null ? 'proof' : 'session',
      sealedSession: session === null ? null : box.seal(session, id),
      accountCreatedAt: facts.createdAt,
      karma: facts.karma,
      rules: null,
      ...(server ? serverColumns(server) : { limits: null }),
    };
  }

  /** Rules that a server does not publish any more stay as they were read. */
  function serverColumns({ rules: texts, shortest, longest }: ServerFacts) {
    const readOn = now().toISOString().slice(0, 10);
    return { limits: { shortest, longest }, ...(texts.length > 0 && { rules: { texts, readOn } }) };
  }

  async function findProof({ ownerId, nonce }: LinkPage): Promise<ProofRow> {
    const proof = await repository.findProof(ownerId, nonce);
    if (!proof) throw new AppError('account_not_found');
    return proof;
  }

  const isOver = ({ linkedAccountId, expiresAt }: ProofRow) => linkedAccountId !== null || now() >= expiresAt;

  async function describePage(proof: ProofRow): Promise<HackerNewsLink> {
    const { code, expiresAt, linkedAccountId } = proof;
    const row = linkedAccountId === null ? null : await repository.findAccount(linkedAccountId);
    return {
      code,
      state: row ? 'linked' : isOver(proof) ? 'expired' : 'waiting',
      expiresAt: expiresAt.toISOString(),
      forumUrl,
      account: row && showAccount(row, posters),
    };
  }

  return {
    list: async (ownerId: string): Promise<LinkedAccount[]> =>
      (await repository.listAccounts(ownerId)).map((row) => showAccount(row, posters)),

    /**
     * Exchanges credentials for a session and stores that alone, sealed.
     * @throws AppError account_wrong_credentials, account_host_not_allowed,
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
      // A paste brings white space along; a password may begin or end with some.
      const secret = source === 'lemmy' ? given.secret : given.secret.trim();
      const facts = await signIn(poster, { host, username: given.username.trim(), secret, signal }).catch(
        refuseWith({ 'not-found': 'account_host_other_kind' }, { host, source: sourceLabels[source] }),
      );
      const row = await rowOf(facts, { ownerId, source, host });
      return showAccount(await repository.saveAccount(row), posters);
    },

    listServers: (): Promise<ServerPlace[]> => repository.listServers(),

    /** Reads the rules and limits of a server with accounts that send; one that can't be read keeps them. */
    async readServer(place: ServerPlace, signal: AbortSignal): Promise<void> {
      const row = await repository.findSending(place);
      if (!row) return;
      const { id, source, host, username, externalId, sealedSession } = row;
      const session = sealedSession && box.open(sealedSession, id);
      const account = { host, username, externalId, session };
      const server = await posters.posterFor(source)?.readServer?.(account, signal);
      if (server) await repository.saveServer(place, serverColumns(server));
    },

    /** Deletes the account with its session. @throws AppError account_not_found, for another account's too. */
    async unlink(ownerId: string, id: string): Promise<{ unlinked: boolean }> {
      if (!(await repository.deleteAccount(ownerId, id))) throw new AppError('account_not_found');
      return { unlinked: true };
    },

    /** Opens a page that can be used once, for half an hour. @returns its nonce. @throws AppError campaign_not_found. */
    async openPage(ownerId: string, campaignId: string): Promise<string> {
      if (!(await repository.isOwnCampaign(ownerId, campaignId))) throw new AppError('campaign_not_found');
      const nonce = randomBytes(24).toString('hex');
      const code = `verify-${randomBytes(4).toString('hex')}`;
      const expiresAt = new Date(now().getTime() + openMs);
      const endedBefore = new Date(now().getTime() - readableMs);
      await repository.addProof({ nonce, ownerId, campaignId, code, expiresAt }, endedBefore);
      return nonce;
    },

    /** @throws AppError account_not_found, for another account's too. */
    readPage: async (page: LinkPage) => describePage(await findProof(page)),

    /**
     * Looks for the code in the profile.
     * @throws AppError account_not_found, account_link_expired, account_code_missing, account_host_unavailable.
     */
    async prove(page: LinkPage, username: string, signal: AbortSignal): Promise<HackerNewsLink> {
      const proof = await findProof(page);
      if (isOver(proof)) throw new AppError('account_link_expired');
      const { ownerId, code } = proof;
      // Asked outside of any transaction; a concurrent use of the page wins.
      const asked = posters.posterFor(forumSource)?.prove?.({ username, code, signal });
      if (!asked) throw new AppError('account_host_unavailable', { host: forumHost });
      const facts = await asked.catch(
        refuseWith({ 'not-found': 'account_code_missing' }, { host: forumHost, username, code }),
      );
      const row = await rowOf(facts, { ownerId, source: forumSource, host: forumHost });
      const saved = await repository.linkByProof(proof.nonce, row);
      if (!saved) throw new AppError('account_link_expired');
      return describePage({ ...proof, linkedAccountId: saved.id });
    },
  };
}

/** The account as its owner sees it; nothing of the session is in it. */
function showAccount(row: AccountRow, posters: Posters): LinkedAccount {
  const { id, source, host, username, way, karma, needsLink, rules } = row;
  return {
    id,
    source,
    host,
    username,
    way,
    karma,
    needsLink,
    rules,
    canPost: canPost(row, posters),
    linkedAt: row.createdAt.toISOString(),
    accountCreatedAt: row.accountCreatedAt?.toISOString() ?? null,
  };
}

const refusals = {
  'wrong-credentials': 'account_wrong_credentials',
  'not-allowed': 'account_host_not_allowed',
  unavailable: 'account_host_unavailable',
} as const;

/** For `catch`: throws the message of a LinkError; `not-found` depends on how an account is linked. */
function refuseWith(
  own: { 'not-found': 'account_code_missing' | 'account_host_other_kind' },
  params: Record<string, string>,
) {
  return (error: unknown): never => {
    if (!(error instanceof LinkError)) throw error;
    throw new AppError({ ...refusals, ...own }[error.failure], params);
  };
}

/** The host of what was typed, be it a name or the address of a page; null for neither. */
function hostOf(typed: string): string | null {
  const trimmed = typed.trim();
  return URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)?.host || null;
}
