import type { User } from '#shared/contracts/account.ts';
import { useNow } from '#web/features/support-requests/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { nextRequestFrom } from './next-request.ts';

type LimitReachedProps = { text: string; user: User; onSeePlans: () => void };

/** Why nothing can be submitted now, from when it can, and the way to the plans. */
export function LimitReached({ text, user, onSeePlans }: LimitReachedProps) {
  const next = nextRequestFrom(user, useNow());
  return (
    <div role="status" className="rounded-m bg-warn-wash px-4 py-3.5">
      <p className="font-medium">Limit Reached</p>
      <p className="text-soft">{text}</p>
      <p className="text-soft">
        {next ? `You can send the next request from ${next}. ` : null}
        What you write here is kept in this browser until then.
      </p>
      <Button onClick={onSeePlans} className="mt-3">
        Compare the plans
      </Button>
    </div>
  );
}
