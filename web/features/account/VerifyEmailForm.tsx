import { type FormEvent, useState } from 'react';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { IdentityError } from '#web/identity/port.ts';
import { announceChange } from '#web/identity/remembered-account.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { Account } from './account.ts';

type VerifyEmailFormProps = {
  account: Account;
  /** Code from the link in the mail. */
  code: string;
  onView: (view: null) => void;
  onCancel: () => void;
};

/** Asks first: a mail scanner that opens links must not confirm the address of an account that a stranger made. */
export function VerifyEmailForm({ account, code, onView, onCancel }: VerifyEmailFormProps) {
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const outcome = await verify(account, code);
    setBusy(false);
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
    const isSpent = error instanceof IdentityError && error.failure === 'unexpected';
    return isSpent ? 'email_link_invalid' : 'email_verify_failed';
  }
}
