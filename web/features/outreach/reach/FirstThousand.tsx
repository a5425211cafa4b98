import { useState } from 'react';
import type { Reach } from '#shared/contracts/reach.ts';
import { CampaignSelect } from '#web/features/outreach/CampaignSelect.tsx';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Field } from '#web/ui/Field.tsx';
import { CommunityTable } from './CommunityTable.tsx';
import { NothingCounted } from './NothingCounted.tsx';
import { ReachMeters } from './ReachMeters.tsx';
import { ReachSkeleton } from './ReachSkeleton.tsx';
import { SignUpImages } from './SignUpImages.tsx';
import { useReach } from './use-reach.ts';

/** How far it is to the first 1,000 users, and which communities they came from (specification 9, Launch target). */
export function FirstThousand({ userId }: { userId: string }) {
  const [campaign, setCampaign] = useState('');
  const { data: reach, isPending, isError, isPlaceholderData, refetch } = useReach(userId, campaign);
  return (
    <Card id="first-thousand" aria-label="The first 1,000" className="scroll-mt-4">
      <CardHeader title="The first 1,000" text="People who came through the links in your replies." />
      <CampaignChoice userId={userId} campaign={campaign} onChoose={setCampaign} />
      {isPending ? <ReachSkeleton /> : null}
      {isError ? (
        <ErrorState
          title="These numbers could not be loaded."
          onRetry={() => void refetch()}
          className="mt-4"
        >
          They are counted all the same.
        </ErrorState>
      ) : null}
      {reach === null || (reach && isBare(reach)) ? <NothingCounted /> : null}
      {reach ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          {isBare(reach) ? null : <Counted reach={reach} />}
          <SignUpImages images={reach.signUpImages} />
        </div>
      ) : null}
    </Card>
  );
}

function isBare({ visits, signUps, surveyAnswers, communities }: Reach): boolean {
  return visits + signUps + surveyAnswers === 0 && communities.length === 0;
}

function Counted({ reach }: { reach: Reach }) {
  const { suggestion, communities } = reach;
  return (
    <>
      <ReachMeters reach={reach} />
      {suggestion ? (
        <p className="mt-4 rounded-s bg-spark-wash px-3 py-2.5 wrap-anywhere">
          <span className="font-medium">Where to go next: {suggestion.place}.</span> {suggestion.why}
        </p>
      ) : null}
      <CommunityTable communities={communities} />
    </>
  );
}

type CampaignChoiceProps = { userId: string; campaign: string; onChoose: (campaign: string) => void };

/** Nothing to choose between with one campaign. */
function CampaignChoice({ userId, campaign, onChoose }: CampaignChoiceProps) {
  const { campaigns = [] } = useCampaigns(userId);
  if (campaigns.length < 2) return null;
  return (
    <Field label="Counted for" className="mt-3">
      <CampaignSelect campaigns={campaigns} chosen={campaign} onChoose={onChoose} />
    </Field>
  );
}
