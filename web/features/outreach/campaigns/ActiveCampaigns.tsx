import { useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { CampaignRow } from './CampaignRow.tsx';
import { CampaignSkeleton } from './CampaignSkeleton.tsx';
import { NoCampaigns } from './NoCampaigns.tsx';
import { useCampaigns } from './use-campaigns.ts';

type ActiveCampaignsProps = {
  userId: string;
  /** The plan no longer has campaigns: everything can be read and nothing changed. */
  isReadOnly: boolean;
  /** Opens the search for conversations. */
  onFind: () => void;
};

/** What each campaign looks for, and whether it listens (specification 2, Dashboard). */
export function ActiveCampaigns({ userId, isReadOnly, onFind }: ActiveCampaignsProps) {
  const { campaigns, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useCampaigns(userId);
  const region = useRef<HTMLDivElement>(null);
  return (
    <Card id="active-campaigns" aria-label="Active Campaigns" className="scroll-mt-4">
      <CardHeader
        title="Active Campaigns"
        text="Each looks for new conversations every six hours."
        action={campaigns && campaigns.length > 0 ? <Button onClick={onFind}>New campaign</Button> : null}
      />
      <div ref={region} tabIndex={-1} className="outline-none">
        {isPending ? <CampaignSkeleton /> : null}
        {campaigns?.length === 0 && !isError ? <NoCampaigns onFind={onFind} /> : null}
        <ul className="divide-y divide-line">
          {campaigns?.map((campaign) => (
            <li key={campaign.id} className="py-3.5 last:pb-0">
              <CampaignRow userId={userId} campaign={campaign} isReadOnly={isReadOnly} />
            </li>
          ))}
        </ul>
        {isError ? (
          <ErrorState
            title={
              campaigns ? 'Your campaigns could not be refreshed.' : 'Your campaigns could not be loaded.'
            }
            onRetry={() => {
              // The button goes when they come.
              region.current?.focus({ preventScroll: true });
              void refetch();
            }}
            className="mt-4"
          >
            They are safe on the server and go on as they were.
          </ErrorState>
        ) : null}
        {hasNextPage && !isError ? (
          <Button
            busy={isFetchingNextPage}
            busyText="Loading..."
            onClick={() => void fetchNextPage()}
            className="mt-3"
          >
            Show more campaigns
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
