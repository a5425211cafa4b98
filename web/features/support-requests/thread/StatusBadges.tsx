import type { Job } from '#shared/contracts/support-requests.ts';
import { statusLabels } from '#shared/rules/support/job-status-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';

type StatusBadgesProps = {
  job: Pick<Job, 'status' | 'waitingForCustomer' | 'resolvedAt'>;
  reader: 'customer' | 'agent';
};

/** Status of the work in one or two words; resolved says it all. */
export function StatusBadges({ job: { status, waitingForCustomer, resolvedAt }, reader }: StatusBadgesProps) {
  if (resolvedAt) return <Badge tone="good">Resolved</Badge>;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge>{statusLabels[status]}</Badge>
      {waitingForCustomer ? (
        <Badge tone="warn">{reader === 'customer' ? 'Waiting for you' : 'Waiting for customer'}</Badge>
      ) : null}
    </span>
  );
}
