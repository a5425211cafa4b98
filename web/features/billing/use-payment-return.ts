import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { type PaidPlan, paidPlan, verifyPayment } from '#shared/contracts/billing.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { announceChange } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { takePlanBefore } from './payment-notes.ts';

const ours = ['success', 'session_id', 'plan'];

/**
 * Answers `?success=true&session_id=…` and `?plan=X` on a page for signed-in people, and takes them out of the
 * address. Both only look at what has been paid: a made-up address changes no plan (Design 7.3).
 */
export function usePaymentReturn(): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { status, user, refresh } = useSession();
  const answered = useRef<string | null>(null);

  async function verify(sessionId: string) {
    try {
      const { plan } = await call(verifyPayment, { body: { sessionId } });
      if (user) takePlanBefore(user);
      showToast(message('plan_updated', { plan: planNames[plan] }));
      await refresh().catch(() => {});
      announceChange();
    } catch (error) {
      showToast(upgradeFailure(error));
    }
  }

  async function compare(known: User) {
    const before = takePlanBefore(known);
    const { plan } = await refresh().catch(() => known);
    if (plan !== before) showToast(message('plan_updated', { plan: planNames[plan] }));
  }

  const answer = useEffectEvent(() => {
    const params = new URLSearchParams(search);
    if (answered.current === search || !ours.some((name) => params.has(name))) return;
    answered.current = search;
    const sessionId = params.get('session_id');
    const plan = paidPlan.options.find((name) => name === params.get('plan'));
    if (sessionId && params.get('success') === 'true') void verify(sessionId);
    else if (plan && user) void compare(user);
    for (const name of ours) params.delete(name);
    navigate({ search: params.toString(), hash }, { replace: true });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is a new question
  useEffect(() => {
    if (status === 'signed-in') answer();
  }, [status, search]);
}

/** Reads the user's plan again, and says so if it is `plan` now. It grants nothing (Design 7.3). */
export function usePlanReread() {
  const { refresh } = useSession();
  return async (plan: PaidPlan): Promise<void> => {
    const user = await refresh().catch(() => null);
    if (user?.plan === plan) showToast(message('plan_subscribed', { plan: planNames[plan] }));
  };
}

/** 'Upgrade Failed' with what the server said, if it said anything (specification 8, Payment). */
export function upgradeFailure(error: unknown): Message {
  const unknown = message('upgrade_failed');
  if (!(error instanceof ApiError) || !error.details.text) return unknown;
  if (error.code === 'offline') return message('payment_unreachable');
  return { ...unknown, text: error.message };
}
