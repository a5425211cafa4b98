import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Session, SignInMode } from '#web/identity/session.ts';
import { readReturnPath } from './return-path.ts';

/** What the authentication dialog shows. */
export type AuthView = SignInMode | 'forgotten' | 'new-password';

/**
 * What the dialog shows, or null while it is closed. It opens by itself for the link to set a new password,
 * whose parameters leave the address at once, and for `?signIn=1`, which leaves it on closing; after signing in the window goes to `?next=`.
 */
export function useAuthView(status: Session['status']) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<AuthView | null>(null);
  const [resetToken, setResetToken] = useState<string | null>(null);
  const params = new URLSearchParams(search);
  const isAsked = params.has('signIn');
  const tokenHere = readResetToken(params);

  function dropParams(...names: string[]) {
    // Not the rendered address: a page may have just taken a parameter of its own out of it.
    const rest = new URLSearchParams(window.location.search);
    for (const name of names) rest.delete(name);
    navigate({ search: rest.toString(), hash }, { replace: true });
  }

  const takeToken = useEffectEvent((token: string) => {
    setResetToken(token);
    setChosen('new-password');
    dropParams(...resetParams);
  });
  useEffect(() => {
    if (tokenHere) takeToken(tokenHere);
  }, [tokenHere]);

  const goOn = useEffectEvent(() => {
    const next = readReturnPath(params.get('next'));
    if (next) window.location.replace(next);
    else dropParams('signIn', 'next');
  });
  useEffect(() => {
    if (isAsked && status === 'signed-in') goOn();
  }, [isAsked, status]);

  useEffect(() => {
    // Whoever signed in, here or in another tab, is not asked again.
    if (status === 'signed-in') setChosen((view) => (view === 'new-password' ? view : null));
  }, [status]);

  return {
    view: chosen ?? (isAsked && status === 'signed-out' ? 'sign-in' : null),
    resetToken,
    show: setChosen,
    close() {
      setChosen(null);
      if (isAsked && status !== 'signed-in') dropParams('signIn', 'next');
    },
  };
}

/** Ours, and what Firebase adds to the link in its mails when the project sends people to this site. */
const resetParams = ['resetToken', 'mode', 'oobCode', 'apiKey', 'lang', 'continueUrl'];

function readResetToken(params: URLSearchParams): string | null {
  return params.get('resetToken') ?? (params.get('mode') === 'resetPassword' ? params.get('oobCode') : null);
}
