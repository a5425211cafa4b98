import { useMutation } from '@tanstack/react-query';
import { ClipboardList, Clock, CreditCard, KeyRound, Lock, type LucideIcon } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { deleteAccount, undoDays } from '#shared/contracts/personal-data.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { dayOf } from './day.ts';

type DeleteAccountDialogProps = { user: User; open: boolean; onOpenChange: (open: boolean) => void };

/** Consequences of a deletion, and the day until which it can be undone. */
export function DeleteAccountDialog({ user, open, onOpenChange }: DeleteAccountDialogProps) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const { data: config } = useConfig();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(deleteAccount, {}),
    onSuccess: ({ deletesAt }) =>
      signOut({
        ...message('account_deleting', { day: dayOf(deletesAt) }),
        action: { label: 'Sign in', run: () => navigate('/?signIn=1') },
      }),
  });
  const facts: [LucideIcon, string][] = [
    [Clock, `You can undo it until ${dayOf(Date.now() + undoDays * 86_400_000)}.`],
    [Lock, 'Your surveys close at once.'],
    [ClipboardList, 'Receipts stay, because tax law asks for them.'],
  ];
  if (user.plan === 'developer') facts.push([CreditCard, 'Your subscription is canceled.']);
  if (config?.identity === 'firebase') facts.push([KeyRound, 'Your sign-in itself stays at Firebase.']);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete your account?"
      size="s"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Keep account</Button>
          <Button variant="danger" onClick={() => mutate()} busy={isPending} busyText="Deleting...">
            Delete account
          </Button>
        </>
      }
    >
      <ul className="grid gap-2.5 text-soft">
        {facts.map(([Icon, text]) => (
          <li key={text} className="flex gap-2.5">
            <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
            {text}
          </li>
        ))}
      </ul>
      {error ? (
        <div role="alert" className="mt-4">
          <NotSent what="Not deleted." reason={readFailure(error, 'account_delete_failed').reason} />
        </div>
      ) : null}
    </Dialog>
  );
}
