import { Link, useNavigate } from 'react-router';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { HistoryCard } from '#web/features/outreach/history/HistoryCard.tsx';
import { useSession } from '#web/identity/session.ts';
import { useTitle } from '#web/ui/use-title.ts';

/** Every conversation of the founder's campaigns. */
export function HistoryPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  useTitle('Engagement History');
  if (!user) return null;
  // The dashboard opens the search, or the plans for an account whose plan lacks it.
  const onFind = () => void navigate('/startup-spark-suite/dashboard?modal=showAcquisitionModal');
  return (
    <div className="page-edge max-w-4xl px-4 py-8 sm:px-6">
      <Link to="/startup-spark-suite/dashboard" className="text-meta text-faint hover:text-ink">
        Back to the dashboard
      </Link>
      <div className="mt-4">
        <HistoryCard
          key={user.id}
          userId={user.id}
          onUpgrade={upgradeNeeded(user.plan, 'launch') === null ? null : onFind}
          onFind={onFind}
          isWhole
        />
      </div>
    </div>
  );
}
