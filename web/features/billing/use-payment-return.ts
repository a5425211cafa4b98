import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paidPlan, verifyPayment } from '#shared/contracts/billing.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames } from '#shared/rules/prices.ts';
import { call } from '#web/api/call.ts';
import { announceChange } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/toast.ts';
import { upgradeFailure } from './upgrade-failure.ts';
import { usePlanReread } from './use-plan-reread.ts';

const ours = ['success', 'session_id', 'plan'];

/**
 * Answers `?success=true&session_id=…` and `?plan=X` on a page for signed-in people, and takes them out of the
 * address. Both only look at what has been paid: a made-up address changes no plan (Design 7.3).
 */
export function usePaymentReturn(): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { status, refresh } = useSession();
  const reread = usePlanReread();
  const answered = useRef<string | null>(null);

  async function verify(sessionId: string) {
    try {
      const { plan } = await call(verifyPayment, { body: { sessionId } });
      showToast(message('plan_updated', { plan: planNames[plan] }));
      await refresh().catch(() => {});
      announceChange();
    } catch (error) {
      showToast(upgradeFailure(error));
    }
  }

  const answer = useEffectEvent(() => {
    const params = new URLSearchParams(search);
    if (answered.current === search || !ours.some((name) => params.has(name))) return;
    answered.current = search;
    const sessionId = params.get('session_id');
    const plan = paidPlan.options.find((name) => name === params.get('plan'));
    if (sessionId && params.get('success') === 'true') void verify(sessionId);
    else if (plan) void reread(plan);
    for (const name of ours) params.delete(name);
    navigate({ search: params.toString(), hash }, { replace: true });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new question
  useEffect(() => {
    if (status === 'signed-in') answer();
  }, [status, search]);
}
