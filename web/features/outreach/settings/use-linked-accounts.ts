import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LinkedAccount, listLinkedAccounts, unlinkAccount } from '#shared/contracts/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { watchLinkedAccounts } from './account-news.ts';

/** The owner's accounts at sources; what is linked in another window shows here as well. */
export function useLinkedAccounts(userId: string) {
  const client = useQueryClient();
  useEffect(
    () => watchLinkedAccounts(() => void client.invalidateQueries({ queryKey: outreachKey(userId) })),
    [client, userId],
  );
  return useQuery({
    queryKey: accountsKey(userId),
    queryFn: ({ signal }) => orNothing<LinkedAccount[]>(call(listLinkedAccounts, { signal }), []),
    refetchOnWindowFocus: 'always',
  });
}

/** Unlinks at once; the account comes back when the server did not take it. */
export function useUnlinking(userId: string) {
  const client = useQueryClient();
  const queryKey = accountsKey(userId);
  const { mutate } = useMutation({
    networkMode: 'always',
    scope: { id: 'linked-accounts' },
    mutationFn: ({ id }: LinkedAccount) => call(unlinkAccount, { params: { id } }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      const known = client.getQueryData<LinkedAccount[]>(queryKey);
      client.setQueryData<LinkedAccount[]>(queryKey, (accounts) => accounts?.filter((one) => one.id !== id));
      return { known };
    },
    onSuccess: () => showToast(message('account_unlinked')),
    onError: (error, _account, before) => {
      client.setQueryData(queryKey, before?.known);
      showToast(readRefusal(error, 'account_unlink_failed').notice);
    },
    // How replies go out depends on it.
    onSettled: () => client.invalidateQueries({ queryKey: outreachKey(userId) }),
  });
  return mutate;
}

const accountsKey = (userId: string) => [...outreachKey(userId), 'linked-accounts'];
