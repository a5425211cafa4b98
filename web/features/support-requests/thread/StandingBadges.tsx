import type { Job } from '#shared/contracts/support-requests.ts';
import { statusWords } from '#shared/rules/job-status-words.ts';
import { Badge } from '#web/ui/Badge.tsx';

type StandingBadgesProps = {
  job: Pick<Job, 'status' | 'waitingForCustomer' | 'resolvedAt'>;
  reader: 'customer' | 'agent';
};

/** Where the work stands, in one or two words; resolved says it all. */
export function StandingBadges({
  job: { status, waitingForCustomer, resolvedAt },
  reader,
}: StandingBadgesProps) {
  if (resolvedAt) return <Badge tone="good">Resolved</Badge>;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge>{statusWords[status]}</Badge>
      {waitingForCustomer ? (
        <Badge tone="warn">{reader === 'customer' ? 'Waiting for you' : 'Waiting for customer'}</Badge>
      ) : null}
    </span>
  );
}
