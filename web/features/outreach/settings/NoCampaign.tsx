import Settings from 'lucide-react/icons/settings';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** In the specification's words (section 2, Settings). */
export function NoCampaign() {
  return (
    <EmptyState
      icon={Settings}
      title="Create a campaign to manage automated posting settings."
      className="mt-3"
      action={
        <Link to="/startup-spark-suite/dashboard" className={buttonClass({})}>
          Go to the dashboard
        </Link>
      }
    >
      Launch on the dashboard starts one. Automated posting is off until you switch it on here.
    </EmptyState>
  );
}
