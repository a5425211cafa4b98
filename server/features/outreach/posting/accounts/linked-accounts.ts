import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { enqueueSignedIn } from '#server/features/outreach/posting/tasks.ts';
import {
  type AccountFacts,
  LinkError,
  type Poster,
  type Posters,
  type ServerFacts,
} from '#server/integrations/sources/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type {
  HackerNewsLink,
  LinkedAccount,
  linkAccount as linkAccountEndpoint,
} from '#shared/contracts/outreach/linked-accounts.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import {
  type AccountRow,
  addProof,
  claimProof,
  deleteRow,
  findId,
  findProof,
  findRow,
  findSending,
  isOwnCampaign,
  listRows,
  type NewAccountRow,
  type ProofRow,
  type ServerPlace,
  saveRow,
  saveServer,
} from './repository.ts';
import { canPost, type SessionDeps } from './sessions.ts';

export type AccountDeps = SessionDeps & {
  tasks: Tasks;
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

export async function listAccounts({ database, posters }: AccountDeps, ownerId: string) {
  return (await listRows(database, ownerId)).map((row) => showAccount(row, posters));
}

/**
 * Exchanges credentials for a session and stores that alone, sealed.
 * @throws AppError account_wrong_credentials, account_host_not_allowed,
 *   account_host_other_kind, account_host_unavailable.
 */
export async function linkAccount(
  deps: AccountDeps,
  ownerId: string,
  given: Output<typeof linkAccountEndpoint.body>,
  signal: AbortSignal,
): Promise<LinkedAccount> {
  const { database, posters, blueskyUrl } = deps;
  const { source } = given;
  const isUsual = source === 'bluesky' && given.host.trim() === '';
  const host = isUsual ? new URL(blueskyUrl).host : hostOf(given.host);
  const poster = posters.posterFor(source);
  if (!host || !poster) throw new AppError('account_host_not_allowed', { host: given.host });
  // A paste brings white space along; a password may begin or end with some.
  const secret = source === 'lemmy' ? given.secret : given.secret.trim();
  const signedIn = signIn(poster, { host, username: given.username.trim(), secret, signal });
  const facts = await signedIn.catch(
    refuseWith({ 'not-found': 'account_host_other_kind' }, { host, source: sourceLabels[source] }),
  );
  const row = await rowOf(deps, facts, { ownerId, source, host });
  return showAccount(
    await inTransaction(database, (transaction) => saveAccount(deps, transaction, row)),
    posters,
  );
}

async function signIn(poster: Poster, given: Parameters<Poster['signIn']>[0]): Promise<RuledFacts> {
  const facts = await poster.signIn(given);
  const server = await poster.readServer?.({ ...facts, host: given.host }, given.signal);
  return { ...facts, server };
}

/** Deletes the account with its session. @throws AppError account_not_found, for another account's too. */
export async function unlinkAccount(
  { database }: AccountDeps,
  ownerId: string,
  id: string,
): Promise<{ unlinked: boolean }> {
  if (!(await deleteRow(database, ownerId, id))) throw new AppError('account_not_found');
  return { unlinked: true };
}

/** Reads the rules and limits of a server with accounts that send; one that can't be read keeps them. */
export async function readServer(
  { database, posters, box, now }: AccountDeps,
  place: ServerPlace,
  signal: AbortSignal,
): Promise<void> {
  const row = await findSending(database, place);
  if (!row) return;
  const { id, source, host, username, externalId, sealedSession } = row;
  const session = sealedSession && box.open(sealedSession, id);
  const account = { host, username, externalId, session };
  const server = await posters.posterFor(source)?.readServer?.(account, signal);
  if (server) await saveServer(database, place, serverColumns(server, now()));
}

/** Opens a page that can be used once, for half an hour. @returns its nonce. @throws AppError campaign_not_found. */
export async function openLinkPage(
  { database, now }: AccountDeps,
  ownerId: string,
  campaignId: string,
): Promise<string> {
  if (!(await isOwnCampaign(database, ownerId, campaignId))) throw new AppError('campaign_not_found');
  const nonce = randomBytes(24).toString('hex');
  const code = `verify-${randomBytes(4).toString('hex')}`;
  const expiresAt = new Date(now().getTime() + openMs);
  const endedBefore = new Date(now().getTime() - readableMs);
  await addProof(database, { nonce, ownerId, campaignId, code, expiresAt }, endedBefore);
  return nonce;
}

/** @throws AppError account_not_found, for another account's too. */
export async function readLinkPage(deps: AccountDeps, page: LinkPage): Promise<HackerNewsLink> {
  return describePage(deps, await getProof(deps, page));
}

/**
 * Looks for the code in the profile.
 * @throws AppError account_not_found, account_link_expired, account_code_missing, account_host_unavailable.
 */
export async function proveAccount(
  deps: AccountDeps,
  page: LinkPage,
  username: string,
  signal: AbortSignal,
): Promise<HackerNewsLink> {
  const proof = await getProof(deps, page);
  if (isOver(proof, deps.now())) throw new AppError('account_link_expired');
  const { ownerId, code } = proof;
  const { host } = new URL(deps.forumUrl);
  // Asked outside of any transaction; a concurrent use of the page wins.
  const asked = deps.posters.posterFor(forumSource)?.prove?.({ username, code, signal });
  if (!asked) throw new AppError('account_host_unavailable', { host });
  const facts = await asked.catch(
    refuseWith({ 'not-found': 'account_code_missing' }, { host, username, code }),
  );
  const row = await rowOf(deps, facts, { ownerId, source: forumSource, host });
  const saved = await inTransaction(deps.database, async (transaction) =>
    (await claimProof(transaction, proof.nonce, row.id)) ? saveAccount(deps, transaction, row) : null,
  );
  if (!saved) throw new AppError('account_link_expired');
  return describePage(deps, { ...proof, linkedAccountId: saved.id });
}

async function getProof({ database }: AccountDeps, { ownerId, nonce }: LinkPage): Promise<ProofRow> {
  const proof = await findProof(database, ownerId, nonce);
  if (!proof) throw new AppError('account_not_found');
  return proof;
}

function isOver({ linkedAccountId, expiresAt }: ProofRow, now: Date): boolean {
  return linkedAccountId !== null || now >= expiresAt;
}

async function describePage(
  { database, posters, forumUrl, now }: AccountDeps,
  proof: ProofRow,
): Promise<HackerNewsLink> {
  const { code, expiresAt, linkedAccountId } = proof;
  const row = linkedAccountId === null ? null : await findRow(database, linkedAccountId);
  return {
    code,
    state: row ? 'linked' : isOver(proof, now()) ? 'expired' : 'waiting',
    expiresAt: expiresAt.toISOString(),
    forumUrl,
    account: row && showAccount(row, posters),
  };
}

/** Facts as stored: the session is sealed for its row, and the same account keeps its id, whatever its name is now. */
async function rowOf(
  { database, box, now }: AccountDeps,
  facts: RuledFacts,
  place: Place,
): Promise<NewAccountRow> {
  const { username, externalId, session, server } = facts;
  const id = (await findId(database, { ...place, externalId })) ?? randomUUID();
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
    ...(server ? serverColumns(server, now()) : { limits: null }),
  };
}

/** Rules that a server does not publish any more stay as they were read. */
function serverColumns({ rules: texts, shortest, longest }: ServerFacts, now: Date) {
  const readOn = now.toISOString().slice(0, 10);
  return { limits: { shortest, longest }, ...(texts.length > 0 && { rules: { texts, readOn } }) };
}

/** Replies that waited for a sign-in go on with the new session. */
async function saveAccount(
  { tasks, now }: AccountDeps,
  transaction: Transaction,
  row: NewAccountRow,
): Promise<AccountRow> {
  const saved = await saveRow(transaction, row);
  if (saved.sealedSession !== null) await enqueueSignedIn(tasks, transaction, saved, now());
  return saved;
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
