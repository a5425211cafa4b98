import type { ConversationStatus } from '#shared/contracts/opportunities.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { statusLooks } from './status-words.ts';

/** In human words, beside the specification's word. */
export function StatusBadge({ status }: { status: ConversationStatus }) {
  const { words, tone, icon } = statusLooks[status];
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone={tone} icon={icon}>
        {words}
      </Badge>
      <span className="text-[0.6875rem] text-faint">{status}</span>
    </span>
  );
}
