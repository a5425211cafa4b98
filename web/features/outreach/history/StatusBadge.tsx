import type { Conversation } from '#shared/contracts/conversations.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { lookOf } from './status-words.ts';

/** In human words, beside the specification's word. */
export function StatusBadge({ status, replyWay }: Pick<Conversation, 'status' | 'replyWay'>) {
  const { words, tone, icon } = lookOf({ status, replyWay });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone={tone} icon={icon}>
        {words}
      </Badge>
      <span className="text-[0.6875rem] text-faint">{status}</span>
    </span>
  );
}
