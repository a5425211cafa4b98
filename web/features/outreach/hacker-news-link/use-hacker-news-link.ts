import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type HackerNewsLink,
  proveHackerNewsAccount,
  readHackerNewsLink,
  signInToHackerNews,
} from '#shared/contracts/linked-accounts.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';
import { tellAccountLinked } from '#web/features/outreach/settings/account-news.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

// A clock that is wrong must neither make the page ask all the time nor overflow a timer.
const leastWaitMs = 15_000;
const mostWaitMs = 600_000;

/** How far one link has come; asked again once it is too old. */
export function useHackerNewsLink(userId: string, nonce: string) {
  return useQuery({
    queryKey: linkKey(userId, nonce),
    queryFn: ({ signal }) => call(readHackerNewsLink, { params: { nonce }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? untilOver(data.expiresAt) : false),
    refetchOnWindowFocus: 'always',
  });
}

function untilOver(expiresAt: string): number {
  return Math.min(mostWaitMs, Math.max(leastWaitMs, Date.parse(expiresAt) - Date.now()));
}

type LinkTry = { username: string; password?: string };

/** Looks for the code in the profile, or signs in once where a password is given. What is typed stays on a failure. */
export function useLinking(userId: string, nonce: string) {
  const client = useQueryClient();
  const queryKey = linkKey(userId, nonce);
  const [failure, setFailure] = useState<LinkFailure>();
  const { mutate, isPending, variables, reset } = useMutation({
    networkMode: 'always',
    // A password must not lie in the memory after its use.
    gcTime: 0,
    mutationFn: ({ username, password }: LinkTry) =>
      password === undefined
        ? call(proveHackerNewsAccount, { params: { nonce }, body: { username } })
        : call(signInToHackerNews, { params: { nonce }, body: { username, password } }),
    onMutate: () => setFailure(undefined),
    onSuccess(link) {
      client.setQueryData<HackerNewsLink>(queryKey, link);
      if (link.account) {
        const { username, host } = link.account;
        showToast(message('account_linked', { username, host }));
      }
      tellAccountLinked();
      void client.invalidateQueries({ queryKey: outreachKey(userId) });
    },
    onError(error, { password }) {
      const { notice, reason, code } = readFailure(error, 'account_link_failed');
      showToast(notice);
      setFailure({ of: password === undefined ? 'check' : 'sign-in', reason, code });
      // It is over, or was used in another window: the page says which.
      if (code === 'account_link_expired' || code === 'account_not_found')
        void client.invalidateQueries({ queryKey });
    },
  });
  const running = variables?.password === undefined ? 'check' : 'sign-in';
  return {
    start: (given: LinkTry) => mutate(given, { onSuccess: reset }),
    busy: isPending ? running : null,
    failure,
  };
}

type LinkFailure = { of: 'check' | 'sign-in'; reason: string; code: MessageCode | null };

const linkKey = (userId: string, nonce: string) => ['hacker-news-link', userId, nonce];
