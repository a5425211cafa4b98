import { CampaignSkeleton } from '#web/features/outreach/campaigns/CampaignSkeleton.tsx';
import { CampaignsCard } from '#web/features/outreach/campaigns/CampaignsCard.tsx';
import { NoCampaigns } from '#web/features/outreach/campaigns/NoCampaigns.tsx';
import { CardFailed } from './CardFailed.tsx';
import { EmptySkeleton } from './EmptySkeleton.tsx';
import { useCardCode } from './use-card-code.ts';

type ActiveCampaignsOnDemandProps = { userId: string; isReadOnly: boolean; onFind: () => void };

/** Active Campaigns, whose code is fetched for those who have some. */
export function ActiveCampaignsOnDemand(props: ActiveCampaignsOnDemandProps) {
  const { userId, isReadOnly, onFind } = props;
  const { campaigns, hasNone, code, hasFailed, retry } = useCardCode(userId, !isReadOnly, activeCampaigns);
  if (code && !hasNone) return <code.ActiveCampaigns {...props} />;
  const isLoading = !hasNone && !hasFailed;
  const hasList = !isReadOnly || campaigns.length > 0;
  return (
    <CampaignsCard>
      {hasNone ? <NoCampaigns onFind={onFind} /> : null}
      {hasFailed ? <CardFailed onRetry={retry} /> : null}
      {isLoading && hasList ? <CampaignSkeleton /> : null}
      {isLoading && !hasList ? <EmptySkeleton label="Loading your campaigns" /> : null}
    </CampaignsCard>
  );
}

const activeCampaigns = {
  name: 'active-campaigns',
  load: () => import('#web/features/outreach/campaigns/ActiveCampaigns.tsx'),
};
