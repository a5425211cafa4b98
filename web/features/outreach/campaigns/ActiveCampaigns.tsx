import Pause from 'lucide-react/icons/pause';
import Radio from 'lucide-react/icons/radio';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Campaign, keywordLimit, type PauseReason } from '#shared/contracts/campaigns.ts';
import type { SourceReport } from '#shared/contracts/conversation-sources.ts';
import { forumLimit } from '#shared/contracts/opportunities.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { outcomeLabels } from '#web/features/outreach/outcome-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { ListFailed, MorePages } from '#web/ui/PagedList.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { Time } from '#web/ui/Time.tsx';
import { CampaignSkeleton } from './CampaignSkeleton.tsx';
import { CampaignsCard } from './CampaignsCard.tsx';
import { NoCampaigns } from './NoCampaigns.tsx';
import { useCampaignForm } from './use-campaign-form.ts';
import { useCampaigns } from './use-campaigns.ts';
import { usePausing } from './use-pausing.ts';

type ActiveCampaignsProps = {
  userId: string;
  /** The plan no longer has campaigns: everything can be read and nothing changed. */
  isReadOnly: boolean;
  /** Opens the search for conversations. */
  onFind: () => void;
};

/** Campaigns with their keywords and state (specification 2, Dashboard). */
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

type CampaignRowProps = { userId: string; campaign: Campaign; isReadOnly: boolean };

function CampaignRow({ userId, campaign, isReadOnly }: CampaignRowProps) {
  const heading = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const [isEdited, setEdited] = useState(false);
  const { active, toggle } = usePausing(userId, campaign);
  const { product, createdAt, keywords, forums, conversations } = campaign;
  const close = () => {
    // Drawn first: the button takes the focus from the form that goes.
    flushSync(() => setEdited(false));
    edit.current?.focus();
  };
  return (
    <article aria-labelledby={heading} className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={heading} dir="auto" className="line-clamp-2 min-w-0 flex-[1_1_8rem] wrap-anywhere">
          {product.name}
        </h3>
        <Badge tone={active ? 'good' : 'warn'} icon={active ? Radio : Pause}>
          {active ? 'Listens' : 'Paused'}
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
        </p>
      )}
      <Listening campaign={campaign} active={active} />
      <SourceReports reports={campaign.sources} />
      {isReadOnly || isEdited ? null : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={toggle}>{active ? 'Pause' : 'Resume'}</Button>
          <Button ref={edit} variant="quiet" onClick={() => setEdited(true)}>
            Edit keywords
          </Button>
        </div>
      )}
    </article>
  );
}

/** When it listened and will listen, or why it does not. */
function Listening({ campaign, active }: { campaign: Campaign; active: boolean }) {
  const { lastListenedAt, nextListenAt, pausedBecause } = campaign;
  return (
    <>
      {active ? null : (
        <p className="rounded-s bg-muted px-3 py-2 text-meta text-soft">
          {pauseLabels[pausedBecause ?? 'owner']}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-meta text-faint tabular-nums">
        <span>Listened {lastListenedAt ? <Time at={lastListenedAt} /> : 'not yet'}</span>
        {active && nextListenAt ? (
          <span>
            Listens next <Time at={nextListenAt} />
          </span>
        ) : null}
      </p>
    </>
  );
}

type CampaignFormProps = { userId: string; campaign: Campaign; onClose: () => void };

/** Form for a campaign's keywords and forums. */
function CampaignForm({ userId, campaign, onClose }: CampaignFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const form = useCampaignForm(userId, campaign, {
    onSaved: onClose,
    onErrors: (found) => element.current && focusFirst(element.current, found),
  });
  const { keywords, forums, errors, failure, busy } = form;
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
      noValidate
      className="grid grid-cols-1 gap-3 rounded-s bg-muted p-3"
    >
      <Field
        label="Keywords"
        help={`Separated by commas or lines, ${keywordLimit} at most.`}
        error={errors.keywords}
        required
      >
        <TextArea
          name="keywords"
          autoFocus
          rows={3}
          autoGrow
          dir="auto"
          readOnly={busy}
          value={keywords}
          onChange={(event) => form.change({ keywords: event.target.value })}
        />
      </Field>
      <Field
        label={<OptionalLabel>Discourse forums</OptionalLabel>}
        help={`Addresses like forum.example.com, one on each line, ${forumLimit} at most.`}
        error={errors.forums}
      >
        <TextArea
          name="forums"
          rows={2}
          autoGrow
          readOnly={busy}
          value={forums}
          onChange={(event) => form.change({ forums: event.target.value })}
        />
      </Field>
      {form.isResumed ? <ResumedNote /> : null}
      {failure ? <NotSent what="Not saved." reason={failure} /> : null}
      <FormButtons form={form} onClose={onClose} />
    </form>
  );
}

function ResumedNote() {
  return (
    <p className="text-meta text-soft">
      Your changes from before, kept in this browser. They are not saved yet.
    </p>
  );
}

type FormButtonsProps = { form: ReturnType<typeof useCampaignForm>; onClose: () => void };

/** Close keeps what is typed; the way back to what is saved is a button of its own. */
function FormButtons({ form: { busy, isChanged, undo }, onClose }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
        Save
      </Button>
      <Button onClick={onClose}>Close</Button>
      {isChanged && !busy ? (
        <Button variant="quiet" onClick={undo}>
          Undo changes
        </Button>
      ) : null}
    </div>
  );
}

/** Report of each source on the campaign's last search. */
function SourceReports({ reports }: { reports: SourceReport[] }) {
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
              {report.found.toLocaleString()} {report.found === 1 ? 'post' : 'posts'}. {report.message}
            </p>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

const tones = {
  answered: 'good',
  cached: 'good',
  waiting: 'warn',
  failed: 'bad',
  'not-configured': 'neutral',
} as const;

/** Why a campaign does not listen, and what to do. */
const pauseLabels: Record<PauseReason, string> = {
  owner: 'Paused by you. It looks for nothing and sends nothing more until you resume it.',
  removals:
    'Paused because two of your last ten replies were removed where they stood. Read the rules of those places before you resume it.',
  plan: 'Paused because campaigns need the Developer plan. Everything in it is kept.',
};
