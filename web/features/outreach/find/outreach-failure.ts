import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { offline } from '#shared/messages/failures.ts';
import type { Message } from '#shared/messages/message.ts';
import { isUpgradeMessage } from '#shared/rules/billing/plans.ts';
import { ApiError } from '#web/api/api-error.ts';

export type OutreachFailure = {
  /** The toast, in the specification's words. */
  notice: Message;
  /** For what stays in sight: it also says when the server could not be reached. */
  reason: string;
  code: MessageCode | null;
  needsUpgrade: boolean;
};

/**
 * Why a search or a start came to nothing (specification 8, Campaign): the server's own words, what is specified where
 * it had none, or its status where something that is not our server answered.
 */
export function describeFailure(
  error: unknown,
  otherwise: 'search_failed' | 'campaign_start_failed',
): OutreachFailure {
  const plain = message(otherwise);
  const unknown = { notice: plain, reason: plain.text, code: null, needsUpgrade: false };
  if (!(error instanceof ApiError)) return unknown;
  const { code } = error;
  if (code === 'offline') return { ...unknown, reason: offline.text, code };
  const isSilent = !error.details.text && error.hasObject;
  if (isSilent) return unknown;
  if (code === 'search_failed' && error.status === 0)
    return { ...unknown, reason: 'The connection broke before the search was done.' };
  const notice =
    error.status === 401
      ? { ...message('campaign_sign_in'), text: error.message }
      : message(because[otherwise], { message: error.message });
  return { notice, reason: error.message, code, needsUpgrade: isUpgradeMessage(code) };
}

/** True when the words of a failure say already that nothing is lost. */
export function saysNothingIsLost({ reason }: OutreachFailure): boolean {
  return reason.includes('Nothing you typed is lost');
}

const because = {
  search_failed: 'search_failed_because',
  campaign_start_failed: 'campaign_start_failed_because',
} as const;
