import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { useSession } from '#web/identity/session.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

/** In place of the inbox, for an agent who signed in without a second factor. */
export function SecondFactorFirst({ user }: { user: User }) {
  const { askIdentity } = useSession();
  // Not by the settings' own query: their page would come in one more file.
  const { data: hasPasskey, isPending } = useQuery({
    queryKey: ['has-passkey', user.id],
    queryFn: () =>
      askIdentity(async ({ ways }) => {
        const listed = await (await ways?.())?.list();
        return listed !== undefined && listed.passkeys.length > 0;
      }),
    staleTime: 0,
  });
  if (isPending) return null;
  return (
    <EmptyState
      icon={ShieldCheck}
      title={
        <h1 className="text-base">
          {hasPasskey ? 'Sign in with your passkey' : 'Turn on your second step first'}
        </h1>
      }
      className="mx-auto my-10 max-w-xl"
      action={
        hasPasskey ? null : (
          <Link to="/settings#account" className={buttonClass({ variant: 'primary' })}>
            Open Settings
          </Link>
        )
      }
    >
      {hasPasskey
        ? 'Log out, then choose “Use a passkey”. The inbox opens with it.'
        : 'The inbox opens with a code from your phone, or with a passkey.'}
    </EmptyState>
  );
}
