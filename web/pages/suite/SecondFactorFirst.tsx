import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { useSignInWays } from '#web/features/account/PasskeyRow.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

/** In place of the inbox, for an agent who signed in without a second factor. */
export function SecondFactorFirst({ user }: { user: User }) {
  const { data, isPending } = useSignInWays(user);
  if (isPending) return null;
  const hasPasskey = data && data.passkeys.length > 0;
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
