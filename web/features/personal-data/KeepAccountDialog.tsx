import { useState } from 'react';
import { keepAccount } from '#shared/contracts/personal-data.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { dayOf } from './day.ts';

/** Question to a person who signs in before the account is deleted. */
export function KeepAccountDialog({ deletesAt }: { deletesAt: number }) {
  const { signOut, refresh } = useSession();
  const [isOpen, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function keep() {
    setBusy(true);
    setFailure(undefined);
    try {
      await call(keepAccount, {});
      await refresh();
      showToast(message('account_kept'));
    } catch (error) {
      setFailure(readFailure(error, 'account_keep_failed').reason);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Keep your account?"
      description={`It is deleted on ${dayOf(deletesAt)}.`}
      size="s"
      footer={
        <>
          <Button onClick={() => void signOut()}>Log out</Button>
          <Button variant="primary" onClick={() => void keep()} busy={busy} busyText="Keeping...">
            Keep my account
          </Button>
        </>
      }
    >
      <p className="text-soft">
        Your surveys open again. Campaigns stay paused and a canceled plan ends: resume them on the dashboard
        and under Plan and payments.
      </p>
      {failure ? (
        <div role="alert" className="mt-4">
          <NotSent what="Not kept." reason={failure} />
        </div>
      ) : null}
    </Dialog>
  );
}
