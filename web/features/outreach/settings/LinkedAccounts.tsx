import { useMutation, useQueryClient } from '@tanstack/react-query';
import Hand from 'lucide-react/icons/hand';
import KeyRound from 'lucide-react/icons/key-round';
import { useRef } from 'react';
import { type LinkedAccount, unlinkAccount } from '#shared/contracts/outreach/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { Time } from '#web/ui/Time.tsx';
import { LinkAccount } from './LinkAccountForm.tsx';
import { linkedAccountsKey, sendingLabel, standingLabel, useLinkedAccounts } from './linked-accounts.ts';

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
    // The focused button goes with its row.
    region.current?.focus({ preventScroll: true });
    unlink(account);
  }

  return (
    <Card aria-label="Linked accounts">
      <CardHeader title="Linked accounts" text="No password is kept." />
      <div ref={region} tabIndex={-1} className="outline-none">
        {isPending ? <AccountSkeleton className="mt-4" /> : null}
        {accounts?.length === 0 ? (
          <EmptyState icon={KeyRound} title="No account is linked" className="mt-3">
            Without one you post each reply yourself.
          </EmptyState>
        ) : null}
        {accounts && accounts.length > 0 ? (
          <>
            <ul className="mt-3 divide-y divide-line">
              {accounts.map((account) => (
                <li key={account.id} className="py-3.5">
                  <LinkedAccountRow account={account} onUnlink={() => remove(account)} />
                </li>
              ))}
            </ul>
            <p className="border-t border-line pt-3 text-meta text-faint">
              Unlinked tokens stay valid at their source until you revoke them there.
            </p>
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

export function AccountSkeleton({ className }: { className: string }) {
  return (
    <Loading label="Loading your accounts" className={className}>
      <div className="grid gap-2.5">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-3 w-full" />
      </div>
    </Loading>
  );
}

/** Unlinks at once; the account comes back when the server refuses. */
function useUnlinking(userId: string) {
  const client = useQueryClient();
  const queryKey = linkedAccountsKey(userId);
  const { mutate } = useMutation({
    scope: { id: 'linked-accounts' },
    mutationFn: ({ id }: LinkedAccount) => call(unlinkAccount, { params: { id } }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<LinkedAccount[]>(queryKey);
      client.setQueryData<LinkedAccount[]>(queryKey, (accounts) => accounts?.filter((one) => one.id !== id));
      return { before };
    },
    onSuccess: () => showToast(message('account_unlinked')),
    onError: (error, _account, context) => {
      client.setQueryData(queryKey, context?.before);
      showToast(readRefusal(error, 'account_unlink_failed').notice);
    },
    // The way of replies depends on the accounts.
    onSettled: () => client.invalidateQueries({ queryKey: outreachKey(userId) }),
  });
  return mutate;
}

type LinkedAccountRowProps = { account: LinkedAccount; onUnlink: () => void };

function LinkedAccountRow({ account, onUnlink }: LinkedAccountRowProps) {
  const { source, host, username, linkedAt } = account;
  const status = standingLabel(account, Date.now());
  return (
    <article
      aria-label={`${username} on ${host}`}
      className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2"
    >
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{username}</bdi>
          <Way account={account} />
        </p>
        <p className="text-meta text-soft wrap-anywhere">
          {sourceLabels[source]} · {host}
        </p>
        <p className="text-meta text-faint tabular-nums">
          Linked <Time at={linkedAt} />
          <span>{status === '' ? '' : ` · ${status}`}</span>
        </p>
        <p className="mt-1 text-meta text-soft">{sendingLabel(account)}</p>
        {account.rules ? <ServerRules host={host} rules={account.rules} /> : null}
      </div>
      <Button onClick={onUnlink}>
        Unlink<span className="sr-only"> {username}</span>
      </Button>
    </article>
  );
}

function ServerRules({ host, rules }: { host: string; rules: NonNullable<LinkedAccount['rules']> }) {
  return (
    <Fold title={`Rules of ${host}`} className="mt-2 text-meta text-soft">
      <ul className="list-disc pl-4 marker:text-faint">
        {rules.texts.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function Way({ account: { needsLink, canPost } }: { account: LinkedAccount }) {
  if (needsLink) return <Badge tone="warn">Sign in again</Badge>;
  if (canPost) return <Badge tone="good">Sends replies</Badge>;
  return <Badge icon={Hand}>By hand</Badge>;
}
