import { type FormEvent, useState } from 'react';
import { joinWaitlist } from '#shared/contracts/waitlist.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { type Failure, readFailure, readRefusal } from '#web/api/failure-message.ts';
import { useSession } from '#web/identity/session.ts';
import { focusFirst } from '#web/ui/focus-first.ts';
import { showToast } from '#web/ui/toast.ts';
import { useSending } from '#web/ui/use-sending.ts';

/** The notify form: the typed address, what is wrong with it, and what became of it. */
export function useNotify() {
  const { user } = useSession();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  const { busy, failure, signs, send } = useSending(readNotifyFailure);
  const email = typed ?? user?.email ?? '';

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    if (!email.includes('@')) {
      showToast(message('email_invalid'));
      return refuse(form);
    }
    const reply = await send(
      (humanSigns) =>
        call(user ? joinWaitlist : withoutToken, { body: { email: email.trim(), ...humanSigns } }),
      ({ code }) => code === 'email_invalid' && refuse(form),
    );
    if (!reply) return;
    showToast(message('waitlist_joined'));
    setIsAsked(true);
  }

  function refuse(form: HTMLFormElement) {
    const { text } = message('email_invalid');
    setError(text);
    focusFirst(form, { email: text });
  }

  function edit(value: string) {
    setTyped(value);
    setError(undefined);
  }

  return {
    email,
    error,
    failure,
    busy,
    isAsked,
    signs,
    edit,
    submit,
    startOver: () => setIsAsked(false),
  };
}

/** The specified text asks to try again, which does not help where no mail can be sent. */
function readNotifyFailure(error: unknown): Failure {
  const failure = readFailure(error, 'waitlist_failed');
  return failure.code === 'mail_not_configured' ? failure : readRefusal(error, 'waitlist_failed');
}

/** Visitors have no token, and asking for one would be refused. */
const withoutToken = { ...joinWaitlist, access: 'public' } as const;
