import { useRef, useState } from 'react';
import { confirmWaitlist, leaveWaitlist } from '#shared/contracts/waitlist.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { showToast } from '#web/ui/toast.ts';
import type { MailLink } from './use-mail-link.ts';

export type LinkAnswer =
  | { state: 'idle' | 'busy' }
  | { state: 'done' | 'invalid'; told: Message }
  | { state: 'failed'; reason: string };

const kinds = {
  confirm: { endpoint: confirmWaitlist, code: 'waitlist_confirmed' },
  unsubscribe: { endpoint: leaveWaitlist, code: 'waitlist_left' },
} as const;

// A link that was cut or written by hand is not even a request.
const unknownCodes: MessageCode[] = ['waitlist_link_invalid', 'body_invalid'];

/** Does what the link asks for, once at a time, and tells what came of it. */
export function useLinkAnswer({ purpose, token }: MailLink) {
  const [answer, setAnswer] = useState<LinkAnswer>({ state: 'idle' });
  const busy = useRef(false);

  async function send() {
    if (busy.current) return;
    busy.current = true;
    setAnswer({ state: 'busy' });
    const { endpoint, code } = kinds[purpose];
    try {
      const { email } = await call(endpoint, { body: { token } });
      const told = message(code, { email });
      showToast(told);
      setAnswer({ state: 'done', told });
    } catch (error) {
      fail(error);
    } finally {
      busy.current = false;
    }
  }

  function fail(error: unknown) {
    const { told, reason, code } = readFailure(error, 'waitlist_failed');
    const invalid = code && unknownCodes.includes(code) ? message('waitlist_link_invalid') : undefined;
    showToast(invalid ?? told);
    setAnswer(invalid ? { state: 'invalid', told: invalid } : { state: 'failed', reason });
  }

  return { answer, send };
}
