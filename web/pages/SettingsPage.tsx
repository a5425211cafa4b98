import { LogIn } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames, upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { AccountRows } from '#web/features/account/AccountRows.tsx';
import { Devices } from '#web/features/account/Devices.tsx';
import { PostingCard, SettingsSkeleton } from '#web/features/outreach/settings/PostingCard.tsx';
import { YourData } from '#web/features/personal-data/YourData.tsx';
import { MailSettingsCard } from '#web/features/support-requests/MailSettingsCard.tsx';
import { ArchivedIdeas } from '#web/features/trails/ArchivedIdeas.tsx';
import { useSession } from '#web/identity/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { SettingRow } from '#web/ui/SettingRow.tsx';
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
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-title">Settings</h1>
      {user ? <Parts key={user.id} user={user} /> : null}
      {status === 'signed-out' ? (
        <EmptyState
          icon={LogIn}
          title={message('page_needs_login').text}
          className="mt-6"
          action={<Button onClick={() => openSignIn('sign-in')}>Sign In</Button>}
        />
      ) : null}
    </div>
  );
}

const parts = [
  { id: 'account', label: 'Account' },
  { id: 'emails', label: 'Emails' },
  { id: 'plan', label: 'Plan and payments' },
  { id: 'posting', label: 'Automated Posting Settings' },
];

/** All parts stand on one page, as the specification asks (2, Settings); the list beside it leads to each. */
function Parts({ user }: { user: User }) {
  const isReadOnly = upgradeNeeded(user.plan, 'launch') !== null;
  return (
    <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[11rem_minmax(0,43rem)] lg:gap-12">
      <nav aria-label="Settings" className="flex flex-wrap gap-1 lg:sticky lg:top-20 lg:grid">
        {parts.map(({ id, label }) => (
          <Link
            key={id}
            to={`#${id}`}
            className="flex min-h-control shrink-0 items-center rounded-s px-2.5 text-soft hover:bg-muted hover:text-ink lg:-ml-2.5"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="grid grid-cols-1 gap-7">
        <div id="account" className="grid scroll-mt-20 grid-cols-1 gap-7">
          <AccountRows user={user} />
          <Devices userId={user.id} />
          <YourData user={user} />
          <ArchivedIdeas userId={user.id} />
        </div>
        <div id="emails" className="scroll-mt-20">
          <MailSettingsCard userId={user.id} />
        </div>
        <section id="plan" aria-label="Plan and payments" className="scroll-mt-20">
          <h2 className="mb-2.5 text-base">Plan and payments</h2>
          <Card>
            <ul className="-my-2">
              <SettingRow
                label="Plan"
                value={planNames[user.plan]}
                action={
                  <Link to="/startup-spark-suite/billing" className={buttonClass({})}>
                    See payments
                  </Link>
                }
              />
            </ul>
          </Card>
        </section>
        <div id="posting" className="grid scroll-mt-20 grid-cols-1 gap-5">
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
        </div>
      </div>
    </div>
  );
}
