import { Settings } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { planNames } from '#shared/rules/prices.ts';
import { EmailAddressCard } from '#web/features/account/EmailAddressCard.tsx';
import { MailSettingsCard } from '#web/features/support-requests/MailSettingsCard.tsx';
import { useSession } from '#web/identity/session.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';

export function SettingsPage() {
  useTitle('Settings');
  const { user } = useSession();
  return (
    <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-title">Settings</h1>
      <div className="mt-6 grid grid-cols-1 gap-5">
        {user ? <AccountSettings key={user.id} user={user} /> : null}
        <PostingSettings />
      </div>
    </div>
  );
}

/** In the specification's words. */
function PostingSettings() {
  return (
    <Card aria-label="Automated Posting Settings">
      <CardHeader title="Automated Posting Settings" />
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
        Campaigns are not open on this installation yet, and nothing is posted in your name.
      </EmptyState>
    </Card>
  );
}

function AccountSettings({ user }: { user: User }) {
  return (
    <>
      <EmailAddressCard user={user} />
      <MailSettingsCard userId={user.id} />
      <Card aria-label="Plan and payments">
        <CardHeader title="Plan and payments" text={planNames[user.plan]} />
        <Link to="/startup-spark-suite/billing" className={buttonClass({}, 'mt-3')}>
          See plan and payments
        </Link>
      </Card>
    </>
  );
}
