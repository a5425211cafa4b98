import { useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { CampaignRow } from './CampaignRow.tsx';
import { CampaignSkeleton } from './CampaignSkeleton.tsx';
import { CampaignsCard } from './CampaignsCard.tsx';
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
  const { campaigns, ...list } = useCampaigns(userId);
  const { isPending, isError } = list;
  const region = useRef<HTMLDivElement>(null);
  // The button that had the focus goes.
  const stay = () => region.current?.focus({ preventScroll: true });
  return (
    <CampaignsCard
      action={campaigns && campaigns.length > 0 ? <Button onClick={onFind}>New campaign</Button> : null}
    >
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
          <ListFailed list={list} names={names} className="mt-4">
            They are safe on the server and go on as they were.
          </ListFailed>
        ) : null}
        <MorePages list={list} label="Show more campaigns" onEnd={stay} className="mt-3" />
      </div>
    </CampaignsCard>
  );
}

const names = { all: 'Your campaigns', more: 'More campaigns' };
