import { Link } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import type { Billing } from '#shared/contracts/billing.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { ReceiptsCard } from '#web/features/billing/ReceiptsCard.tsx';
import { PortalButton, SubscriptionCard } from '#web/features/billing/SubscriptionCard.tsx';
import { TestModeNote } from '#web/features/billing/TestModeNote.tsx';
import { useBilling } from '#web/features/billing/use-billing.ts';
import { useSession } from '#web/identity/session.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** Plan, subscription and every receipt of the founder. */
export function BillingPage() {
  const { user } = useSession();
  useTitle('Plan and payments');
  if (!user) return null;
  return (
    <div className="page-edge max-w-3xl px-4 py-8 sm:px-6">
      <Link to="/startup-spark-suite/dashboard" className="text-meta text-faint hover:text-ink">
        Back to the dashboard
      </Link>
      <h1 className="mt-4 text-title">Plan and payments</h1>
      <TestModeNote className="mt-1 text-meta text-faint" />
      <PlanStatus key={user.id} user={user} />
    </div>
  );
}

function PlanStatus({ user }: { user: User }) {
  const { data: billing, isPending, refetch } = useBilling(user);
  if (billing)
    return (
      <div className="mt-6 grid grid-cols-1 gap-5">
        <PlanNow billing={billing} />
        <SubscriptionCard userId={user.id} billing={billing} />
        <ReceiptsCard receipts={billing.receipts} />
      </div>
    );
  if (isPending) return <BillingSkeleton />;
  return (
    <ErrorState title="Your payments could not be loaded." onRetry={() => void refetch()} className="mt-6">
      Your plan is {planNames[user.plan]}, and everything that you paid for is safe.
    </ErrorState>
  );
}

function PlanNow({ billing }: { billing: Billing }) {
  return (
    <Card aria-label="Plan">
      <CardHeader title={planNames[billing.plan]} text="Your plan" />
      <div className="mt-3 flex flex-wrap gap-2">
        {billing.plan === 'developer' ? null : (
          <Link to="/startup-spark-suite/dashboard#pricing" className={buttonClass({ variant: 'primary' })}>
            Compare the plans
          </Link>
        )}
        <Link to="/what-your-plan-covers" className={buttonClass()}>
          What your plan covers
        </Link>
        {billing.hasPortal ? <PortalButton>Cards and invoices</PortalButton> : null}
      </div>
    </Card>
  );
}

function BillingSkeleton() {
  return (
    <Loading label="Loading your payments" className="mt-6">
      <div className="grid gap-5">
        <Skeleton className="h-28 w-full rounded-m" />
        <Skeleton className="h-44 w-full rounded-m" />
      </div>
    </Loading>
  );
}
