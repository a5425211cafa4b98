import { type FormEvent, useEffect, useRef, useState } from 'react';
import { joinWaitlist } from '#shared/contracts/waitlist.ts';
import { message } from '#shared/messages/catalogue.ts';
import { isEmail } from '#shared/rules/text/addresses.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { type Failure, readFailure, readRefusal } from '#web/api/failure-message.ts';
import { useSession } from '#web/identity/session.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { HumanCheck } from '#web/ui/controls/HumanCheck.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { useSending } from '#web/ui/controls/use-sending.ts';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { MailOutcome } from '#web/ui/states/MailOutcome.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';

/** Registers an address for the one mail when Startup Social opens. */
export function Notify() {
  const notify = useNotify();
  const { data: config } = useConfig();
  const [isAnother, setIsAnother] = useState(false);
  if (!notify.isAsked) return <NotifyForm notify={notify} takesFocus={isAnother} />;
  const startOver = () => {
    setIsAnother(true);
    notify.startOver();
  };
  return (
    <MailOutcome
      delivery="sent"
      notice={message('waitlist_joined')}
      outboxUrl={config?.outboxUrl}
      action={<Button onClick={startOver}>Use another address</Button>}
    />
  );
}

type NotifyFormProps = {
  notify: ReturnType<typeof useNotify>;
  /** It came by a button that is gone now, so it takes the focus. */
  takesFocus: boolean;
};

function NotifyForm({ notify, takesFocus }: NotifyFormProps) {
  const { email, error, failure, busy, signs, edit, submit } = notify;
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  return (
    <Card className="sm:p-6">
      <CardHeader title="Hear when it opens" text="One mail when it opens, and nothing else." />
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <Field label="Email" required error={error} help="We send a link there first, to check it is yours.">
          <TextInput
            ref={input}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={320}
            value={email}
            readOnly={busy}
            onChange={(event) => edit(event.target.value)}
          />
        </Field>
        {failure ? <NotSent reason={failure} /> : null}
        <div>
          <Button type="submit" variant="primary" busy={busy} busyText="Sending...">
            Notify Me
          </Button>
        </div>
        <HumanCheck ref={signs} />
      </form>
    </Card>
  );
}

/** The notify form: the typed address, what is wrong with it, and what became of it. */
function useNotify() {
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
    if (!isEmail(email.trim())) {
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
