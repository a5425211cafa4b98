import Megaphone from 'lucide-react/icons/megaphone';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

export function NoCampaigns({ onFind }: { onFind: () => void }) {
  return (
    <EmptyState
      icon={Megaphone}
      title="No campaign yet"
      action={<Button onClick={onFind}>Launch a campaign</Button>}
      className="mt-4"
    >
      A campaign stands here with what it looks for, as soon as you start one from conversations that you
      found.
    </EmptyState>
  );
}
