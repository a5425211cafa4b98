import type { SendResult } from '#server/integrations/sources/port.ts';
import type { OwnAccount, OwnAccounts } from './deps.ts';
import type { SourceAccess } from './reply-finder.ts';
import { type LeasedReply, targetOf } from './rows.ts';
import { mayResend } from './schedule.ts';

/** Sends as the account; the caller has noted `sending` before. */
export function sendAs(
  { poster, account }: SourceAccess,
  { row }: LeasedReply,
  signal: AbortSignal,
): Promise<SendResult> {
  const text = row.reply ?? '';
  return poster.send({ account, target: targetOf(row), text, key: row.id, signal });
}

/**
 * The account's old session ends once the source has given a new one, unless that is what it refuses.
 * @returns the account with the session that it has then.
 */
export async function saveRenewedSession(
  accounts: OwnAccounts,
  account: OwnAccount,
  { outcome, session }: SendResult,
): Promise<OwnAccount> {
  if (!session || outcome === 'logged-out') return account;
  await accounts.replaceSession(account, session);
  return { ...account, session };
}

/** Only where the source takes the same key of the same account for the same reply, and as long as it remembers it. */
export function isKnownToBeOne(
  { poster, account }: SourceAccess,
  { attempt }: LeasedReply,
  now: Date,
): boolean {
  const { state, sentAt, senderId } = attempt;
  const isRemembered = sentAt !== null && mayResend(sentAt, now);
  const isSame = account.canPost && account.id === senderId;
  return poster.isIdempotent && isSame && state === 'sending' && isRemembered;
}
