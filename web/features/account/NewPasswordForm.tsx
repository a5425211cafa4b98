import { type FormEvent, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { IdentityError } from '#web/identity/port.ts';
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
