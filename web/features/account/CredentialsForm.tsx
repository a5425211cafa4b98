import { type FormEvent, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { IdentityError } from '#web/identity/port.ts';
import type { SignInMode } from '#web/identity/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusFirst } from '#web/ui/focus-first.ts';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/toast.ts';
import type { Account } from './account.ts';
import { authFailure } from './auth-failure.ts';
import {
  type CredentialErrors,
  type Credentials,
  checkCredentials,
  shortestPassword,
} from './credentials.ts';
import { PasswordInput } from './PasswordInput.tsx';

export type CredentialsFormProps = {
  mode: SignInMode;
  account: Account;
  values: Credentials;
  onChange: (values: Credentials) => void;
  onView: (view: 'forgotten') => void;
  onCancel: () => void;
  onSignedIn: () => void;
};

const texts = {
  'sign-in': { submit: 'Sign In', busy: 'Signing In...', done: 'signed_in' },
  'sign-up': { submit: 'Sign Up', busy: 'Creating Account...', done: 'signed_up' },
} as const;

export function CredentialsForm(props: CredentialsFormProps) {
  const { mode, values, onCancel, onView } = props;
  const { errors, setErrors, busy, submit } = useCredentials(props);

  function bind(field: keyof Credentials) {
    return {
      name: field,
      value: values[field],
      onChange: (event: { target: { value: string } }) => {
        props.onChange({ ...values, [field]: event.target.value });
        if (errors[field]) setErrors({ ...errors, [field]: undefined });
      },
    };
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {mode === 'sign-up' ? (
        <Field label="Full Name" required error={errors.name}>
          <TextInput {...bind('name')} autoComplete="name" maxLength={200} dir="auto" />
        </Field>
      ) : null}
      <Field label="Email" required error={errors.email}>
        <TextInput {...bind('email')} type="email" autoComplete="username" maxLength={320} />
      </Field>
      <Field
        label="Password"
        required
        error={errors.password}
        help={mode === 'sign-up' ? passwordHelp : null}
      >
        <PasswordInput
          {...bind('password')}
          autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
        />
      </Field>
      {mode === 'sign-in' ? (
        <Button
          variant="quiet"
          onClick={() => onView('forgotten')}
          className="-my-2 -ml-3.5 justify-self-start"
        >
          Forgot your password?
        </Button>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyText={texts[mode].busy}>
          {texts[mode].submit}
        </Button>
      </div>
    </form>
  );
}

const weakPassword = message('auth/weak-password');
const passwordHelp = `At least ${shortestPassword} characters.`;

function useCredentials({ mode, account, values, onSignedIn }: CredentialsFormProps) {
  const [errors, setErrors] = useState<CredentialErrors>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const found = checkCredentials(values, mode);
    setErrors(found);
    if (found.password === weakPassword.text) showToast(weakPassword);
    if (focusFirst(event.currentTarget, found)) return;
    setBusy(true);
    const email = values.email.trim();
    const { name, password } = values;
    try {
      const isIn = await account.attempt((identity) =>
        mode === 'sign-up'
          ? identity.signUp({ name: name.trim(), email, password })
          : identity.signIn({ email, password }),
      );
      if (!isIn) return;
      onSignedIn();
      showToast(message(texts[mode].done));
    } catch (error) {
      const failure = authFailure(error, mode);
      setErrors(fieldErrors(error, failure.text));
      showToast(failure);
    } finally {
      setBusy(false);
    }
  }
  return { errors, setErrors, busy, submit };
}

/** Says at the field what the toast says, where it is a field's fault: the toast will be gone. */
function fieldErrors(error: unknown, text: string): CredentialErrors {
  const failure = error instanceof IdentityError ? error.failure : null;
  if (failure === 'email-already-in-use') return { email: text };
  if (failure === 'invalid-credential' || failure === 'weak-password') return { password: text };
  return {};
}
