import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LinkedThreadCard } from '#web/features/support-requests/thread/LinkedThreadCard.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** Page behind the link of a support mail. It needs no login, and opening it changes nothing: mail scanners do. */
export function SupportAnswerPage() {
  useTitle('Answer to a support request');
  const { token, mailId } = useLink();
  return (
    <div className="page-edge max-w-3xl px-4 py-8 sm:px-6 sm:py-12">
      <LinkedThreadCard key={token} token={token} mailId={mailId} />
    </div>
  );
}

/**
 * Token of a mail's link, and the mail whose words it adds, from the part of the address that is never sent to a server. It leaves the address at once,
 * so that sharing the page doesn't share it. The browser's history keeps it for a reload.
 */
function useLink(): { token: string; mailId: string | undefined } {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const parts = new URLSearchParams(hash.slice(1));
  const arrived = parts.get('token');
  const mail = parts.get('mail');
  const clearAddress = useEffectEvent(() =>
    navigate({ search }, { replace: true, state: { token: arrived, mail } }),
  );
  const hasArrived = arrived !== null;
  useEffect(() => {
    if (hasArrived) void clearAddress();
  }, [hasArrived]);
  const kept = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    token: arrived ?? kept(state?.token) ?? '',
    mailId: (hasArrived ? mail : kept(state?.mail)) ?? undefined,
  };
}
