import Megaphone from 'lucide-react/icons/megaphone';
import { CardOnDemand } from '#web/features/outreach/CardOnDemand.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useCampaigns } from './use-campaigns.ts';

type CampaignsCardProps = {
  userId: string;
  /** The plan has no campaigns: everything can be read and nothing changed. */
  isReadOnly: boolean;
  /** Opens the search for conversations. */
  onFind: () => void;
};

/** Active Campaigns (specification 2, Dashboard). Its header is true of paused ones too. */
export function CampaignsCard({ userId, isReadOnly, onFind }: CampaignsCardProps) {
  const { campaigns = [] } = useCampaigns(userId);
  return (
    <Card id="active-campaigns" aria-label="Active Campaigns" className="scroll-mt-4">
      <CardHeader
        title="Active Campaigns"
        action={campaigns.length > 0 ? <Button onClick={onFind}>New campaign</Button> : null}
      />
      <CardOnDemand
        userId={userId}
        hasPlan={!isReadOnly}
        code={code}
        empty={
          <EmptyState
            icon={Megaphone}
            title="No campaign yet"
            action={<Button onClick={onFind}>Launch a campaign</Button>}
          >
            A campaign finds people who have the problem, every hour.
          </EmptyState>
        }
        skeleton={<CampaignSkeleton />}
        loadingLabel="Loading your campaigns"
        className="mt-4"
      >
        {({ ActiveCampaigns }) => (
          <ActiveCampaigns userId={userId} isReadOnly={isReadOnly} skeleton={<CampaignSkeleton />} />
        )}
      </CardOnDemand>
    </Card>
  );
}

const code = { name: 'active-campaigns', load: () => import('./ActiveCampaigns.tsx') };

function CampaignSkeleton() {
  return (
    <Loading label="Loading your campaigns" className="py-3.5 pb-0">
      <div className="grid grid-cols-1 gap-1.5">
        <div className="flex justify-between gap-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-20" />
        </div>
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 w-52" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-control w-44" />
      </div>
    </Loading>
  );
}
