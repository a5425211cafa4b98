import { MapPin } from 'lucide-react';
import { Link } from 'react-router';
import { Contact } from '#web/features/contact/Contact.tsx';
import { useTitle } from '#web/ui/use-title.ts';

export function ContactPage() {
  useTitle('Contact Us');
  return (
    <div className="page-edge grid max-w-5xl gap-6 px-4 py-10 sm:px-6 sm:py-14 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:gap-12">
      <div>
        <h1 className="text-title">Contact Us</h1>
        <p className="mt-3 text-base text-soft">We answer by e-mail.</p>
        <address className="mt-4 flex items-center gap-2 not-italic">
          <MapPin size={16} aria-hidden="true" className="shrink-0 text-faint" />
          New York, NY
        </address>
        <p className="mt-4 text-meta text-faint">
          Your message is used to answer you, and for nothing else.{' '}
          <Link to="/FAQ" className="underline underline-offset-2 hover:text-ink">
            Questions and answers
          </Link>
        </p>
      </div>
      <div>
        <Contact />
      </div>
    </div>
  );
}
