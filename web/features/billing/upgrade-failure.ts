import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { ApiError } from '#web/api/api-error.ts';

/** 'Upgrade Failed' with what the server said, if it said anything (specification 8, Payment). */
export function upgradeFailure(error: unknown): Message {
  const unknown = message('upgrade_failed');
  if (!(error instanceof ApiError) || !error.details.text) return unknown;
  return { ...unknown, text: error.message };
}
