import { Outlet } from 'react-router';
import { useSession } from '#web/identity/session.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

/** Replaces an account's page while the server does not answer. */
export function AccountUnreachable() {
  const { retry } = useSession();
  return (
    <div className="mx-auto max-w-xl px-4 py-16 sm:px-6">
      <h1 className="sr-only">Your account</h1>
      <ErrorState title="Your account could not be loaded." onRetry={retry} retryText="Retry">
        The server did not answer. Check your connection and try again; what you saved is safe.
      </ErrorState>
    </div>
  );
}

/** Around pages that need an account. */
export function AccountPages() {
  return useSession().status === 'unreachable' ? <AccountUnreachable /> : <Outlet />;
}
