import { useMutation } from '@tanstack/react-query';
import Settings from 'lucide-react/icons/settings';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Campaign, thresholdBounds } from '#shared/contracts/campaigns.ts';
import { startHackerNewsLink } from '#shared/contracts/linked-accounts.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { Switch } from '#web/ui/controls/Switch.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import { PlaceByPlace } from './PlaceByPlace.tsx';
import { PostingCard } from './PostingCard.tsx';
import { Refused } from './Refused.tsx';
import { SettingsSkeleton } from './SettingsSkeleton.tsx';
import { isSaved, usePostingDraft, useSavePosting } from './use-posting-settings.ts';

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
  const navigate = useNavigate();
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
      <PostingForm key={campaign.id} userId={userId} campaign={campaign} isReadOnly={isReadOnly} />
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

/** Starts linking a Hacker News account (specification 2, Settings; design 7.13). */
function HackerNewsLogin({ campaignId }: { campaignId: string }) {
  const { start, busy, blocked, failure, forget } = useHackerNewsLogin(campaignId);
  return (
    <div className="grid grid-cols-1 gap-2">
      <div>
        <Button onClick={start} busy={busy} busyText="Opening...">
          Link Hacker News Account
        </Button>
      </div>
      <div role="status" className="empty:absolute">
        {blocked ? (
          <p className="rounded-s bg-warn-wash px-3.5 py-3">
            Your browser did not open the window.{' '}
            <a
              href={blocked}
              target="_blank"
              rel="noreferrer"
              onClick={forget}
              className="font-medium text-spark-ink underline underline-offset-2"
            >
              Open the page
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
        ) : null}
      </div>
      {failure ? <Refused what="Not opened." reason={failure} /> : null}
      <p className="text-meta text-faint">
        You prove that the account is yours. On news.ycombinator.com replies stay in your hands: you post
        them, and we find them.
      </p>
    </div>
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
      Launch on the dashboard starts one. Automated posting is off until you switch it on here.
    </EmptyState>
  );
}

const { least, most } = thresholdBounds;

type PostingFormProps = { userId: string; campaign: Campaign; isReadOnly: boolean };

/**
 * Settings of automated posting and its least confidence; the input's own bounds hold (specification 5).
 */
function PostingForm({ userId, campaign, isReadOnly }: PostingFormProps) {
  const { draft, change, clear } = usePostingDraft(userId, campaign);
  const { save, busy, failure } = useSavePosting(userId, campaign, clear);
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || isReadOnly) return;
    if (input.current?.validity.valid) return save(draft);
    setError(`Enter a whole number from ${least} to ${most}.`);
    input.current?.focus();
  }
  function undo() {
    setError(undefined);
    clear();
  }
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <Switch
        label="Enable automated posting"
        help="Off: nothing is sent before you approve it. On: only where a place allows it, as listed below."
        checked={draft.autoPost}
        disabled={isReadOnly || busy}
        onChange={(event) => change({ ...draft, autoPost: event.target.checked })}
      />
      <Field
        label="Confidence Threshold"
        help={`From ${least} to ${most}. A reply whose conversation is less surely about your problem waits for you.`}
        error={error}
        required
      >
        <TextInput
          ref={input}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          step={1}
          readOnly={isReadOnly || busy}
          value={draft.threshold}
          onChange={(event) => {
            setError(undefined);
            change({ ...draft, threshold: event.target.value });
          }}
          className="max-w-32 tabular-nums"
        />
      </Field>
      {failure ? <Refused what="Not saved." reason={failure} /> : null}
      {isReadOnly ? null : <SaveRow isChanged={!isSaved(draft, campaign)} busy={busy} onUndo={undo} />}
    </form>
  );
}

type SaveRowProps = { isChanged: boolean; busy: boolean; onUndo: () => void };

function SaveRow({ isChanged, busy, onUndo }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
        Save Settings
      </Button>
      {isChanged && !busy ? (
        <>
          <Button variant="quiet" onClick={onUndo}>
            Undo changes
          </Button>
          <span className="text-meta text-soft">Not saved yet.</span>
        </>
      ) : null}
    </div>
  );
}

// The size is in specification 7.
const look = 'popup,width=800,height=600';

/**
 * Opens the page that links a Hacker News account in a window of its own. The window is opened in the click itself,
 * still empty: later a browser would block it. `blocked` is the page's address where it was blocked nevertheless.
 */
function useHackerNewsLogin(campaignId: string) {
  const [blocked, setBlocked] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: async (_opened: Window | null) => {
      const { loginUrl } = await call(startHackerNewsLink, { body: { campaignId } });
      if (!loginUrl) throw new Error('the login has no address');
      return loginUrl;
    },
    onSuccess(loginUrl, opened) {
      if (!opened || opened.closed) return setBlocked(loginUrl);
      opened.location.replace(loginUrl);
      opened.focus();
    },
    onError(_error, opened) {
      opened?.close();
      showToast(message('account_link_failed'));
    },
  });
  return {
    blocked,
    busy: isPending,
    failure: error ? readFailure(error, 'account_link_failed').reason : undefined,
    start() {
      setBlocked(undefined);
      mutate(window.open('', 'link-hacker-news', look));
    },
    forget: () => setBlocked(undefined),
  };
}
