import { isMessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { ApiError } from './response-error.ts';

export { ApiError, readError } from './response-error.ts';

/** What a toast says about a failure: the server's own text, under its title or the given one. */
export function failureMessage(error: unknown, title?: string): Message {
  if (!(error instanceof ApiError)) return { ...message('internal'), ...(title && { title }) };
  const known = error.code && isMessageCode(error.code) ? message(error.code) : message('internal');
  return { title: title ?? known.title, text: error.message, tone: 'error' };
}
