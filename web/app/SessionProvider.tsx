import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { AuthDialogOnDemand } from '#web/features/account/AuthDialogOnDemand.tsx';
import { Account, type AccountState } from '#web/features/account/account.ts';
import { useAuthView } from '#web/features/account/use-auth-view.ts';
import { watchOtherTabs } from '#web/identity/remembered-account.ts';
import { SessionContext } from '#web/identity/session.ts';

/** Tells everything below who is here, and holds the one authentication dialog. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<AccountState>({ status: 'loading', user: null });
  const [account] = useState(() => new Account(cache, setState));
  const dialog = useAuthView(state.status);

  useEffect(() => {
    const load = () => void account.load();
    load();
    return watchOtherTabs(load);
  }, [account]);

  async function signOut() {
    if (!(await account.signOut())) return;
    // Both at once: a page for signed-in people must not see that nobody is before it is left.
    startTransition(() => {
      navigate('/');
      account.leave();
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
        refresh: () => account.refresh(),
      }}
    >
      {children}
      <AuthDialogOnDemand
        account={account}
        view={dialog.view}
        resetToken={dialog.resetToken}
        onView={dialog.show}
        onCancel={dialog.close}
      />
    </SessionContext>
  );
}
