import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import type { Posters } from '#server/integrations/sources/port.ts';
import type { SecretBox } from '#server/secret-box.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import {
  hasServerRules,
  type ReplyLimits,
  type ServerRules,
} from '#shared/rules/outreach/places/server-rules.ts';
import { isFederated } from '#shared/rules/outreach/places/source-labels.ts';
import { type AccountRow, findRow, listRows, replaceSealed, type SessionChange } from './repository.ts';

/** An owner's account at a host; without a session only its replies can be found. */
export type OwnAccount = {
  id: string;
  username: string;
  /** The source's own id of it, which outlives its name. */
  externalId: string;
  host: string;
  /** True when replies can be sent from it. */
  canPost: boolean;
  /** Its session has ended: its owner signs in again. */
  needsLink: boolean;
  session: string | null;
  /** The rules of its server, as shown to its owner. */
  rules: ServerRules | null;
  /** The lengths that its server takes; null where it did not say. */
  limits: ReplyLimits | null;
};

/** An account with the session that was used; a session of a later link differs. */
export type UsedSession = Pick<OwnAccount, 'id' | 'session'>;

export type SessionDeps = { database: Database; box: SecretBox; posters: Posters; log: Logger };

/** The accounts of owners as searching and posting use them. */
export type AccountSessions = {
  findAccount: (ownerId: string, source: SourceName, host: string) => Promise<OwnAccount | null>;
  markNeedsLink: (used: UsedSession) => Promise<void>;
  replaceSession: (used: UsedSession, session: string) => Promise<void>;
};

const over: SessionChange = { sealedSession: null, needsLink: true };

/**
 * The owner's account that would reply at this host. Sources that talk to each other (Mastodon, Lemmy, Bluesky) take an
 * account of another host where there is none of this one.
 */
export async function findAccount(
  deps: SessionDeps,
  ownerId: string,
  source: SourceName,
  host: string,
): Promise<OwnAccount | null> {
  const rows = (await listRows(deps.database, ownerId)).filter((row) => row.source === source);
  const near = rows.toSorted((one, other) => Number(other.host === host) - Number(one.host === host));
  const able = near.filter((row) => row.host === host || isFederated(source));
  // An account to link again can't post; its replies can still be found.
  const row = able.find(({ needsLink }) => !needsLink) ?? able[0];
  return row ? openSession(deps, row) : null;
}

/** A session that does not open, as under another key, is as good as none. */
async function openSession(
  { database, box, posters, log }: SessionDeps,
  row: AccountRow,
): Promise<OwnAccount> {
  const { id, username, externalId, host, sealedSession, needsLink } = row;
  const session = sealedSession === null ? null : box.open(sealedSession, id);
  if (sealedSession !== null && session === null && !needsLink) {
    log.warn({ accountId: id }, 'the session of a linked account does not open with this secret key');
    await replaceSealed(database, { id, sealedSession }, over);
  }
  const isOver = needsLink || (sealedSession !== null && session === null);
  const isAble = session !== null && canPost(row, posters);
  const account = { id, username, externalId, host, session, rules: row.rules, limits: row.limits };
  return { ...account, needsLink: isOver, canPost: isAble };
}

/** Deletes the session that was used, which the source no longer takes, and asks its owner to link again. */
export function markNeedsLink(deps: SessionDeps, used: UsedSession): Promise<void> {
  return changeUsed(deps, used, over);
}

/** Saves what the source gave in place of the session that was used. */
export function replaceSession(deps: SessionDeps, used: UsedSession, session: string): Promise<void> {
  return changeUsed(deps, used, { sealedSession: deps.box.seal(session, used.id), needsLink: false });
}

/** Does nothing when the account has another session or is unlinked. */
async function changeUsed(
  { database, box }: SessionDeps,
  { id, session }: UsedSession,
  change: SessionChange,
): Promise<void> {
  const sealedSession = (await findRow(database, id))?.sealedSession ?? null;
  if (sealedSession === null || box.open(sealedSession, id) !== session) return;
  await replaceSealed(database, { id, sealedSession }, change);
}

/** A server that publishes its rules is sent nothing before its owner has seen them. */
export function canPost(
  { source, host, sealedSession, needsLink, rules }: AccountRow,
  posters: Posters,
): boolean {
  if (rules === null && hasServerRules(source)) return false;
  return sealedSession !== null && !needsLink && posters.posterFor(source)?.sendsTo(host) === true;
}
