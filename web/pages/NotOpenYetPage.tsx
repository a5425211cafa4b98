import { Hourglass } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** A place that the menu names before it exists: it says so and asks for nothing. */
export function NotOpenYetPage({ name }: { name: string }) {
  useTitle(name);
  return (
    <div className="mx-auto max-w-3xl px-4 py-8 sm:px-6">
      <h1 className="text-title">{name}</h1>
      <EmptyState
        icon={Hourglass}
        title="This page is not open yet"
        className="mt-6"
        action={
          <Link to="/" className={buttonClass({})}>
            Return to Home
          </Link>
        }
      >
        Nothing can be sent from here so far, and nothing is collected.
      </EmptyState>
    </div>
  );
}
