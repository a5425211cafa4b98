import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { verifyPayment } from '#shared/contracts/billing.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames } from '#shared/rules/billing/prices.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { takePlanBefore } from '#web/features/billing/plan-before.ts';
import { upgradeFailure } from '#web/features/billing/upgrade-failure.ts';
import { announceChange } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

/** A bank can take a while; how often the page looks again by itself, and after what pauses. */
const looks = 8;
const pauseMs = (look: number) => Math.min(2_000 * 1.5 ** look, 15_000);

/**
 * Has the server look at a payment once somebody is signed in, and says how it ended. Asking twice does no harm. A
 * payment that is not finished is looked at again, for about a minute.
 */
export function useVerifiedPayment(sessionId: string) {
  const { status, user, refresh } = useSession();
  const { data, error, failureReason, isFetching, refetch } = useQuery({
    queryKey: ['verified-payment', user?.id, sessionId],
    queryFn: () => call(verifyPayment, { body: { sessionId } }),
    enabled: status === 'signed-in',
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, reason) => failures < (isUnfinished(reason) ? looks : retriesOf(reason)),
    retryDelay: pauseMs,
  });

  const plan = data?.plan;
  const succeed = useEffectEvent((bought: keyof typeof planNames) => {
    if (user) takePlanBefore(user);
    showToast(message('payment_succeeded', { plan: planNames[bought] }));
    refresh().catch(() => {});
    // The page that the plan was missing on may be open there.
    announceChange();
  });
  useEffect(() => {
    if (plan) succeed(plan);
  }, [plan]);

  useEffect(() => {
    if (error) showToast(upgradeFailure(error));
  }, [error]);

  return {
    plan,
    /** The provider has not confirmed the payment yet: it is being looked at again, or was for long enough. */
    isUnfinished: isUnfinished(failureReason),
    failure: error && !isFetching ? upgradeFailure(error) : null,
    retry: refetch,
  };
}

function isUnfinished(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'payment_not_finished';
}

/** Refusals are not retried; other failures are, once. */
function retriesOf(error: unknown): number {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 ? 0 : 1;
}
