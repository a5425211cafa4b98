import Users from 'lucide-react/icons/users';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

export function NothingCounted() {
  return (
    <EmptyState icon={Users} title="Nobody has come yet" className="mt-4">
      Visits, sign-ups and survey answers are counted here as people follow the links in your replies: each
      person once a day, without cookies and without keeping their address.
    </EmptyState>
  );
}
