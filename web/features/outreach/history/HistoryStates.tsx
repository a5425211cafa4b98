import MessagesSquare from 'lucide-react/icons/messages-square';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** Space around one row of the list. */
export const row = 'border-t border-line px-4 py-3.5 sm:px-5';
/** Space around what is shown in place of rows. */
export const inset = 'mx-4 mt-0.5 mb-4 sm:mx-5 sm:mb-5';

export function NoConversations({ onFind }: { onFind: () => void }) {
  return (
    <EmptyState
      icon={MessagesSquare}
      title="No conversations yet"
      action={<Button onClick={onFind}>Find conversations</Button>}
    >
      Find people who have the problem your product solves.
    </EmptyState>
  );
}

export function RowSkeleton() {
  return (
    <Loading label="Loading your conversations" className={row}>
      <div className="grid grid-cols-1 gap-2.5">
        <div className="flex justify-between gap-6">
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-4 w-24" />
        </div>
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-8 w-40" />
      </div>
    </Loading>
  );
}
