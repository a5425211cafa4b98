import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { useConfig } from '#web/api/config.ts';
import { IdentityError } from '#web/identity/port.ts';
import { useSession } from '#web/identity/session.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { SentNote } from './SentNote.tsx';

type Proof = ReturnType<typeof useEmailProof>;

/** The address, and whether it is confirmed. */
export function ProvenEmail({ email, proof: { isConfirmed } }: { email: string; proof: Proof }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="min-w-0 wrap-anywhere">{email}</span>
      {isConfirmed === undefined ? null : (
        <Badge tone={isConfirmed ? 'good' : 'warn'}>{isConfirmed ? 'Confirmed' : 'Not confirmed yet'}</Badge>
      )}
    </span>
  );
}

type ProofNoteProps = {
  proof: Proof;
  /** A link to change the address went there. */
  changesTo: string | undefined;
};

/** Links on their way, and the way to ask for one. */
export function ProofNote({ proof, changesTo }: ProofNoteProps) {
  const { isConfirmed, isPending, refetch, state, sendLink } = proof;
  const { data: config } = useConfig();
  if (isConfirmed === undefined && !isPending)
    return (
      <ErrorState
        title="We could not look whether it is confirmed."
        onRetry={() => void refetch()}
        className="mt-3"
      >
        Your account works as before.
      </ErrorState>
    );
  return (
    <>
      {isConfirmed === false && config?.identity === 'firebase' ? (
        <p className="mt-1 text-soft">Had a plan here before? It returns once your email is confirmed.</p>
      ) : null}
      {isConfirmed === false ? (
        <Button
          onClick={() => void sendLink()}
          busy={state === 'busy'}
          busyText="Sending..."
          className="mt-2"
        >
          {state === 'sent' ? 'Send the link again' : 'Send the confirmation link'}
        </Button>
      ) : null}
      <div role="status" className="empty:absolute">
        {changesTo ? (
          <SentNote className="mt-3">Open the link we sent to {changesTo}. Your email changes then.</SentNote>
        ) : null}
        {state === 'sent' && !isConfirmed ? (
          <SentNote className="mt-3">{message('email_link_sent').text}</SentNote>
        ) : null}
      </div>
    </>
  );
}

/** The signed-in person as the identity provider knows them now; null when it knows nobody. */
export function useIdentityUser(id: string) {
  const { askIdentity } = useSession();
  return useQuery({
    queryKey: ['identity-user', id],
    queryFn: () => askIdentity(async (identity) => (await identity.currentUser()) ?? null),
    // A link may be opened in another tab or on another device: who comes back to this one sees it.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Proof of the address at the identity provider, and the mail with the link that gives it. */
export function useEmailProof({ id, email }: User) {
  const { askIdentity, refresh } = useSession();
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const proof = useIdentityUser(id);
  const isConfirmed = proof.data === undefined ? undefined : (proof.data?.emailVerified ?? false);
  const isOutdated = proof.data ? proof.data.email !== email : false;

  // Our server learns of it with the next token, and may know more of a person with a confirmed address.
  const learn = useEffectEvent(() => void refresh().catch(() => {}));
  const [wasOpen, setWasOpen] = useState(false);
  if (isConfirmed === false && !wasOpen) setWasOpen(true);
  const hasNews = isConfirmed === true && (wasOpen || isOutdated);
  useEffect(() => {
    if (hasNews) learn();
  }, [hasNews]);

  async function sendLink() {
    if (state === 'busy') return;
    setState('busy');
    try {
      await askIdentity((identity) => identity.requestEmailVerification(email));
      setState('sent');
    } catch (error) {
      setState('open');
      showToast(message(failureOf(error)));
      // It may have been confirmed meanwhile.
      void proof.refetch();
    }
  }
  return { isConfirmed, isPending: proof.isPending, refetch: proof.refetch, state, sendLink };
}

function failureOf(error: unknown): MessageCode {
  if (!(error instanceof IdentityError)) return 'email_link_failed';
  if (error.failure === 'no-mail') return 'mail_not_configured';
  return error.failure === 'slow-down' || error.failure === 'too-many-requests'
    ? 'email_link_too_often'
    : 'email_link_failed';
}
