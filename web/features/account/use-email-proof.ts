import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { IdentityError } from '#web/identity/port.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** Whether the identity provider knows that the address is its owner's, and the mail with the link that shows it. */
export function useEmailProof({ id, email }: User) {
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
