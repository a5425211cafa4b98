import type { Plan } from '#shared/contracts/account.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';

type DevSupportCardProps = { plan: Plan; onSeePlans: () => void };

export function DevSupportCard({ plan, onSeePlans }: DevSupportCardProps) {
  return (
    <Card id="dev-support" className="scroll-mt-4">
      <CardHeader title="Dev Support" />
      <p className="mt-1.5 font-medium">Not open yet on this installation.</p>
      <p className="mt-1.5 text-soft">{included[plan]}</p>
      <Button onClick={onSeePlans} className="mt-3">
        Compare the plans
      </Button>
    </Card>
  );
}

/** What each plan says about support (specification 9, Prices). */
const included: Record<Plan, string> = {
  free: 'The Free Trial will include 1 support request per month, with a 48-hour response time.',
  pro: 'Your Pro Plan will include 10 support requests per month, with a 24-hour response time.',
  developer: 'Your Developer Plan will include unlimited support requests, with a 4-hour response time.',
};
