import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LinkedAccount, listLinkedAccounts } from '#shared/contracts/outreach/linked-accounts.ts';
import { hasServerRules } from '#shared/rules/outreach/places/server-rules.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { outreachKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { ageLabel } from '#web/features/outreach/labels.ts';

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

/** How replies go out with this account. */
export function sendingLabel({ source, way, canPost, needsLink, rules }: LinkedAccount): string {
  if (needsLink) return 'Your sign-in has ended. Sign in again: replies wait for it.';
  if (way === 'proof') return 'You post by hand, and we find your reply there.';
  if (rules === null && hasServerRules(source))
    return "We don't know this server's rules: you post by hand. Link it again to read them.";
  return canPost ? 'Replies that you approve are sent from it.' : 'Replies there are posted by hand.';
}

/** "Karma 120 · 7 years old"; empty where the source tells neither. `now` in epoch milliseconds. */
export function standingLabel({ karma, accountCreatedAt }: LinkedAccount, now: number): string {
  const age = accountCreatedAt === null ? null : ageLabel(accountCreatedAt, now);
  const parts = [karma === null ? null : `Karma ${karma.toLocaleString()}`, age && `${age} old`];
  return parts.filter((part) => part !== null).join(' · ');
}
