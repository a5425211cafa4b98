import { type FormEvent, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { useConfig } from '#web/api/config.ts';
import { IdentityError } from '#web/identity/port.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusFirst } from '#web/ui/focus-first.ts';
import { OutboxHint } from '#web/ui/OutboxHint.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/toast.ts';
import type { Account } from './account.ts';
import { checkEmail } from './credentials.ts';

type ForgottenFormProps = {
  account: Account;
  email: string;
  onEmail: (email: string) => void;
  onView: (view: 'sign-in') => void;
};

/** Asks for the mail with the link to set a new password. */
export function ForgottenForm({ account, email, onEmail, onView }: ForgottenFormProps) {
  const [error, setError] = useState<string>();
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = checkEmail(email);
    setError(found);
    if (found) focusFirst(event.currentTarget, { email: found });
    if (found || state === 'busy') return;
    setState('busy');
    try {
      await account.ask((identity) => identity.requestPasswordReset(email.trim()));
      setState('sent');
      showToast(message('reset_mail_sent'));
    } catch (failure) {
      setState('open');
      const isWithoutMail = failure instanceof IdentityError && failure.failure === 'no-mail';
      showToast(message(isWithoutMail ? 'mail_not_configured' : 'reset_failed'));
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Email" required error={error}>
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          maxLength={320}
          value={email}
          onChange={(event) => {
            onEmail(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      {state === 'sent' ? <SentNote /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onView('sign-in')}>Back to Sign In</Button>
        <Button type="submit" variant="primary" busy={state === 'busy'} busyText="Sending...">
          {state === 'sent' ? 'Send again' : 'Send link'}
        </Button>
      </div>
    </form>
  );
}

function SentNote() {
  const { data: config } = useConfig();
  return (
    <div className="rounded-s bg-muted px-3.5 py-3 text-soft">
      <p>{message('reset_mail_sent').text}</p>
      <OutboxHint href={config?.outboxUrl} />
    </div>
  );
}
