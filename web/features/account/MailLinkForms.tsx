import { type FormEvent, useState } from 'react';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { IdentityError } from '#web/identity/port.ts';
import { announceChange } from '#web/identity/remembered-account.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { Account } from './account.ts';
import { checkNewPassword, shortestPassword } from './credentials.ts';
import { PasswordInput } from './PasswordInput.tsx';

type NewPasswordFormProps = {
  account: Account;
  /** Token from the link in the mail. */
  token: string;
  onView: (view: 'sign-in' | 'forgotten') => void;
  onCancel: () => void;
};

export function NewPasswordForm({ account, token, onView, onCancel }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = checkNewPassword(password);
    setError(found);
    if (found) focusFirst(event.currentTarget, { password: found });
    if (found || busy) return;
    setBusy(true);
    try {
      await account.ask((identity) => identity.resetPassword(token, password));
      showToast(message('reset_done'));
      onView('sign-in');
      // The change ended every sign-in of this account, maybe the one in this browser.
      void account.load();
    } catch (failure) {
      const isSpent = failure instanceof IdentityError && failure.failure === 'unexpected';
      showToast(message(isSpent ? 'reset_link_invalid' : 'reset_failed'));
      if (isSpent) onView('forgotten');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="New password" required error={error} help={`At least ${shortestPassword} characters.`}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
          Save password
        </Button>
      </div>
    </form>
  );
}

type VerifyEmailFormProps = {
  account: Account;
  /** Code from the link in the mail. */
  code: string;
  /** The link gives an account another address. */
  changesEmail: boolean;
  onView: (view: null) => void;
  /** The account of the link is not signed in here. */
  onForeign: () => void;
  onCancel: () => void;
};

/** Asks first: a mail scanner that opens links must not confirm the address of an account that a stranger made. */
export function VerifyEmailForm(props: VerifyEmailFormProps) {
  const { account, code, changesEmail, onView, onForeign, onCancel } = props;
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const outcome = await verify(account, code);
    setBusy(false);
    if (outcome === 'email_change_sign_in' && !changesEmail) return onForeign();
    showToast(message(outcome));
    if (outcome !== 'email_verify_failed') onView(null);
    // Our server learns of it by the next sync, which may lead to an older account of the same address.
    if (outcome !== 'email_verified') return;
    void account.load();
    announceChange();
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy} busyText="Confirming...">
        Confirm my email
      </Button>
    </form>
  );
}

async function verify(account: Account, code: string): Promise<MessageCode> {
  try {
    await account.ask((identity) => identity.verifyEmail(code));
    return 'email_verified';
  } catch (error) {
    const failure = error instanceof IdentityError ? error.failure : 'unknown';
    if (failure === 'sign-in-again') return 'email_change_sign_in';
    return failure === 'unexpected' ? 'email_link_invalid' : 'email_verify_failed';
  }
}

type ForeignLinkProps = {
  /** Null unless everybody is signed out here. */
  onSignIn: (() => void) | null;
  onNewPassword: () => void;
  onCancel: () => void;
};

/** Somebody else may have made the account of the link: its password is no proof, the mail is. */
export function ForeignLink({ onSignIn, onNewPassword, onCancel }: ForeignLinkProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      {onSignIn ? <Button onClick={onSignIn}>Sign In</Button> : null}
      <Button variant="primary" onClick={onNewPassword}>
        Set a new password
      </Button>
    </div>
  );
}
