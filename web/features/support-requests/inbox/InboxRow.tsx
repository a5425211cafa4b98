import { Link } from 'react-router';
import type { InboxEntry } from '#shared/contracts/support-inbox.ts';
import { planNames } from '#shared/rules/prices.ts';
import { useConfig } from '#web/api/config.ts';
import { PromiseNote } from '#web/features/support-requests/PromiseNote.tsx';
import { StandingBadges } from '#web/features/support-requests/thread/StandingBadges.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Time } from '#web/ui/Time.tsx';

/** One request of a queue; all of it leads to its page. */
export function InboxRow({ entry }: { entry: InboxEntry }) {
  const { id, appName, requestTitle, customer, promise, customerWaitsSince, created_at } = entry;
  const { data: config } = useConfig();
  return (
    <article className="relative grid grid-cols-1 gap-1.5 px-4 py-3.5 hover:bg-muted sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 flex-[1_1_14rem] text-sm wrap-anywhere">
          <Link to={inboxPath(id)} dir="auto" className="after:absolute after:inset-0">
            {requestTitle}
          </Link>
        </h2>
        <StandingBadges job={entry} reader="agent" />
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-soft">
        <bdi className="min-w-0 wrap-anywhere">{appName}</bdi>
        <span aria-hidden="true">·</span>
        <bdi className="min-w-0 wrap-anywhere">{customer.name || customer.email}</bdi>
        <Badge tone={customer.plan === 'developer' ? 'spark' : 'neutral'} icon={null}>
          {planNames[customer.plan]}
        </Badge>
      </p>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-meta">
        {entry.resolvedAt ? (
          <span className="text-soft">
            Resolved <Time at={entry.resolvedAt} />
          </span>
        ) : (
          <PromiseNote promise={promise} hours={config?.supportHours} reader="agent" />
        )}
        <span className="min-w-0 wrap-anywhere text-faint">
          <Claim agent={entry.agent} /> · sent <Time at={created_at} />
          {customerWaitsSince && promise.state !== 'running' ? (
            <>
              {' '}
              · customer waits since <Time at={customerWaitsSince} />
            </>
          ) : null}
        </span>
      </div>
    </article>
  );
}

function Claim({ agent }: Pick<InboxEntry, 'agent'>) {
  if (!agent) return 'Not claimed';
  return agent.isMe ? 'Claimed by you' : <bdi>Claimed by {agent.name}</bdi>;
}

function inboxPath(requestId: string): string {
  return `/startup-spark-suite/inbox/${encodeURIComponent(requestId)}`;
}
