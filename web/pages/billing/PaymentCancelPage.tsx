import { Link } from 'react-router';
import { clearPostPaymentRedirect, readPostPaymentRedirect } from '#web/features/billing/payment-notes.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { useTitle } from '#web/ui/use-title.ts';

export function PaymentCancelPage() {
  useTitle('Payment Canceled');
  const onward = wayWithoutUpgrade();
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-2 px-4 py-16 text-center sm:px-6">
      <h1 className="text-title">Payment Canceled</h1>
      <p className="text-base text-soft">You have not been charged</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Link to={plans} className={buttonClass({ variant: 'primary', size: 'l' })}>
          Try again
        </Link>
        {onward ? (
          <Link to={onward} onClick={clearPostPaymentRedirect} className={buttonClass({ size: 'l' })}>
            Continue without upgrading
          </Link>
        ) : null}
        <Link to="/startup-spark-suite/dashboard" className={buttonClass({ variant: 'quiet', size: 'l' })}>
          Back to the dashboard
        </Link>
      </div>
    </div>
  );
}

/** Earlier destination, when it needs no plan: a tool's gate would only show the plans again. */
function wayWithoutUpgrade(): string | null {
  const path = readPostPaymentRedirect();
  if (!path) return null;
  const modal = new URL(path, window.location.origin).searchParams.get('modal');
  return modal === null || modal === 'jobForm' ? path : null;
}

const plans = '/startup-spark-suite/dashboard#pricing';
