import type { ReactNode } from 'react';
import { Card, CardHeader } from '#web/ui/Card.tsx';

/** Can be led to by its address. What its header says is true of paused ones too. */
export function CampaignsCard({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <Card id="active-campaigns" aria-label="Active Campaigns" className="scroll-mt-4">
      <CardHeader
        title="Active Campaigns"
        text="Those that listen look for new conversations every six hours."
        action={action}
      />
      {children}
    </Card>
  );
}
