import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readAddress } from '#shared/rules/text/addresses.ts';
import type { Session, SignInMode } from '#web/identity/session.ts';

/** View of the authentication dialog. */
export type AuthView =
  | SignInMode
  | 'forgotten'
  | 'new-password'
  | 'verify-email'
  | 'foreign-link'
  | 'second-factor';

/**
 * View of the dialog, or null while it is closed. It opens by itself for the links in mails, whose parameters leave the
 * address at once, and for `?signIn=`, which leaves it on closing; after signing in the window goes to `?next=`.
 */
export function useAuthView(status: Session['status']) {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<{ view: AuthView; hasAddress: boolean } | null>(null);
  const [mailCode, setMailCode] = useState<string | null>(null);
  const params = new URLSearchParams(search);
  const isAsked = params.has('signIn');
  // A tab chosen in a dialog that the address opened goes with the address.
  const chosen = picked && (isAsked || !picked.hasAddress) ? picked.view : null;
  const hasAddress = picked?.hasAddress ?? isAsked;
  const { view: viewHere, code: codeHere } = readMailLink(params);

  function dropParams(...names: string[]) {
    // Not the rendered address: a page may have just taken a parameter of its own out of it.
    const rest = new URLSearchParams(window.location.search);
    for (const name of names) rest.delete(name);
    navigate({ search: rest.toString(), hash }, { replace: true });
  }

  const takeLink = useEffectEvent((view: AuthView, code: string) => {
    setMailCode(code);
    setPicked({ view, hasAddress: false });
    dropParams(...linkParams);
  });
  useEffect(() => {
    if (codeHere) takeLink(viewHere, codeHere);
  }, [viewHere, codeHere]);

  const goOn = useEffectEvent(() => {
    const next = readReturnPath(params.get('next'));
    if (next) window.location.replace(next);
    else dropParams(...askParams);
  });
  useEffect(() => {
    if (isAsked && status === 'signed-in') goOn();
  }, [isAsked, status]);

  useEffect(() => {
    // People who signed in, here or in another tab, are not asked again.
    if (status === 'signed-in') setPicked((now) => (now && isFromMail(now.view) ? now : null));
  }, [status]);

  return {
    view: chosen ?? (isAsked && status === 'signed-out' ? viewAsked(params) : null),
    hasAddress,
    mailCode,
    show: (view: AuthView | null) => setPicked(view && { view, hasAddress }),
    close() {
      setPicked(null);
      if (isAsked && status !== 'signed-in') dropParams(...askParams);
    },
  };
}

/** `error` comes from another provider's sign-in. */
const askParams = ['signIn', 'next', 'error'];

/** `?signIn=new` signs up; `code` comes from a provider's sign-in to an account with a second step. */
function viewAsked(params: URLSearchParams): AuthView {
  const asked = params.get('signIn');
  if (asked === 'code') return 'second-factor';
  return asked === 'new' ? 'sign-up' : 'sign-in';
}

/** Ours, and what Firebase adds to the link in its mails when the project sends people to this site. */
const linkParams = ['resetToken', 'verifyToken', 'mode', 'oobCode', 'apiKey', 'lang', 'continueUrl'];

const verifyModes = new Set(['verifyEmail', 'verifyAndChangeEmail']);

function readMailLink(params: URLSearchParams): { view: AuthView; code: string | null } {
  if (verifyModes.has(params.get('mode') ?? '')) return { view: 'verify-email', code: params.get('oobCode') };
  if (params.has('verifyToken')) return { view: 'verify-email', code: params.get('verifyToken') };
  const code = params.get('mode') === 'resetPassword' ? params.get('oobCode') : null;
  return { view: 'new-password', code: params.get('resetToken') ?? code };
}

function isFromMail(view: AuthView): boolean {
  return view === 'new-password' || view === 'verify-email' || view === 'foreign-link';
}

const places = [/^\/survey\/./, /^\/startup-spark-suite\/./i];

/**
 * Path from `?next=` to open after signing in: a survey page or a page for signed-in people of this site, else null.
 * Anything else could lead a visitor to a stranger's page that looks like ours.
 */
export function readReturnPath(next: string | null, origin = window.location.origin): string | null {
  const url = next ? readAddress(next, origin) : null;
  if (url?.origin !== origin || !places.some((place) => place.test(url.pathname))) return null;
  return url.pathname + url.search + url.hash;
}
