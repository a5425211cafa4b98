import { Link } from 'react-router';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { useTitle } from '#web/ui/use-title.ts';

export function NotFoundPage() {
  useTitle('Page not found');
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-3 px-4 py-24 text-center sm:px-6">
      <p className="text-meta font-medium text-spark-ink tabular-nums">404</p>
      <h1 className="text-title">There is no page here</h1>
      <p className="max-w-[44ch] text-soft">Check the address. Nothing of yours is lost.</p>
      <Link to="/" className={buttonClass({ variant: 'primary' }, 'mt-3')}>
        Return to Home
      </Link>
    </div>
  );
}
