import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Billing } from '#shared/contracts/billing.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { day, planAfterwards, renewalPrice } from './billing-labels.ts';
import { useBillingPortal, useCancellation } from './use-billing.ts';

type SubscriptionCardProps = { userId: string; billing: Billing };
type Subscription = NonNullable<Billing['subscription']>;

/** Status of the subscription; nothing without one. */
export function SubscriptionCard({ userId, billing }: SubscriptionCardProps) {
  const { subscription, hasPortal } = billing;
  if (!subscription) return null;
  const { state, cancelAtPeriodEnd } = subscription;
  return (
    <Card aria-label="Subscription">
      <CardHeader title="Subscription" action={<StatusBadge subscription={subscription} />} />
      <p className="mt-2 text-soft">{describe(subscription, billing)}</p>
      {state === 'past_due' && !subscription.withheld ? <PastDue hasPortal={hasPortal} /> : null}
      {subscription.withheld && hasPortal ? (
        <PortalButton className="mt-3">Check how you pay</PortalButton>
      ) : null}
      {state === 'ended' ? null : <Cancellation userId={userId} isCanceled={cancelAtPeriodEnd} />}
    </Card>
  );
}

function StatusBadge({ subscription: { state, cancelAtPeriodEnd } }: { subscription: Subscription }) {
  if (state === 'ended') return <Badge>Ended</Badge>;
  if (state === 'past_due') return <Badge tone="warn">Payment failed</Badge>;
  if (state === 'waiting') return <Badge tone="warn">Not paid</Badge>;
  return cancelAtPeriodEnd ? <Badge>Canceled</Badge> : <Badge tone="good">Active</Badge>;
}

const withheldTexts: Record<NonNullable<Subscription['withheld']>, string> = {
  unpaid: 'The payment of this subscription has not arrived. A bank can take some days.',
  'taken-back': 'The subscription runs, but its newest payment was given back or is disputed.',
  overdue: 'The last payment has failed for more than thirty days.',
};

function describe(
  { state, cancelAtPeriodEnd, currentPeriodEnd, withheld }: Subscription,
  billing: Billing,
): string {
  const date = day(currentPeriodEnd);
  const [developer, afterwards] = [planNames.developer, planAfterwards(billing)];
  if (state === 'ended') return `Your ${developer} ended on ${date}. What you made on it is still here.`;
  if (withheld) return `${withheldTexts[withheld]} Your plan is ${planNames[billing.plan]} meanwhile.`;
  if (cancelAtPeriodEnd && state === 'past_due')
    return `Your ${developer} goes on for now and ends on ${date}. Until then the payment that failed may still be tried. After that your plan is ${afterwards}.`;
  if (cancelAtPeriodEnd)
    return `Your ${developer} stays until ${date}. After that your plan is ${afterwards}, and you will not be charged again.`;
  if (state === 'past_due') return `Your ${developer} goes on for now.`;
  return `Your ${developer} renews on ${date} for ${renewalPrice(billing)}.`;
}

/** Said as it is: the plan has not ended yet, and what would end it. */
function PastDue({ hasPortal }: { hasPortal: boolean }) {
  return (
    <div role="alert" className="mt-3 rounded-s bg-warn-wash px-3.5 py-3">
      <p>
        The last payment did not go through. Your plan stays while the payment provider tries again, for at
        most thirty days; if that fails for good, the subscription ends.
      </p>
      {hasPortal ? <PortalButton className="mt-2.5">Update your card</PortalButton> : null}
    </div>
  );
}

function Cancellation({ userId, isCanceled }: { userId: string; isCanceled: boolean }) {
  const cancellation = useCancellation(userId);
  return (
    <div className="mt-3">
      <Button onClick={() => cancellation.mutate(!isCanceled)}>
        {isCanceled ? 'Keep the subscription' : 'Cancel subscription'}
      </Button>
    </div>
  );
}

type PortalButtonProps = { children: ReactNode; className?: string };

/** Leads to the payment provider's own page. */
export function PortalButton({ children, className }: PortalButtonProps) {
  const { isLeaving, open } = useBillingPortal();
  return (
    <Button
      busy={isLeaving}
      onClick={() => void open()}
      icon={<ExternalLink size={15} aria-hidden="true" />}
      className={className}
    >
      {children}
    </Button>
  );
}
