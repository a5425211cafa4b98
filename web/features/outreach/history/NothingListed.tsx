import MessagesSquare from 'lucide-react/icons/messages-square';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

type NothingListedProps = { isWhole: boolean; onFind: () => void; onClear: () => void };

export function NothingListed({ isWhole, onFind, onClear }: NothingListedProps) {
  if (isWhole)
    return (
      <EmptyState
        icon={MessagesSquare}
        title="No conversations yet"
        action={<Button onClick={onFind}>Find conversations</Button>}
      >
        People who have the problem that your product solves appear here, each with a suggestion for a reply.
        Nothing is sent before you approve it, unless you switch automated posting on.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing matches"
      action={<Button onClick={onClear}>Clear search and filters</Button>}
    >
      No conversation of yours matches both the search and the filters above.
    </EmptyState>
  );
}
