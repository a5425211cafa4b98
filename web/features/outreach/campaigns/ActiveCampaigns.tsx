import { useMutation, useQueryClient } from '@tanstack/react-query';
import Pause from 'lucide-react/icons/pause';
import Radio from 'lucide-react/icons/radio';
import Square from 'lucide-react/icons/square';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type Campaign,
  type CampaignSource,
  deleteCampaign,
  endCampaign,
  type PauseReason,
  pauseCampaign,
  renewFeed,
  resumeCampaign,
} from '#shared/contracts/outreach/campaigns.ts';
import { message } from '#shared/messages/catalogue.ts';
import { listenEveryHours } from '#shared/rules/outreach/places/listening-times.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { outcomeLabels, reasonLabel } from '#web/features/outreach/source-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { Time } from '#web/ui/Time.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import { outreachKey, useCampaigns, useReplaceCampaign } from './use-campaigns.ts';

type ActiveCampaignsProps = { userId: string; isReadOnly: boolean; skeleton: ReactNode };

/** Campaigns with their keywords, their state and their sources' reports. */
export function ActiveCampaigns({ userId, isReadOnly, skeleton }: ActiveCampaignsProps) {
  const { campaigns, ...list } = useCampaigns(userId);
  const { isPending, isError } = list;
  const region = useRef<HTMLDivElement>(null);
  const running = campaigns?.filter(({ endedAt }) => endedAt === null) ?? [];
  const ended = campaigns?.filter(({ endedAt }) => endedAt !== null) ?? [];
  const rows = (shown: Campaign[]) => (
    <ul className="divide-y divide-line">
      {shown.map((campaign) => (
        <li key={campaign.id} className="py-3.5 last:pb-0">
          <CampaignRow
            userId={userId}
            campaign={campaign}
            isReadOnly={isReadOnly}
            // Its row, with the focused button, moves to the other list.
            onMove={() => region.current?.focus({ preventScroll: true })}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {isPending ? skeleton : null}
      {running.length > 0 ? rows(running) : null}
      {ended.length > 0 ? (
        <Fold title={`Ended (${ended.length.toLocaleString()})`} className="mt-3.5">
          {rows(ended)}
        </Fold>
      ) : null}
      {isError ? (
        <ListFailed list={list} names={names} className="mt-4">
          They are safe on the server and go on as they were.
        </ListFailed>
      ) : null}
      <MorePages
        list={list}
        label="Show more campaigns"
        // The focused button is gone by then.
        onEnd={() => region.current?.focus({ preventScroll: true })}
        className="mt-3"
      />
    </div>
  );
}

const names = { all: 'Your campaigns', more: 'More campaigns' };

type CampaignRowProps = { userId: string; campaign: Campaign; isReadOnly: boolean; onMove: () => void };

function CampaignRow({ userId, campaign, isReadOnly, onMove }: CampaignRowProps) {
  const heading = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const [isEdited, setEdited] = useState(false);
  const { mutate, isPending, variables } = useCampaignChange(userId, campaign);
  const active = isPending ? variables === 'resume' : campaign.active;
  const { product, createdAt, keywords, forums, excludedWords, endedAt, conversations } = campaign;
  const state = active ? 'Listens' : endedAt ? 'Ended' : 'Paused';
  const close = () => {
    // Rendered first: the button takes the focus from the form.
    flushSync(() => setEdited(false));
    edit.current?.focus();
  };
  return (
    <article aria-labelledby={heading} className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={heading} dir="auto" className="line-clamp-2 min-w-0 flex-[1_1_8rem] wrap-anywhere">
          {product.name}
        </h3>
        <Badge
          tone={active ? 'good' : endedAt ? 'neutral' : 'warn'}
          icon={active ? Radio : endedAt ? Square : Pause}
        >
          {state}
        </Badge>
      </div>
      <p className="text-meta text-faint tabular-nums">
        Started <Time at={createdAt} />
      </p>
      <p className="text-meta text-soft tabular-nums">
        {conversations.awaitingReview.toLocaleString()} to review · {conversations.posted.toLocaleString()}{' '}
        posted · {conversations.total.toLocaleString()} in all
      </p>
      {isEdited ? (
        <CampaignForm userId={userId} campaign={campaign} onClose={close} />
      ) : (
        <p dir="auto" className="text-soft wrap-anywhere">
          <span className="font-medium text-ink">Keywords:</span> {keywords.join(', ')}
          {forums.length > 0 ? (
            <span className="block">
              <span className="font-medium text-ink">Forums:</span> {forums.join(', ')}
            </span>
          ) : null}
          {excludedWords.length > 0 ? (
            <span className="block">
              <span className="font-medium text-ink">Excludes:</span> {excludedWords.join(', ')}
            </span>
          ) : null}
        </p>
      )}
      <Listening campaign={campaign} active={active} />
      <SourceReports reports={campaign.sources} />
      {isReadOnly || isEdited || endedAt ? null : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => mutate(active ? 'pause' : 'resume')}>{active ? 'Pause' : 'Resume'}</Button>
          <Button ref={edit} variant="quiet" onClick={() => setEdited(true)}>
            Edit
          </Button>
        </div>
      )}
      {isEdited ? null : <Feed userId={userId} campaign={campaign} />}
      {isEdited ? null : (
        <Ending userId={userId} campaign={campaign} isReadOnly={isReadOnly} onMove={onMove} />
      )}
    </article>
  );
}

const changes = {
  pause: { endpoint: pauseCampaign, done: 'campaign_paused', failed: 'campaign_pause_failed' },
  resume: { endpoint: resumeCampaign, done: 'campaign_resumed', failed: 'campaign_resume_failed' },
  end: { endpoint: endCampaign, done: 'campaign_ended', failed: 'campaign_end_failed' },
} as const;

/** Pauses, resumes or ends. */
function useCampaignChange(userId: string, campaign: Campaign, onChanged?: () => void) {
  const replace = useReplaceCampaign(userId);
  return useMutation({
    // One change after the other: the last choice must also arrive last.
    scope: { id: `campaign ${campaign.id}` },
    mutationFn: (change: keyof typeof changes) =>
      call(changes[change].endpoint, { params: { id: campaign.id } }),
    async onSuccess(changed, change) {
      await replace(changed);
      onChanged?.();
      showToast(message(changes[change].done));
    },
    onError: (error, change) => showToast(readRefusal(error, changes[change].failed).notice),
  });
}

/** Ends a campaign or starts it again, or deletes it after one question; deleting is possible on every plan. */
function Ending({ userId, campaign, isReadOnly, onMove }: CampaignRowProps) {
  const client = useQueryClient();
  const ending = useCampaignChange(userId, campaign, onMove);
  const [isAsked, setAsked] = useState(false);
  const isEnded = campaign.endedAt !== null;
  const deleting = useMutation({
    scope: { id: `campaign ${campaign.id}` },
    mutationFn: () => call(deleteCampaign, { params: { id: campaign.id } }),
    async onSuccess() {
      showToast(message('campaign_deleted'));
      await client.invalidateQueries({ queryKey: outreachKey(userId) });
    },
    onError: (error) => showToast(readRefusal(error, 'campaign_delete_failed').notice),
  });
  return (
    <Fold title="More">
      {isAsked ? (
        <>
          <p className="text-soft">Delete this campaign and its conversations?</p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="danger"
              autoFocus
              busy={deleting.isPending}
              busyText="Deleting..."
              onClick={() => deleting.mutate()}
            >
              Delete campaign
            </Button>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          {isReadOnly ? null : (
            <Button
              busy={ending.isPending}
              busyText={isEnded ? 'Starting...' : 'Ending...'}
              onClick={() => ending.mutate(isEnded ? 'resume' : 'end')}
            >
              {isEnded ? 'Start again' : 'End campaign'}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setAsked(true)}>
            Delete…
          </Button>
        </div>
      )}
    </Fold>
  );
}

/** Times of the last and the next search, or the reason of the pause. */
function Listening({ campaign, active }: { campaign: Campaign; active: boolean }) {
  const { lastListenedAt, nextListenAt, pausedBecause, endedAt } = campaign;
  return (
    <>
      {active ? null : (
        <p className="rounded-s bg-muted px-3 py-2 text-meta text-soft">
          {endedAt ? 'Nothing more is found or sent.' : pauseLabels[pausedBecause ?? 'owner']}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-meta text-faint tabular-nums">
        <span>
          Listened <span>{lastListenedAt ? <Time at={lastListenedAt} /> : 'not yet'}</span>
        </span>
        {active && nextListenAt ? (
          <span>
            Listens next <Time at={nextListenAt} />
          </span>
        ) : null}
      </p>
    </>
  );
}

type FeedProps = { userId: string; campaign: Campaign };

/** Most people never open it: its part is made then. */
function Feed(props: FeedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title="Feed" onToggle={setOpen}>
      {isOpen ? <FeedAddress {...props} /> : null}
    </Fold>
  );
}

/** Address of the campaign's feed, which can be renewed on every plan. */
function FeedAddress({ userId, campaign }: FeedProps) {
  const { id, feedUrl } = campaign;
  const replace = useReplaceCampaign(userId);
  const address = useRef<HTMLParagraphElement>(null);
  const renewing = useMutation({
    scope: { id: `campaign ${id}` },
    mutationFn: () => call(renewFeed, { params: { id } }),
    async onSuccess(changed) {
      await replace(changed);
      showToast(message('campaign_feed_renewed'));
    },
    onError: (error) => showToast(readRefusal(error, 'campaign_feed_failed').notice),
  });
  return (
    <>
      <p className="text-meta text-soft">
        New conversations in your feed reader. Keep the address to yourself.
      </p>
      <p ref={address} tabIndex={-1} className="text-meta outline-none wrap-anywhere">
        {feedUrl}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={feedUrl} source={address}>
          Copy address
        </CopyButton>
        <Button
          variant="quiet"
          busy={renewing.isPending}
          busyText="Renewing..."
          onClick={() => renewing.mutate()}
        >
          Renew address
        </Button>
      </div>
      <p className="text-meta text-faint">A new address ends the old one.</p>
    </>
  );
}

/** Report of each source on the last search that asked it, and how often it is asked. */
function SourceReports({ reports }: { reports: CampaignSource[] }) {
  if (reports.length === 0) return null;
  const failed = reports.filter(({ outcome }) => outcome === 'failed').length;
  const title =
    failed === 0 ? `Sources (${reports.length})` : `Sources (${failed} of ${reports.length} failed)`;
  return (
    <Fold title={title}>
      <ul className="grid grid-cols-1 gap-2">
        {reports.map((report) => (
          <li key={`${report.source} ${report.host}`} className="min-w-0">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 wrap-anywhere">{placeName({ ...report, community: null })}</span>
              <Badge tone={tones[report.outcome]}>{outcomeLabels[report.outcome]}</Badge>
            </div>
            <p className="text-meta text-faint wrap-anywhere">
              {`${report.found.toLocaleString()} ${report.found === 1 ? 'post' : 'posts'}. ${reasonLabel(report)}`}
            </p>
            {report.outcome === 'not-configured' ? null : (
              <p className="text-meta text-faint tabular-nums">
                Asked <Time at={report.askedAt} />, {everyLabel(report.source)}.
              </p>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** How often a campaign asks a source; a newer server may name one that this page does not know. */
function everyLabel(source: CampaignSource['source']): string {
  const hours = listenEveryHours[source] ?? 1;
  return hours === 1 ? 'every hour' : `every ${hours} hours`;
}

const tones = {
  answered: 'good',
  cached: 'good',
  waiting: 'warn',
  failed: 'bad',
  'not-configured': 'neutral',
} as const;

/** Reason of each pause, and what to do. */
const pauseLabels: Record<PauseReason, string> = {
  owner: 'Paused by you. Nothing is found or sent.',
  removals: 'Paused: two of your last ten replies were removed. Read the rules of those places first.',
  plan: 'Paused: campaigns need the Developer plan.',
};
