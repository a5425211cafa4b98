import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { offline } from '#shared/messages/failures.ts';
import type { Message } from '#shared/messages/message.ts';
import { isUpgradeMessage } from '#shared/rules/billing/plans.ts';
import { ApiError } from '#web/api/api-error.ts';
import { RunFailure } from '#web/ui/states/RunFailure.tsx';

export type FindFailure = {
  /** The toast, in the specification's words. */
  notice: Message;
  /** Stays in sight; it also says when the server could not be reached. */
  reason: string;
  /** Field of the form that it belongs to. */
  field: 'url' | 'description' | 'forums' | null;
  needsUpgrade: boolean;
};

/**
 * Why a search or a start failed (specification 8, Campaign): the server's message, the specified text where it sent
 * none, or the status where something other than our server responded.
 */
export function describeFailure(
  error: unknown,
  otherwise: 'search_failed' | 'campaign_start_failed',
): FindFailure {
  const notice = message(otherwise);
  const unknown: FindFailure = { notice, reason: notice.text, field: null, needsUpgrade: false };
  if (!(error instanceof ApiError)) return unknown;
  const { code, status } = error;
  if (code === 'offline') return { ...unknown, reason: offline.text };
  if (!error.details.text && error.hasObject) return unknown;
  if (code === 'search_failed' && status === 0)
    return { ...unknown, reason: 'The connection broke before the search was done.' };
  return {
    notice:
      status === 401
        ? { ...message('campaign_sign_in'), text: error.message }
        : message(because[otherwise], { message: error.message }),
    reason: error.message,
    field: (code && fieldOf[code]) ?? null,
    needsUpgrade: isUpgradeMessage(code),
  };
}

const because = {
  search_failed: 'search_failed_because',
  campaign_start_failed: 'campaign_start_failed_because',
} as const;

const fieldOf: Partial<Record<MessageCode, FindFailure['field']>> = {
  product_url_invalid: 'url',
  description_without_words: 'description',
  forum_not_allowed: 'forums',
};

type FailureNoteProps = {
  failure: FindFailure;
  /** Texts on what is safe; the second is for a reason that says so of the typed text. */
  safe: [string, string | null];
  next?: string;
  onSeePlans: () => void;
};

/** A failure after its toast is gone. */
export function FailureNote({ failure, safe: [safe, safeToo], next, onSeePlans }: FailureNoteProps) {
  const { notice, reason, needsUpgrade } = failure;
  return (
    <RunFailure
      title={notice.text}
      reason={reason === notice.text ? null : reason}
      onSeePlans={needsUpgrade ? onSeePlans : null}
    >
      {reason.includes('Your text is kept') ? safeToo : safe} {needsUpgrade ? null : next}
    </RunFailure>
  );
}
