import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { conversations } from '#server/database/tables.ts';
import type { Poster, ReadBack } from '#server/integrations/sources/port.ts';
import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import type { OwnAccount } from './accounts/sessions.ts';
import {
  type Arrival,
  type AttemptRow,
  arrived,
  type ConversationChange,
  type ConversationRow,
  conversationStatusLabels,
  type LeasedReply,
  type PostingDeps,
  problem,
  targetOf,
} from './attempt.ts';
import { findConversation, settlePosted, settleReply, withLease } from './lease.ts';
import { readReplyUrl } from './reply-url.ts';
import { nextConfirmationAt, nextModerationLookAt, nextWatchAt, quickPausesMs } from './schedule.ts';

type Seen = 'found' | 'not-yet';

/** Poster and account to look for a reply with. */
export type SourceAccess = { poster: Poster; account: OwnAccount };

/**
 * The account that sent the reply, whatever is linked now. Replies of another account are searched without a session.
 */
export function asSender(
  access: SourceAccess,
  { senderId: id, senderName: username, senderExternalId: externalId, senderHost: host }: AttemptRow,
): SourceAccess {
  if (id === null || username === null || externalId === null || host === null) return access;
  if (access.account.externalId === externalId && access.account.host === host) return access;
  const none = { canPost: false, needsLink: false, session: null, rules: null, limits: null };
  return { ...access, account: { id, username, externalId, host, ...none } };
}

/** True for a sent reply not found yet; also after a second approval, because it is never sent twice. */
export function isUnsettled({ row, attempt }: LeasedReply): boolean {
  if (attempt.state !== 'sending' && attempt.state !== 'sent') return false;
  return row.status === 'POSTING' || row.status === 'UNCONFIRMED' || row.status === 'APPROVED';
}

/** Looks for the reply at its source now; one that is found is POSTED. The caller has checked the owner. */
export async function findReplyNow(deps: PostingDeps, id: string): Promise<Seen> {
  await withLease(deps, id, null, async (leased, signal) => {
    if (leased.row.status === 'READY') await watchReply(deps, leased, signal);
    else if (isUnsettled(leased)) await confirmReply(deps, leased, signal);
  });
  return (await findConversation(deps.database, id))?.row.status === 'POSTED' ? 'found' : 'not-yet';
}

/**
 * Links the reply that its owner names; `not-yet` when the source does not show it. The caller has checked the owner.
 * @throws AppError reply_url_invalid, reply_url_thread for the conversation itself, reply_url_elsewhere,
 *   conversation_moved_on, and reply_looked_for while a worker looks for it.
 */
export async function linkReply(deps: PostingDeps, id: string, url: string): Promise<Seen> {
  const seen = await withLease(deps, id, null, ({ row }, signal) => {
    const { status } = row;
    if (status !== 'READY' && status !== 'UNCONFIRMED')
      throw new AppError('conversation_moved_on', { status: conversationStatusLabels[status] });
    return linkLeased(deps, row, url, signal);
  });
  if (!seen) throw new AppError('reply_looked_for');
  return seen;
}

async function linkLeased(
  deps: PostingDeps,
  row: ConversationRow,
  given: string,
  signal: AbortSignal,
): Promise<Seen> {
  const poster = deps.posters.posterFor(row.source);
  const access = await findAccess(deps, row);
  const account = access?.account ?? null;
  const named = readReplyUrl(row, given, account?.host ?? null);
  if (typeof named === 'string') throw new AppError(named);
  const { url } = named;
  // Without its id the reply can't be checked later.
  const post = (await poster?.findPost?.({ host: row.host, url, id: named.id, account }, signal)) ?? null;
  const id = named.id ?? post?.id ?? null;
  if (id === row.externalId) throw new AppError('reply_url_thread');
  if (account && post && !post.isOwn) throw new AppError('reply_url_elsewhere');
  if (id && (await isLinkedElsewhere(deps.database, row, id))) throw new AppError('reply_url_elsewhere');
  const seen = await findOwn(deps, row, access, signal);
  const isSeen = seen && (seen.externalId === id || seen.url === url);
  // Without a thread in the address, another reply of theirs is all that speaks of its thread.
  if (seen && !isSeen && !named.namesThread) throw new AppError('reply_url_elsewhere');
  const posted = {
    externalId: isSeen ? seen.externalId : id,
    url,
    changedText: isSeen ? seen.changedText : null,
  };
  if (!isSeen && (await isMissing(row, poster, posted, signal))) return 'not-yet';
  await settlePosted(deps, row, arrived(row, posted, deps.now()));
  return 'found';
}

/** Looks for a reply that its owner posts by hand. */
export async function watchReply(deps: PostingDeps, leased: LeasedReply, signal: AbortSignal): Promise<void> {
  const { row } = leased;
  const seen = await findOwn(deps, row, await findAccess(deps, row), signal);
  if (seen) return settlePosted(deps, row, arrived(row, seen, deps.now()));
  await settleReply(deps, leased, { attempt: { notBefore: nextWatchAt(row.updatedAt, deps.now()) } });
}

/** Finds out what became of a reply that has left. It is never sent again: what stays unknown is its owner's. */
export async function confirmReply(
  deps: PostingDeps,
  leased: LeasedReply,
  signal: AbortSignal,
): Promise<void> {
  const { row, attempt } = leased;
  const { host } = row;
  const unknown = (because: HoldReason) => problem('unknown', because);
  const access = await findAccess(deps, row);
  const seen = access && (await findOnItsWay(deps, asSender(access, attempt), leased, signal));
  if (seen?.found === 'posted') return settlePosted(deps, row, arrived(row, seen, deps.now()));
  if (seen?.found === 'ambiguous')
    return leaveUnconfirmed(deps, leased, unknown({ code: 'found-twice', host }), null);
  const sentAt = attempt.sentAt ?? deps.now();
  if (attempt.state === 'sent') {
    const next = nextModerationLookAt(sentAt, deps.now());
    if (next && access) return waitForModerator(deps, leased);
    const gone = problem('moderation', { code: 'account-gone', host });
    return leaveUnconfirmed(deps, leased, next ? gone : unknown({ code: 'moderation-over', host }), next);
  }
  if (!access) return leaveUnconfirmed(deps, leased, unknown({ code: 'account-gone', host }), null);
  const next = nextConfirmationAt(sentAt, deps.now());
  return leaveUnconfirmed(deps, leased, unknown({ code: next ? 'answer-lost' : 'never-found', host }), next);
}

/** The source has the reply, and shows it once a moderator agrees. */
export function waitForModerator(deps: PostingDeps, leased: LeasedReply): Promise<void> {
  const { row, attempt } = leased;
  const next = nextModerationLookAt(attempt.sentAt ?? deps.now(), deps.now());
  const because = problem('moderation', { code: 'moderation', host: row.host });
  return leaveUnconfirmed(deps, leased, because, next, 'sent');
}

export function findSent(
  deps: PostingDeps,
  access: SourceAccess,
  leased: LeasedReply,
  signal: AbortSignal,
): Promise<ReadBack> {
  return readBack(deps, access, leased.row, askedOf(leased), signal);
}

/** Null without a known account, or at a source that shows no replies. */
async function findAccess(
  { posters, accounts }: PostingDeps,
  row: ConversationRow,
): Promise<SourceAccess | null> {
  const poster = posters.posterFor(row.source);
  const account = poster && (await accounts.findAccount(row.ownerId, row.source, row.host));
  return poster && account ? { poster, account } : null;
}

async function readBack(
  { database }: PostingDeps,
  { poster, account }: SourceAccess,
  row: ConversationRow,
  asked: { since: Date; sameWords: boolean },
  signal: AbortSignal,
): Promise<ReadBack> {
  const given = { account, target: targetOf(row), text: row.reply ?? '', key: row.id, ...asked, signal };
  const seen = await poster.readBack(given);
  const isOther = seen.found === 'posted' && (await isLinkedElsewhere(database, row, seen.externalId));
  return isOther ? { found: 'nothing' } : seen;
}

/** Searches at once and twice more while a reply is on its way: its thread may show it late. */
async function findOnItsWay(
  deps: PostingDeps,
  access: SourceAccess,
  leased: LeasedReply,
  signal: AbortSignal,
): Promise<ReadBack> {
  let seen: ReadBack = { found: 'nothing' };
  for (const wait of leased.row.status === 'POSTING' ? quickPausesMs : [0]) {
    if (wait > 0) await deps.pause(wait);
    signal.throwIfAborted();
    seen = await findSent(deps, access, leased, signal);
    if (seen.found === 'posted' || seen.found === 'ambiguous') break;
  }
  return seen;
}

async function leaveUnconfirmed(
  deps: PostingDeps,
  leased: LeasedReply,
  because: ConversationChange,
  next: Date | null,
  state: AttemptRow['state'] = leased.attempt.state,
): Promise<void> {
  const { row, attempt } = leased;
  const repliedAt = row.repliedAt ?? deps.now();
  await settleReply(deps, leased, {
    conversation: { status: 'UNCONFIRMED', repliedAt, ...because },
    attempt: { state, readBacks: attempt.readBacks + 1, notBefore: next },
  });
}

/** A reply by hand. */
async function findOwn(
  deps: PostingDeps,
  row: ConversationRow,
  access: SourceAccess | null,
  signal: AbortSignal,
) {
  const asked = { since: row.approvedAt ?? row.createdAt, sameWords: false };
  const seen = access && (await readBack(deps, access, row, asked, signal));
  return seen?.found === 'posted' ? seen : null;
}

/** A reply that has left is known by its account, place and time; before that only the same words are ours. */
function askedOf({ row, attempt }: LeasedReply): { since: Date; sameWords: boolean } {
  if (!attempt.hasLeft) return { since: row.createdAt, sameWords: true };
  const since = attempt.sentAt ?? attempt.firstTriedAt ?? row.approvedAt ?? row.createdAt;
  return { since, sameWords: false };
}

async function isLinkedElsewhere(
  { sql: db }: PostingDeps['database'],
  row: ConversationRow,
  externalId: string,
): Promise<boolean> {
  const [other] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.ownerId, row.ownerId),
        eq(conversations.source, row.source),
        eq(conversations.host, row.host),
        eq(conversations.replyExternalId, externalId),
        ne(conversations.id, row.id),
      ),
    );
  return other !== undefined;
}

async function isMissing(
  { host, threadId }: ConversationRow,
  poster: Poster | null,
  { externalId, url }: Arrival,
  signal: AbortSignal,
): Promise<boolean> {
  if (!poster || !externalId) return false;
  return (await poster.checkPosted({ host, externalId, threadId, url }, signal)) === 'removed';
}
