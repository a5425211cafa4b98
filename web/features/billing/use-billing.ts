import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import {
  type Billing,
  cancelSubscription,
  openBillingPortal,
  readBilling,
  resumeSubscription,
} from '#shared/contracts/billing.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { day } from './billing-labels.ts';

const billingKey = (userId: string) => ['billing', userId];

/** Billing of one account. The plan shown elsewhere is updated when it differs. */
export function useBilling({ id, plan }: User) {
  const { refresh } = useSession();
  const billing = useQuery({ queryKey: billingKey(id), queryFn: () => call(readBilling, {}), staleTime: 0 });
  const follow = useEffectEvent((now: Billing['plan']) => {
    if (now !== plan) refresh().catch(() => {});
  });
  const now = billing.data?.plan;
  useEffect(() => {
    if (now) follow(now);
  }, [now]);
  return billing;
}

/** Cancels the subscription for the end of its period, or takes that back. It shows at once. */
export function useCancellation(userId: string) {
  const client = useQueryClient();
  const queryKey = billingKey(userId);
  const show = (cancelAtPeriodEnd: boolean) =>
    client.setQueryData<Billing>(queryKey, (known) => {
      if (!known?.subscription) return known;
      return { ...known, subscription: { ...known.subscription, cancelAtPeriodEnd } };
    });
  return useMutation({
    scope: { id: 'cancellation' },
    mutationFn: (isCanceled: boolean) => call(isCanceled ? cancelSubscription : resumeSubscription, {}),
    onMutate: async (isCanceled) => {
      await client.cancelQueries({ queryKey });
      show(isCanceled);
    },
    onSuccess: (stored, isCanceled) => {
      client.setQueryData(queryKey, stored);
      const { subscription } = stored;
      const date = subscription ? day(subscription.currentPeriodEnd) : '';
      const isPaid = subscription?.state === 'active' && !subscription.withheld;
      const canceled = isPaid ? 'subscription_canceled' : 'subscription_canceled_unpaid';
      showToast(message(isCanceled ? canceled : 'subscription_resumed', { date }));
    },
    onError: (error, isCanceled) => {
      show(!isCanceled);
      showToast(readFailure(error, 'billing_unavailable').notice);
      void client.invalidateQueries({ queryKey });
    },
  });
}

/** Takes the whole window to the provider's own page for cards and invoices. */
export function useBillingPortal() {
  const [isLeaving, setLeaving] = useState(false);

  useEffect(() => {
    // A page that comes back from the browser's memory would otherwise wait for ever.
    const reset = () => setLeaving(false);
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  async function open() {
    setLeaving(true);
    try {
      const { url } = await call(openBillingPortal, {});
      if (!url) throw new Error('the portal has no address');
      window.location.assign(url);
    } catch (error) {
      setLeaving(false);
      showToast(readFailure(error, 'billing_unavailable').notice);
    }
  }
  return { isLeaving, open };
}
