import { isMessageCode, type MessageCode, message } from '#shared/messages/catalogue.ts';
import { offline } from '#shared/messages/failures.ts';
import type { Message } from '#shared/messages/message.ts';
import { ApiError } from './api-error.ts';

export type Failure = {
  /** For the toast: the server's own words, or what the specification says where it had none. */
  notice: Message;
  /** For what stays in sight: it also says when the server could not be reached. */
  reason: string;
  code: MessageCode | null;
};

/** Messages for a call that failed; `otherwise` is used where the server gave none. */
export function readFailure(error: unknown, otherwise: MessageCode): Failure {
  const plain = message(otherwise);
  const code = error instanceof ApiError ? error.code : null;
  if (!(error instanceof ApiError) || !error.details.text) return { notice: plain, reason: plain.text, code };
  if (code === 'offline') return { notice: plain, reason: error.message, code };
  const known = code && isMessageCode(code) ? message(code) : plain;
  return { notice: { ...known, text: error.message }, reason: error.message, code };
}

/** The toast of a failure that nothing on the screen explains: without a network it says so. */
export function failureToast(code: MessageCode): Message {
  const plain = message(code);
  return navigator.onLine ? plain : { ...offline, title: plain.title };
}

/**
 * The texts for a refused change: the server's own words for a refusal (4xx), the specification's for any other failure
 * (section 8, Dashboard). `reason` says which it was, for what stays in sight.
 */
export function readRefusal(error: unknown, otherwise: MessageCode): Failure {
  const failure = readFailure(error, otherwise);
  return isRefusal(error) ? failure : { ...failure, notice: message(otherwise) };
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === null) return false;
  return error.isRefused && isMessageCode(error.code);
}
