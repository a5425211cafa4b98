import { LogIn } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames, upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { EmailAddressCard } from '#web/features/account/EmailAddressCard.tsx';
import { PostingCard, SettingsSkeleton } from '#web/features/outreach/settings/PostingCard.tsx';
import { MailSettingsCard } from '#web/features/support-requests/MailSettingsCard.tsx';
import { useSession } from '#web/identity/session.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { CardBoundary } from '#web/ui/states/CardBoundary.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';

const OutreachSettings = lazy(() =>
  import('#web/features/outreach/settings/OutreachSettings.tsx').then((m) => ({
    default: m.OutreachSettings,
  })),
);

export function SettingsPage() {
  useTitle('Settings');
  const { status, user, openSignIn } = useSession();
  useEffect(() => {
    if (status === 'signed-out') showToast(message('page_needs_login'));
  }, [status]);
  return (
    <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-title">Settings</h1>
      <div className="mt-6 grid grid-cols-1 gap-5">
        {user ? <AccountSettings key={user.id} user={user} /> : null}
        {status === 'signed-out' ? (
          <EmptyState
            icon={LogIn}
            title={message('page_needs_login').text}
            action={<Button onClick={() => openSignIn('sign-in')}>Sign In</Button>}
          >
            Your settings appear here as soon as you are.
          </EmptyState>
        ) : null}
      </div>
    </div>
  );
}

function AccountSettings({ user }: { user: User }) {
  const isReadOnly = upgradeNeeded(user.plan, 'launch') !== null;
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
      <Suspense
        fallback={
          <PostingCard>
            <SettingsSkeleton />
          </PostingCard>
        }
      >
        <CardBoundary name="Automated Posting Settings">
          <OutreachSettings userId={user.id} isReadOnly={isReadOnly} />
        </CardBoundary>
      </Suspense>
    </>
  );
}
