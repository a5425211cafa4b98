import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LogIn } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { verifyPayment } from '#shared/contracts/billing.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import {
  clearPostPaymentRedirect,
  readPostPaymentRedirect,
  takePlanBefore,
} from '#web/features/billing/payment-notes.ts';
import { upgradeFailure } from '#web/features/billing/use-payment-return.ts';
import { announceChange } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';

export function PaymentSuccessPage() {
  useTitle('Payment');
  const [params] = useSearchParams();
  const sessionId = params.get('session_id');
  return (
    <div className="mx-auto max-w-xl px-4 py-16 sm:px-6">
      {sessionId ? <Verification sessionId={sessionId} /> : <NoSession />}
    </div>
  );
}

function NoSession() {
  useEffect(() => showToast(message('payment_session_missing')), []);
  return <Navigate to="/" replace />;
}

function Verification({ sessionId }: { sessionId: string }) {
  const { status } = useSession();
  const { plan, isUnfinished, failure, retry } = useVerifiedPayment(sessionId);
  if (plan) return <Paid planName={planNames[plan]} />;
  return (
    <>
      <h1 className="sr-only">Payment</h1>
      {status === 'signed-out' ? <NotSignedIn /> : null}
      {status !== 'signed-out' && failure ? (
        <ErrorState title={failure.title} onRetry={() => retry()}>
          <p>{failure.text}</p>
          {isUnfinished ? <UnfinishedHelp /> : null}
          <p>A payment counts once.</p>
        </ErrorState>
      ) : null}
      {status !== 'signed-out' && !failure ? <Checking isUnfinished={isUnfinished} /> : null}
    </>
  );
}

function NotSignedIn() {
  const { openSignIn } = useSession();
  return (
    <EmptyState
      icon={LogIn}
      title="Log in to finish"
      action={<Button onClick={() => openSignIn('sign-in')}>Sign In</Button>}
    >
      Use the account you paid from. Your payment is not lost.
    </EmptyState>
  );
}

function Checking({ isUnfinished }: { isUnfinished: boolean }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-7 text-center text-soft">
      <Spinner />
      <p>{isUnfinished ? 'Not confirmed yet. Looking again…' : 'Checking your payment…'}</p>
      {isUnfinished ? <UnfinishedHelp /> : null}
    </div>
  );
}

/** Somebody may have come back without paying, or their bank takes a while. */
function UnfinishedHelp() {
  return (
    <>
      <p>You paid? You can leave: your plan changes once the payment is confirmed.</p>
      <p>
        Not paid yet?{' '}
        <Link to={plansPath} className="font-medium text-spark-ink underline underline-offset-3">
          Choose your plan again
        </Link>
        : the same checkout goes on.
      </p>
    </>
  );
}

const plansPath = '/startup-spark-suite/dashboard#pricing';

function Paid({ planName }: { planName: string }) {
  const next = readPostPaymentRedirect();
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <span className="mb-2 grid size-12 place-items-center rounded-full bg-good-wash text-good">
        <CircleCheck size={24} aria-hidden="true" />
      </span>
      <h1 className="text-title">Payment Successful!</h1>
      <p className="text-base text-soft">Your plan is now {planName}.</p>
      <Link
        to={next ?? '/startup-spark-suite/dashboard'}
        onClick={clearPostPaymentRedirect}
        className={buttonClass({ variant: 'primary', size: 'l' }, 'mt-5')}
      >
        {next ? 'Continue where you left off' : 'Continue to the dashboard'}
      </Link>
    </div>
  );
}

/** A bank can take a while; how often the page looks again by itself, and after what pauses. */
const looks = 8;
const pauseMs = (look: number) => Math.min(2_000 * 1.5 ** look, 15_000);

/**
 * Has the server check a payment once the user is signed in, and says how it ended. Asking twice does no harm. A
 * payment that is not finished is looked at again, for about a minute.
 */
function useVerifiedPayment(sessionId: string) {
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
