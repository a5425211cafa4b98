import { LinkedThreadCard } from '#web/features/support-requests/linked/LinkedThreadCard.tsx';
import { useLinkToken } from '#web/features/support-requests/linked/use-link-token.ts';
import { useTitle } from '#web/ui/use-title.ts';

/** Page behind the link of a support mail. It needs no login, and opening it changes nothing: mail scanners do. */
export function SupportAnswerPage() {
  useTitle('Answer to a support request');
  const token = useLinkToken();
  return (
    <div className="mx-auto max-w-3xl px-4 py-8 sm:px-6 sm:py-12">
      <LinkedThreadCard key={token} token={token} />
    </div>
  );
}
