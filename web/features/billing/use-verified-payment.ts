import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { verifyPayment } from '#shared/contracts/billing.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames } from '#shared/rules/prices.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/toast.ts';
import { upgradeFailure } from './upgrade-failure.ts';

/** Has the server look at a payment once somebody is signed in, and says how it ended. Asking twice does no harm. */
export function useVerifiedPayment(sessionId: string) {
  const { status, refresh } = useSession();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verified-payment', sessionId],
    queryFn: () => call(verifyPayment, { body: { sessionId } }),
    enabled: status === 'signed-in',
    staleTime: Number.POSITIVE_INFINITY,
  });

  const plan = data?.plan;
  const succeed = useEffectEvent((bought: keyof typeof planNames) => {
    showToast(message('payment_succeeded', { plan: planNames[bought] }));
    refresh().catch(() => {});
  });
  useEffect(() => {
    if (plan) succeed(plan);
  }, [plan]);

  useEffect(() => {
    if (error) showToast(upgradeFailure(error));
  }, [error]);

  return { plan, failure: error && !isFetching ? upgradeFailure(error) : null, retry: refetch };
}
