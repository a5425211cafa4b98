import { Link } from 'react-router';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { statusLabels } from '#shared/rules/support/status.ts';
import { Badge } from '#web/ui/Badge.tsx';

type RequestTitleProps = { appName: string; requestTitle: string };

/** The heading of every page about one request, whoever reads it. */
export function RequestTitle({ appName, requestTitle }: RequestTitleProps) {
  return (
    <>
      <p className="text-meta font-medium wrap-anywhere text-faint">
        Support request for <bdi>{appName}</bdi>
      </p>
      <h1 dir="auto" className="text-title wrap-anywhere">
        {requestTitle}
      </h1>
    </>
  );
}

type StatusBadgesProps = {
  job: Pick<Job, 'status' | 'waitingForCustomer' | 'resolvedAt'> & Partial<Pick<Job, 'newMessages'>>;
  reader: 'customer' | 'agent';
  /** Its thread, where that is not open already. */
  threadPath?: string;
};

/** Status of the work in one or two words; resolved says it all. */
export function StatusBadges({ job, reader, threadPath }: StatusBadgesProps) {
  const { status, waitingForCustomer, resolvedAt, newMessages = 0 } = job;
  const isNew = reader === 'customer' && newMessages > 0;
  if (resolvedAt && !isNew) return <Badge tone="good">Resolved</Badge>;
  return (
    <span className="flex flex-wrap gap-1.5">
      {isNew && threadPath ? (
        <Link to={threadPath} className="rounded-full hover:underline">
          <Badge tone="spark">New answer</Badge>
        </Link>
      ) : null}
      {resolvedAt ? <Badge tone="good">Resolved</Badge> : <Badge>{statusLabels[status]}</Badge>}
      {waitingForCustomer && !resolvedAt ? (
        <Badge tone="warn">{reader === 'customer' ? 'Waiting for you' : 'Waiting for customer'}</Badge>
      ) : null}
    </span>
  );
}
