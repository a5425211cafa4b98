import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { useTitle } from '#web/ui/use-title.ts';

export function PaymentCancelPage() {
  useTitle('Payment Canceled');
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-2 px-4 py-16 text-center sm:px-6">
      <h1 className="text-title">Payment Canceled</h1>
      <p className="text-base text-soft">You have not been charged</p>
      <Link to="/startup-spark-suite/dashboard" className={buttonClass({ size: 'l' }, 'mt-5')}>
        Back to the dashboard
      </Link>
    </div>
  );
}
