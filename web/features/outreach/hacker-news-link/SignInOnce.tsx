import { type FormEvent, useRef, useState } from 'react';
import { Refused } from '#web/features/outreach/settings/Refused.tsx';
import { SecretInput } from '#web/features/outreach/settings/SecretInput.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';

type SignInOnceProps = {
  host: string;
  busy: boolean;
  failure: string | undefined;
  onSignIn: (password: string) => void;
};

/** The other way, for forums whose rules allow sending: approved replies then go out from the account. */
export function SignInOnce({ host, busy, failure, onSignIn }: SignInOnceProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    setError(password === '' ? 'Your password there is missing.' : undefined);
    if (password === '') field.current?.focus();
    else onSignIn(password);
  }
  return (
    <section aria-labelledby="sign-in-once" className="rounded-m border border-line p-4">
      <h2 id="sign-in-once" className="text-base">
        Or sign in once
      </h2>
      <p className="mt-1 text-soft">
        Then replies that you approve are sent from your account. Your password goes to {host} once; only the
        session that comes back is kept, encrypted. The password is neither stored nor logged. The name is the
        one that you typed above.
      </p>
      <form onSubmit={submit} noValidate autoComplete="off" className="mt-3 grid grid-cols-1 gap-3">
        <Field label={`Password on ${host}`} error={error} required>
          <SecretInput
            ref={field}
            name="forum-password"
            readOnly={busy}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
        {failure ? <Refused what="Not linked." reason={failure} /> : null}
        <div>
          <Button type="submit" busy={busy} busyText="Signing in...">
            Sign in once
          </Button>
        </div>
      </form>
    </section>
  );
}
