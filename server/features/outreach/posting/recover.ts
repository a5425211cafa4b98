import type { ReadBack } from '#server/integrations/sources/port.ts';
import { arrived, type LeasedReply, problem } from './attempt.ts';
import type { PostingDeps } from './deps.ts';
import { asSender, type ReplyFinder, type SourceAccess } from './find-reply.ts';
import { accountGone, answerLost, foundTwice, neverFound } from './labels.ts';
import type { ReplyLeases } from './lease.ts';
import { nextConfirmationAt, quickPausesMs } from './schedule.ts';
import { isKnownToBeOne, saveRenewedSession, sendAs } from './send.ts';

type RecoveryDeps = PostingDeps & { leases: ReplyLeases; finder: ReplyFinder };

/** Finds out what became of a reply that has left. It is never sent again where that could be a second one. */
export function replyRecovery(deps: RecoveryDeps) {
  const { leases, finder, accounts, now, leaseMs } = deps;
  async function leaveUnconfirmed(leased: LeasedReply, text: string, next: Date | null): Promise<void> {
    const { row, attempt } = leased;
    const readBacks = attempt.readBacks + 1;
    await leases.settle(leased, now(), {
      conversation: { status: 'UNCONFIRMED', repliedAt: row.repliedAt ?? now(), ...problem('unknown', text) },
      attempt: { readBacks, notBefore: next },
    });
  }

  async function findNothing(leased: LeasedReply): Promise<void> {
    const { row, attempt } = leased;
    const next = nextConfirmationAt(attempt.sentAt ?? now(), now());
    if (attempt.state !== 'sent')
      return leaveUnconfirmed(leased, next ? answerLost(row.host) : neverFound(row.host), next);
    const later = { state: next ? ('sent' as const) : ('done' as const), notBefore: next };
    const nowhere = { externalId: null, url: null };
    await leases.settlePosted(row, now(), arrived(row, nowhere, now(), later));
  }

  async function sendAgain(access: SourceAccess, leased: LeasedReply, signal: AbortSignal): Promise<void> {
    if (!(await leases.beginAgain(leased, now(), new Date(now().getTime() + leaseMs)))) return;
    const again = await sendAs(access, leased, signal);
    await saveRenewedSession(accounts, access.account, again);
    if (again.outcome !== 'posted') return findNothing(leased);
    await leases.settlePosted(leased.row, now(), arrived(leased.row, again, now()));
  }

  return {
    /** `isQuick` searches once and sends nothing, for a waiting user. */
    async confirm(leased: LeasedReply, signal: AbortSignal, isQuick = false): Promise<void> {
      const { row, attempt } = leased;
      const linked = await finder.open(row);
      const access = linked && asSender(linked, attempt);
      if (!access && attempt.state !== 'sent') return leaveUnconfirmed(leased, accountGone(row.host), null);
      if (!access) return findNothing(leased);
      const waits = row.status === 'POSTING' && !isQuick ? quickPausesMs : [0];
      const seen = await findRepeatedly(deps, access, leased, waits, signal);
      if (seen.found === 'posted') return leases.settlePosted(row, now(), arrived(row, seen, now()));
      if (seen.found === 'ambiguous' && attempt.state !== 'sent')
        return leaveUnconfirmed(leased, foundTwice(row.host), null);
      if (isQuick || !isKnownToBeOne(access, leased, now())) return findNothing(leased);
      await sendAgain(access, leased, signal);
    },
  };
}

async function findRepeatedly(
  { finder, pause }: RecoveryDeps,
  access: SourceAccess,
  leased: LeasedReply,
  waits: number[],
  signal: AbortSignal,
): Promise<ReadBack> {
  let seen: ReadBack = { found: 'nothing' };
  for (const wait of waits) {
    if (wait > 0) await pause(wait);
    signal.throwIfAborted();
    seen = await finder.find(access, leased.row, leased.row.reply, signal);
    if (seen.found === 'posted' || seen.found === 'ambiguous') break;
  }
  return seen;
}

/** True for a sent reply not found yet; also after a second approval, because it is never sent twice. */
export function isUnsettled({ row, attempt }: LeasedReply): boolean {
  if (attempt.state !== 'sending' && attempt.state !== 'sent') return false;
  if (row.status === 'POSTED') return row.replyExternalId === null;
  return row.status === 'POSTING' || row.status === 'UNCONFIRMED' || row.status === 'APPROVED';
}
