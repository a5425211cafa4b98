import { isMessageCode, type MessageCode, message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { type Failure, readFailure } from '#web/api/failure-message.ts';

/**
 * What to tell about a change that was not taken: what the server refuses in its own words, whatever else went wrong
 * in the specification's (section 8, Dashboard). `reason` says which it was, for what stays in sight.
 */
export function readRefusal(error: unknown, otherwise: MessageCode): Failure {
  const failure = readFailure(error, otherwise);
  return isRefusal(error) ? failure : { ...failure, told: message(otherwise) };
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === null) return false;
  return error.status >= 400 && error.status < 500 && isMessageCode(error.code);
}
