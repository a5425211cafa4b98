import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { startHackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';

// Specification 7 has the size.
const windowFeatures = 'popup,width=800,height=600';

/**
 * Opens the page that links a Hacker News account (specification 2, Settings; design 7.13). The window is opened in the
 * click itself, still empty: later a browser would block it.
 */
export function HackerNewsLogin({ campaignId }: { campaignId: string }) {
  const [blockedUrl, setBlockedUrl] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: async (_opened: Window | null) => {
      const { loginUrl } = await call(startHackerNewsLink, { body: { campaignId } });
      if (!loginUrl) throw new Error('the login has no address');
      return loginUrl;
    },
    onSuccess(loginUrl, opened) {
      if (!opened || opened.closed) return setBlockedUrl(loginUrl);
      opened.location.replace(loginUrl);
      opened.focus();
    },
    onError(_error, opened) {
      opened?.close();
      showToast(message('account_link_failed'));
    },
  });

  function start() {
    setBlockedUrl(undefined);
    mutate(window.open('', 'link-hacker-news', windowFeatures));
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <div>
        <Button onClick={start} busy={isPending} busyText="Opening...">
          Link Hacker News Account
        </Button>
      </div>
      <div role="status" className="empty:absolute">
        {blockedUrl ? (
          <p className="rounded-s bg-warn-wash px-3.5 py-3">
            Your browser did not open the window.{' '}
            <a
              href={blockedUrl}
              target="_blank"
              rel="noreferrer"
              onClick={() => setBlockedUrl(undefined)}
              className="font-medium text-spark-ink underline underline-offset-2"
            >
              Open the page
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
        ) : null}
      </div>
      {error ? (
        <NotSent what="Not opened." reason={readFailure(error, 'account_link_failed').reason} />
      ) : null}
      <p className="text-meta text-faint">
        You prove that the account is yours. On news.ycombinator.com replies stay in your hands: you post
        them, and we find them.
      </p>
    </div>
  );
}
