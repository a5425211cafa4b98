import type { InboxThread } from '#shared/contracts/support-inbox.ts';
import { planNames } from '#shared/rules/prices.ts';
import { useConfig } from '#web/api/config.ts';
import { PromiseNote } from '#web/features/support-requests/PromiseNote.tsx';
import { RequestTitle } from '#web/features/support-requests/thread/RequestTitle.tsx';
import { StandingBadges } from '#web/features/support-requests/thread/StandingBadges.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Time } from '#web/ui/Time.tsx';

/** Title, customer, status and due clock. */
export function InboxStanding({ thread }: { thread: InboxThread }) {
  const { appName, requestTitle, customer, created_at, promise, customerWaitsSince } = thread;
  const { data: config } = useConfig();
  return (
    <header className="mt-4">
      <RequestTitle appName={appName} requestTitle={requestTitle} />
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
        <bdi className="min-w-0 wrap-anywhere">{customer.name || 'No name given'}</bdi>
        <a
          href={`mailto:${customer.email}`}
          className="min-w-0 font-medium wrap-anywhere text-spark-ink underline underline-offset-2"
        >
          {customer.email}
        </a>
        <Badge tone={customer.plan === 'developer' ? 'spark' : 'neutral'} icon={null}>
          {planNames[customer.plan]}
        </Badge>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-meta text-faint">
        <StandingBadges job={thread} reader="agent" />
        <span>
          Sent <Time at={created_at} />
        </span>
        {customerWaitsSince ? (
          <span>
            Customer waits since <Time at={customerWaitsSince} />
          </span>
        ) : null}
      </div>
      <PromiseNote
        promise={promise}
        hours={config?.supportHours}
        reader="agent"
        isResolved={thread.resolvedAt !== null}
        className="mt-2"
      />
    </header>
  );
}
