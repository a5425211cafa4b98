import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Field } from '#web/ui/Field.tsx';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { ReadOnlyNote } from '#web/ui/ReadOnlyNote.tsx';
import { Select } from '#web/ui/Select.tsx';
import { HackerNewsLogin } from './HackerNewsLogin.tsx';
import { NoCampaign } from './NoCampaign.tsx';
import { PlaceByPlace } from './PlaceByPlace.tsx';
import { PostingCard } from './PostingCard.tsx';
import { PostingForm } from './PostingForm.tsx';
import { SettingsSkeleton } from './SettingsSkeleton.tsx';
import { usePostingDrafts } from './use-posting-settings.ts';

type PostingSettingsProps = { userId: string; isReadOnly: boolean };

/** The automated-posting card of the first campaign, or of another one that is chosen (specification 2, Settings). */
export function PostingSettings({ userId, isReadOnly }: PostingSettingsProps) {
  const listed = useCampaigns(userId);
  const { campaigns, isPending, refetch } = listed;
  const region = useRef<HTMLDivElement>(null);
  // The button that had the focus goes.
  const stay = () => region.current?.focus({ preventScroll: true });
  const [chosen, choose] = useState('');
  const campaign = campaigns?.find(({ id }) => id === chosen) ?? campaigns?.[0];
  return (
    <PostingCard>
      <div ref={region} tabIndex={-1} className="outline-none">
        {isPending ? <SettingsSkeleton /> : null}
        {campaigns?.length === 0 ? <NoCampaign /> : null}
        {!campaigns && !isPending ? (
          <ErrorState
            title="Your campaigns could not be loaded."
            onRetry={() => void refetch()}
            className="mt-3"
          >
            Their settings are safe on the server and hold as they were.
          </ErrorState>
        ) : null}
        {campaign ? (
          <CampaignSettings userId={userId} campaign={campaign} isReadOnly={isReadOnly}>
            <CampaignChoice listed={listed} chosen={campaign.id} onChoose={choose} onLeave={stay} />
          </CampaignSettings>
        ) : null}
      </div>
    </PostingCard>
  );
}

type CampaignSettingsProps = PostingSettingsProps & { campaign: Campaign; children: ReactNode };

function CampaignSettings({ userId, campaign, isReadOnly, children }: CampaignSettingsProps) {
  const { draftOf, keep, forget } = usePostingDrafts(userId);
  const navigate = useNavigate();
  const draft = draftOf(campaign);
  return (
    <div className="mt-3 grid grid-cols-1 gap-4">
      {isReadOnly ? (
        <ReadOnlyNote
          title="Automated posting needs the Developer plan. Nothing is sent until then."
          onUpgrade={() => navigate('/startup-spark-suite/dashboard#pricing')}
        >
          Your settings are kept as they are.
        </ReadOnlyNote>
      ) : null}
      {children}
      {isReadOnly ? null : <HackerNewsLogin key={`login ${campaign.id}`} campaignId={campaign.id} />}
      <PostingForm
        key={campaign.id}
        userId={userId}
        campaign={campaign}
        draft={draft}
        isReadOnly={isReadOnly}
        onChange={(changed) => keep(campaign, changed)}
        onForget={() => forget(campaign)}
      />
      <PlaceByPlace userId={userId} campaign={campaign} />
    </div>
  );
}

type CampaignChoiceProps = {
  listed: ReturnType<typeof useCampaigns>;
  chosen: string;
  onChoose: (id: string) => void;
  /** The button that had the focus goes. */
  onLeave: () => void;
};

function CampaignChoice({ listed, chosen, onChoose, onLeave }: CampaignChoiceProps) {
  const { campaigns = [], isFetchNextPageError } = listed;
  if (campaigns.length === 1)
    return (
      <p dir="auto" className="wrap-anywhere">
        <span className="font-medium">Campaign:</span> {campaigns[0]?.product.name}
      </p>
    );
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field label="Campaign">
        <Select value={chosen} onChange={(event) => onChoose(event.target.value)}>
          {campaigns.map(({ id, product, createdAt }) => (
            <option key={id} value={id}>
              {product.name}, started{' '}
              {new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}
            </option>
          ))}
        </Select>
      </Field>
      <MorePages list={listed} label="Show more campaigns" onEnd={onLeave} className="mt-1" />
      {isFetchNextPageError ? (
        <ListFailed list={listed} names={names} className="mt-1">
          Their settings are safe on the server and hold as they were.
        </ListFailed>
      ) : null}
    </div>
  );
}

const names = { all: 'Your campaigns', more: 'More campaigns' };
