import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { useConfig } from '#web/api/config.ts';
import { IdentityError } from '#web/identity/port.ts';
import { useSession } from '#web/identity/session.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { OutboxHint } from '#web/ui/states/OutboxHint.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** The address of the account, and whether it is confirmed. */
export function EmailAddressCard({ user }: { user: User }) {
  const { isConfirmed, isPending, refetch, state, sendLink } = useEmailProof(user);
  return (
    <Card aria-label="E-mail address">
      <CardHeader title="E-mail address" />
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="min-w-0 wrap-anywhere">{user.email}</span>
        {isConfirmed === undefined ? null : (
          <Badge tone={isConfirmed ? 'good' : 'warn'}>
            {isConfirmed ? 'Confirmed' : 'Not confirmed yet'}
          </Badge>
        )}
      </p>
      {isPending ? (
        <Loading label="Looking whether it is confirmed" className="mt-3">
          <Skeleton className="h-4 w-56 max-w-full" />
        </Loading>
      ) : null}
      {isConfirmed === undefined && !isPending ? (
        <ErrorState
          title="We could not look whether it is confirmed."
          onRetry={() => void refetch()}
          className="mt-3"
        >
          Your account works as before.
        </ErrorState>
      ) : null}
      {isConfirmed === false ? (
        <>
          <p className="mt-2 text-soft">
            Confirming shows that the address is yours. Everything you bought and made works without it, too.
          </p>
          <Button
            onClick={() => void sendLink()}
            busy={state === 'busy'}
            busyText="Sending..."
            className="mt-3"
          >
            {state === 'sent' ? 'Send the link again' : 'Send the confirmation link'}
          </Button>
          {state === 'sent' ? <SentNote /> : null}
        </>
      ) : null}
    </Card>
  );
}

function SentNote() {
  const { data: config } = useConfig();
  return (
    <div role="status" className="mt-3 rounded-s bg-muted px-3.5 py-3 text-soft">
      <p>{message('email_link_sent').text} It asks once more before it confirms.</p>
      <OutboxHint href={config?.outboxUrl} />
    </div>
  );
}

/** Proof of the address at the identity provider, and the mail with the link that gives it. */
function useEmailProof({ id, email }: User) {
  const { askIdentity, refresh } = useSession();
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const proof = useQuery({
    queryKey: ['email-proof', id],
    queryFn: () => askIdentity(async (identity) => (await identity.currentUser())?.emailVerified ?? false),
    // The link may be opened in another tab or on another device: who comes back to this one sees it.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

  // Our server learns of it with the next token, and may know more of a person with a confirmed address.
  const learn = useEffectEvent(() => void refresh().catch(() => {}));
  const isConfirmed = proof.data;
  const [wasOpen, setWasOpen] = useState(false);
  if (isConfirmed === false && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (isConfirmed && wasOpen) learn();
  }, [isConfirmed, wasOpen]);

  async function sendLink() {
    if (state === 'busy') return;
    setState('busy');
    try {
      await askIdentity((identity) => identity.requestEmailVerification(email));
      setState('sent');
      showToast(message('email_link_sent'));
    } catch (error) {
      setState('open');
      showToast(message(failureOf(error)));
      // It may have been confirmed meanwhile.
      void proof.refetch();
    }
  }
  return { ...proof, isConfirmed, state, sendLink };
}

function failureOf(error: unknown): MessageCode {
  if (!(error instanceof IdentityError)) return 'email_link_failed';
  if (error.failure === 'no-mail') return 'mail_not_configured';
  return error.failure === 'too-many-requests' ? 'email_link_too_often' : 'email_link_failed';
}
