import type { User } from '#shared/contracts/account.ts';
import { planNames } from '#shared/rules/prices.ts';
import { hoursPromised } from '#shared/rules/request-limits.ts';
import { useConfig } from '#web/api/config.ts';
import { leftWords } from '#web/features/support-requests/allowance-words.ts';
import type { JobFormStart } from '#web/features/support-requests/form/request-draft.ts';
import { UnsentRequest } from '#web/features/support-requests/form/UnsentRequest.tsx';
import { OpenRequests } from '#web/features/support-requests/OpenRequests.tsx';
import { useNow } from '#web/features/support-requests/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';

type DevSupportCardProps = {
  user: User;
  onSeePlans: () => void;
  /** Goes on with a request that was not sent. */
  onContinue: (start: JobFormStart) => void;
};

/** What the plan has left of help, and the newest requests that wait for it. */
export function DevSupportCard({ user, onSeePlans, onContinue }: DevSupportCardProps) {
  const { data: config } = useConfig();
  const now = useNow();
  const hours = config?.supportHours ? 'working hours' : 'hours';
  return (
    <Card id="dev-support" className="scroll-mt-4">
      <CardHeader title="Dev Support" />
      <p className="mt-1.5">{leftWords(user, now)}</p>
      <p className="mt-1 text-soft">
        {planNames[user.plan]}: a person answers within {hoursPromised(user.plan)} {hours}.
        {user.plan === 'developer' ? null : ' If that is late, you get the request back.'}
      </p>
      <UnsentRequest userId={user.id} onContinue={onContinue} />
      <OpenRequests userId={user.id} />
      {user.plan === 'developer' ? null : (
        <Button onClick={onSeePlans} className="mt-3">
          Compare the plans
        </Button>
      )}
    </Card>
  );
}
