import { Button } from '#web/ui/Button.tsx';
import { Refused } from './Refused.tsx';
import { useHackerNewsLogin } from './use-hacker-news-login.ts';

/** Starts linking a Hacker News account (specification 2, Settings; design 7.13). */
export function HackerNewsLogin({ campaignId }: { campaignId: string }) {
  const { start, busy, blocked, failure, forget } = useHackerNewsLogin(campaignId);
  return (
    <div className="grid grid-cols-1 gap-2">
      <div>
        <Button onClick={start} busy={busy} busyText="Opening...">
          Link Hacker News Account
        </Button>
      </div>
      <div role="status" className="empty:absolute">
        {blocked ? (
          <p className="rounded-s bg-warn-wash px-3.5 py-3">
            Your browser did not open the window.{' '}
            <a
              href={blocked}
              target="_blank"
              rel="noreferrer"
              onClick={forget}
              className="font-medium text-spark-ink underline underline-offset-2"
            >
              Open the page
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
        ) : null}
      </div>
      {failure ? <Refused what="Not opened." reason={failure} /> : null}
      <p className="text-meta text-faint">
        You prove that the account is yours. On news.ycombinator.com replies stay in your hands: you post
        them, and we find them.
      </p>
    </div>
  );
}
