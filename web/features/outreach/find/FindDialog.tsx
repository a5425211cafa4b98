import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { dismissError } from '#web/ui/overlays/toast.ts';
import { FailureNote } from './find-failure.tsx';
import { type FindStart, ProductForm, useProductDraft } from './ProductForm.tsx';
import { ChosenCount, type Review, ReviewStep, useReview } from './ReviewStep.tsx';
import { SearchProgressNote } from './SearchSources.tsx';
import { type OpportunitySearch, useSearch, useStart } from './use-search.ts';

const ReplyEditor = dialogOnDemand(() =>
  import('#web/features/outreach/history/ReplyEditor.tsx').then((m) => m.ReplyEditor),
);

type FindDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** The idea that it is opened for; absent from the dashboard. */
  start?: FindStart | undefined;
  onStarted: (campaign: Campaign) => void;
  onSeePlans: () => void;
};

/** Find Engagement Opportunities (specification 2). Stays mounted while closed, and so keeps the result. */
export function FindDialog(props: FindDialogProps) {
  const { open, start, userId } = props;
  const [shown, setShown] = useState(start);
  // A closed dialog has no start, and keeps showing the last one.
  if (open && shown?.trailId !== start?.trailId) setShown(start);
  return <OpenFind key={`${userId} ${shown?.trailId ?? ''}`} {...props} start={shown} />;
}

function OpenFind({ open, onOpenChange, userId, start, onStarted, onSeePlans }: FindDialogProps) {
  const formId = useId();
  const product = useProductDraft(userId, start);
  const review = useReview(userId, start?.trailId ?? null);
  const [edited, setEdited] = useState<Pick<
    ComponentProps<typeof ReplyEditor>,
    'campaign' | 'conversation'
  > | null>(null);
  const foundButton = useRef<HTMLButtonElement>(null);
  const search = useSearch(userId, review.show);
  const starting = useStart({
    userId,
    trailId: start?.trailId,
    onStarted(campaign, conversation) {
      product.clear();
      review.clear();
      if (conversation) setEdited({ campaign, conversation });
      onStarted(campaign);
    },
  });
  const leave = useEffectEvent(() => {
    search.stop();
    // The dialog shows the failure itself; its toast would confuse over the next dialog.
    if (search.failure || starting.failure) dismissError();
  });
  useEffect(() => {
    if (!open) leave();
  }, [open]);

  function goBack() {
    flushSync(review.goBack);
    foundButton.current?.focus();
  }

  const finished = review.isShown ? review.finished : null;
  const isBusy = search.running !== null;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        size="4xl"
        {...(finished ? { title: <ReviewTitle count={finished.found.opportunities.length} /> } : formTexts)}
        footer={
          finished ? (
            <>
              <Button onClick={goBack} disabled={starting.isStarting} className="mr-auto">
                Back
              </Button>
              {finished.found.opportunities.length > 0 ? (
                <>
                  <ChosenCount
                    opportunities={finished.found.opportunities}
                    review={review}
                    isStarting={starting.isStarting}
                  />
                  <Button
                    variant="primary"
                    busy={starting.isStarting}
                    busyText="Posting..."
                    className="max-sm:grow"
                    onClick={() => starting.start(finished.query, review.chosen)}
                  >
                    Start Campaign
                  </Button>
                </>
              ) : null}
            </>
          ) : (
            <>
              <Button onClick={isBusy ? search.stop : () => onOpenChange(false)}>
                {isBusy ? 'Stop' : 'Cancel'}
              </Button>
              <Button type="submit" form={formId} variant="primary" busy={isBusy} busyText="Searching...">
                Find Opportunities
              </Button>
            </>
          )
        }
      >
        {finished ? (
          <ReviewStep
            finished={finished}
            review={review}
            starting={starting}
            onBack={goBack}
            onSeePlans={onSeePlans}
            onSearchAgain={() => {
              review.goBack();
              void search.find(finished.query);
            }}
          />
        ) : (
          <FormStep
            formId={formId}
            product={product}
            search={search}
            review={review}
            foundButton={foundButton}
            onSeePlans={onSeePlans}
          />
        )}
      </Dialog>
      {edited ? (
        <ReplyEditor userId={userId} {...edited} others={[]} onClose={() => setEdited(null)} />
      ) : null}
    </>
  );
}

const formTexts = {
  title: 'Find Engagement Opportunities',
  description:
    'Describe your app, and our AI-powered listener will find relevant conversations for you to join.',
};

/** The list says the number itself. */
function ReviewTitle({ count }: { count: number }) {
  return (
    <span className="flex items-center gap-2">
      <span>Review Opportunities</span>
      {count === 0 ? null : (
        <span aria-hidden="true" className="inline-flex tabular-nums">
          <Badge>{count.toLocaleString()}</Badge>
        </span>
      )}
    </span>
  );
}

type FormStepProps = {
  formId: string;
  product: ReturnType<typeof useProductDraft>;
  search: OpportunitySearch;
  review: Review;
  /** The way back to what was found. */
  foundButton: RefObject<HTMLButtonElement | null>;
  onSeePlans: () => void;
};

/** Product form, with the search's progress or result. */
function FormStep({ formId, product, search, review, foundButton, onSeePlans }: FormStepProps) {
  const { running, failure, wasStopped, find } = search;
  return (
    <>
      {review.finished && !running ? (
        <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-muted px-4 py-3">
          <p className="min-w-0 flex-[1_1_14rem] text-soft">
            {foundLabel(review.finished.found.opportunities.length)}
          </p>
          <Button ref={foundButton} onClick={review.comeBack}>
            See what was found
          </Button>
        </div>
      ) : null}
      <ProductForm
        id={formId}
        draft={product.draft}
        isReadOnly={running !== null}
        onChange={product.change}
        onSubmit={find}
      />
      {running ? <SearchProgressNote running={running} /> : null}
      {failure && !running && failure.field === null ? (
        <FailureNote failure={failure} safe={safe} next="You can search again." onSeePlans={onSeePlans} />
      ) : null}
      <p role="status" className="mt-4 text-soft empty:absolute">
        {wasStopped && !running ? 'Stopped. What you typed is kept.' : null}
      </p>
    </>
  );
}

const safe: [string, null] = ['What you typed is kept.', null];

function foundLabel(count: number): string {
  if (count === 0) return 'The last search found no opportunities.';
  return `The last search found ${count === 1 ? '1 opportunity' : `${count.toLocaleString()} opportunities`}.`;
}
