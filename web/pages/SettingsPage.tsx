import { Settings } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';

export function SettingsPage() {
  useTitle('Settings');
  return (
    <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-title">Automated Posting Settings</h1>
      <EmptyState
        icon={Settings}
        title="Create a campaign to manage automated posting settings."
        className="mt-6"
        action={
          <Link to="/startup-spark-suite/dashboard" className={buttonClass({})}>
            Go to the dashboard
          </Link>
        }
      >
        Campaigns are not open on this installation yet, and nothing is posted in your name.
      </EmptyState>
    </div>
  );
}
