import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LinkedAccount, listLinkedAccounts } from '#shared/contracts/linked-accounts.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';

export const linkedAccountsKey = (userId: string) => [...outreachKey(userId), 'linked-accounts'];

/** The owner's accounts at sources. Accounts linked in another window show here as well. */
export function useLinkedAccounts(userId: string) {
  const client = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    const refetch = () => void client.invalidateQueries({ queryKey: outreachKey(userId) });
    channel.addEventListener('message', refetch);
    return () => channel.close();
  }, [client, userId]);
  return useQuery({
    queryKey: linkedAccountsKey(userId),
    queryFn: ({ signal }) => orNothing<LinkedAccount[]>(call(listLinkedAccounts, { signal }), []),
    refetchOnWindowFocus: 'always',
  });
}

const channelName = 'linked-accounts';

/** Notifies the other windows of this browser: the page that links an account is a window of its own. */
export function notifyAccountLinked(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('linked');
  channel.close();
}
