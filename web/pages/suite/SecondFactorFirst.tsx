import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

/** In place of the inbox, for an agent who has yet to turn on a second factor. */
export function SecondFactorFirst() {
  return (
    <EmptyState
      icon={ShieldCheck}
      title={<h1 className="text-base">Turn on your second step first</h1>}
      className="mx-auto my-10 max-w-xl"
      action={
        <Link to="/settings#account" className={buttonClass({ variant: 'primary' })}>
          Open Settings
        </Link>
      }
    >
      The inbox opens with a code from your phone, or with a passkey.
    </EmptyState>
  );
}
