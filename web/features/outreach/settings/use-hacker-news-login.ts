import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { startHackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { showToast } from '#web/ui/toast.ts';

// The size stands in specification 7.
const look = 'popup,width=800,height=600';

/**
 * Opens the page that links a Hacker News account in a window of its own. The window is opened in the click itself,
 * still empty: later a browser would block it. `blocked` is the page's address where it was blocked nevertheless.
 */
export function useHackerNewsLogin(campaignId: string) {
  const [blocked, setBlocked] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: async (_opened: Window | null) => {
      const { loginUrl } = await call(startHackerNewsLink, { body: { campaignId } });
      if (!loginUrl) throw new Error('the login has no address');
      return loginUrl;
    },
    onSuccess(loginUrl, opened) {
      if (!opened || opened.closed) return setBlocked(loginUrl);
      opened.location.replace(loginUrl);
      opened.focus();
    },
    onError(_error, opened) {
      opened?.close();
      showToast(message('account_link_failed'));
    },
  });
  return {
    blocked,
    busy: isPending,
    failure: error ? readFailure(error, 'account_link_failed').reason : undefined,
    start() {
      setBlocked(undefined);
      mutate(window.open('', 'link-hacker-news', look));
    },
    forget: () => setBlocked(undefined),
  };
}
