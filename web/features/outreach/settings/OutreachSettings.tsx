import { useMutation } from '@tanstack/react-query';
import Settings from 'lucide-react/icons/settings';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { startHackerNewsLink } from '#shared/contracts/outreach/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import { DailyMailCard } from './DailyMailCard.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { useLinkedAccounts } from './linked-accounts.ts';
import { PlaceByPlace } from './PlaceByPlace.tsx';
import { PostingCard, SettingsSkeleton } from './PostingCard.tsx';
import { PostingForm } from './PostingForm.tsx';

type OutreachSettingsProps = {
  userId: string;
  /** The plan has no campaigns: everything can be read, and accounts unlinked. */
  isReadOnly: boolean;
};

/** Automated posting, and the accounts that replies are sent from. */
export function OutreachSettings(props: OutreachSettingsProps) {
  return (
    <>
      <PostingSettings {...props} />
      <LinkedAccounts {...props} />
      {props.isReadOnly ? null : <DailyMailCard userId={props.userId} />}
    </>
  );
}

/** The automated-posting card of the first campaign, or of another one that is chosen (specification 2, Settings). */
function PostingSettings({ userId, isReadOnly }: OutreachSettingsProps) {
  const list = useCampaigns(userId);
  const { campaigns, isPending, refetch } = list;
  const region = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
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
            Nothing has changed.
          </ErrorState>
        ) : null}
        {campaign ? (
          <div className="mt-3 grid grid-cols-1 gap-4">
            {isReadOnly ? (
              <ReadOnlyNote
                title="Automated posting needs the Developer plan. Nothing is sent until then."
                onUpgrade={() => navigate('/startup-spark-suite/dashboard#pricing')}
              >
                Your settings are kept as they are.
              </ReadOnlyNote>
            ) : null}
            <CampaignChoice
              list={list}
              chosen={campaign.id}
              onChoose={choose}
              // The focused button is gone by then.
              onEnd={() => region.current?.focus({ preventScroll: true })}
            />
            {isReadOnly ? null : (
              <HackerNewsLogin key={`login ${campaign.id}`} userId={userId} campaignId={campaign.id} />
            )}
            <PostingForm key={campaign.id} userId={userId} campaign={campaign} isReadOnly={isReadOnly} />
            <PlaceByPlace userId={userId} campaign={campaign} />
          </div>
        ) : null}
      </div>
    </PostingCard>
  );
}

/** In the specification's words (section 2, Settings). */
function NoCampaign() {
  return (
    <EmptyState
      icon={Settings}
      title="Create a campaign to manage automated posting settings."
      className="mt-3"
      action={
        <Link to="/startup-spark-suite/dashboard" className={buttonClass({})}>
          Go to the dashboard
        </Link>
      }
    >
      Automated posting is off until then.
    </EmptyState>
  );
}

type CampaignChoiceProps = {
  list: ReturnType<typeof useCampaigns>;
  chosen: string;
  onChoose: (id: string) => void;
  /** All campaigns are loaded. */
  onEnd: () => void;
};

function CampaignChoice({ list, chosen, onChoose, onEnd }: CampaignChoiceProps) {
  const { campaigns = [], isFetchNextPageError } = list;
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
      <MorePages list={list} label="Show more campaigns" onEnd={onEnd} className="mt-1" />
      {isFetchNextPageError ? (
        <ListFailed list={list} names={names} className="mt-1">
          Nothing has changed.
        </ListFailed>
      ) : null}
    </div>
  );
}

const names = { all: 'Your campaigns', more: 'More campaigns' };

// Specification 7 has the size.
const windowFeatures = 'popup,width=800,height=600';

/**
 * Opens the page that links a Hacker News account (specification 2, Settings; design 7.13). The window is opened in the
 * click itself, still empty: later a browser would block it.
 */
function HackerNewsLogin({ userId, campaignId }: { userId: string; campaignId: string }) {
  const { data: accounts } = useLinkedAccounts(userId);
  const [blockedUrl, setBlockedUrl] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (_opened: Window | null) => {
      const { loginUrl } = await call(startHackerNewsLink, { body: { campaignId } });
      if (!loginUrl) throw new Error('the login has no address');
      return loginUrl;
    },
    onSuccess(loginUrl, opened) {
      if (!opened || opened.closed) return setBlockedUrl(loginUrl);
      opened.location.replace(loginUrl);
      opened.focus();
    },
    onError(_error, opened) {
      opened?.close();
      showToast(message('account_link_failed'));
    },
  });

  function start() {
    setBlockedUrl(undefined);
    mutate(window.open('', 'link-hacker-news', windowFeatures));
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <div>
        <Button onClick={start} busy={isPending} busyText="Opening...">
          Link Hacker News Account
        </Button>
      </div>
      <div role="status" className="empty:absolute">
        {blockedUrl ? (
          <p className="rounded-s bg-warn-wash px-3.5 py-3">
            Your browser did not open the window.{' '}
            <a
              href={blockedUrl}
              target="_blank"
              rel="noreferrer"
              onClick={() => setBlockedUrl(undefined)}
              className="font-medium text-spark-ink underline underline-offset-2"
            >
              Open the page
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
        ) : null}
      </div>
      {error ? (
        <NotSent what="Not opened." reason={readFailure(error, 'account_link_failed').reason} />
      ) : null}
      {/* A linked account says itself how its replies go out. */}
      {accounts?.every(({ source }) => source !== 'hacker-news') ? (
        <p className="text-meta text-faint">Once it is linked, we find your replies there.</p>
      ) : null}
    </div>
  );
}
