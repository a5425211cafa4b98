import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { AccountOnDemand, AuthDialogOnDemand } from '#web/features/account/AccountOnDemand.tsx';
import type { AccountState } from '#web/features/account/account.ts';
import { useAuthView } from '#web/features/account/use-auth-view.ts';
import { isSessionPending, watchOtherTabs } from '#web/identity/remembered-account.ts';
import { SessionContext, type SignOutNotice } from '#web/identity/session.ts';

/** Brings the query cache along: nothing that is loaded at once may import it. */
const KeepAccount = lazy(async () => {
  const { KeepAccountDialog } = await import('#web/features/personal-data/KeepAccountDialog.tsx');
  return { default: KeepAccountDialog };
});

type SessionProviderProps = {
  /** True when no one has signed in here, as far as this browser remembers: the session is read late. */
  isVisitor?: boolean;
  children: ReactNode;
};

/** Provides the session and the one authentication dialog. */
export function SessionProvider({ isVisitor = false, children }: SessionProviderProps) {
  const navigate = useNavigate();
  const [state, setState] = useState<AccountState>({
    status: isVisitor ? 'signed-out' : 'loading',
    user: null,
  });
  const [account] = useState(() => new AccountOnDemand(setState));
  const dialog = useAuthView(state.status);
  const [leaving, setLeaving] = useState<ReactNode>(null);
  const isAsking = dialog.view !== null;

  useEffect(() => {
    if (!isVisitor || isAsking || isSessionPending()) account.look();
  }, [account, isVisitor, isAsking]);
  // In an effect, when no screen of theirs is left that would ask again.
  useEffect(() => {
    if (state.status === 'signed-out') void account.clearLeftUser();
  }, [account, state.status]);
  useEffect(() => watchOtherTabs(() => void account.load()), [account]);

  async function signOut(notice?: SignOutNotice) {
    const known = await account.get();
    if (!(await known.signOut(setLeaving))) return;
    // Both at once: a page for signed-in people must be left before it sees a signed-out session.
    startTransition(() => {
      navigate('/');
      known.leave(notice);
    });
  }

  return (
    <SessionContext
      value={{
        ...state,
        openSignIn: (mode = 'sign-in') => {
          if (state.status !== 'signed-in') dialog.show(mode);
        },
        signOut,
        retry: () => account.retry(),
        refresh: async () => (await account.get()).refresh(),
        askIdentity: async (run) => (await account.get()).ask(run),
      }}
    >
      {children}
      <AuthDialogOnDemand
        account={account}
        view={dialog.view}
        hasAddress={dialog.hasAddress}
        mailCode={dialog.mailCode}
        onView={dialog.show}
        onCancel={dialog.close}
      />
      {leaving}
      {state.user?.deletesAt ? (
        <Suspense>
          <KeepAccount deletesAt={state.user.deletesAt} />
        </Suspense>
      ) : null}
    </SessionContext>
  );
}
