import KeyRound from 'lucide-react/icons/key-round';
import { useRef } from 'react';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AccountSkeleton } from './AccountSkeleton.tsx';
import { LinkAccount } from './LinkAccount.tsx';
import { LinkedAccountRow } from './LinkedAccountRow.tsx';
import { useLinkedAccounts, useUnlinking } from './use-linked-accounts.ts';

type LinkedAccountsProps = {
  userId: string;
  /** The plan no longer has campaigns: accounts can be unlinked, and no more linked. */
  isReadOnly: boolean;
};

/** The owner's accounts at the places where replies go (design 7.13). */
export function LinkedAccounts({ userId, isReadOnly }: LinkedAccountsProps) {
  const { data: accounts, isPending, isError, refetch } = useLinkedAccounts(userId);
  const unlink = useUnlinking(userId);
  const region = useRef<HTMLDivElement>(null);
  const isOfUse = !isReadOnly || isError || (accounts?.length ?? 0) > 0;
  if (!isOfUse) return null;

  function remove(account: LinkedAccount) {
    // The button goes with its row.
    region.current?.focus({ preventScroll: true });
    unlink(account);
  }

  return (
    <Card aria-label="Linked accounts">
      <CardHeader title="Linked accounts" text="No password is kept: a session or a key, encrypted." />
      <div ref={region} tabIndex={-1} className="outline-none">
        {isPending ? <AccountSkeleton className="mt-4" /> : null}
        {accounts?.length === 0 ? <NoAccounts /> : null}
        {accounts && accounts.length > 0 ? (
          <>
            <ul className="mt-3 divide-y divide-line">
              {accounts.map((account) => (
                <li key={account.id} className="py-3.5">
                  <LinkedAccountRow account={account} onUnlink={() => remove(account)} />
                </li>
              ))}
            </ul>
            <UnlinkingNote />
          </>
        ) : null}
        {isError ? (
          <ErrorState
            title={accounts ? 'Your accounts could not be refreshed.' : 'Your accounts could not be loaded.'}
            onRetry={() => void refetch()}
            className="mt-3"
          >
            Nothing has changed.
          </ErrorState>
        ) : null}
      </div>
      {isReadOnly ? null : <LinkAccount userId={userId} />}
    </Card>
  );
}

function NoAccounts() {
  return (
    <EmptyState icon={KeyRound} title="No account is linked" className="mt-3">
      Without one you post each reply by hand. Accounts that you link stand here.
    </EmptyState>
  );
}

function UnlinkingNote() {
  return (
    <p className="border-t border-line pt-3 text-meta text-faint">
      Unlinking deletes the session or key here at once. Replies that are already posted stay where they are.
      A token, key or app password stays valid at its source until you revoke it there.
    </p>
  );
}
