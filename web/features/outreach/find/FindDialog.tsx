import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { dismissError } from '#web/ui/toast.ts';
import { FormStep } from './FormStep.tsx';
import type { FindStart } from './product-draft.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { useProductDraft } from './use-product-draft.ts';
import { type Review, useReview } from './use-review.ts';
import { type FinishedSearch, type OpportunitySearch, useSearch } from './use-search.ts';
import { type Starting, useStart } from './use-start.ts';

type FindDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** The idea that it is opened for; absent from the dashboard. */
  start?: FindStart | undefined;
  onStarted: (campaign: Campaign) => void;
  onSeePlans: () => void;
};

/** Find Engagement Opportunities (specification 2). Stays mounted while closed: what was found can be come back to. */
export function FindDialog(props: FindDialogProps) {
  const { open, start, userId } = props;
  const [shown, setShown] = useState(start);
  // A dialog that closes is asked for nothing any more, and still holds what it was opened for.
  if (open && shown?.trailId !== start?.trailId) setShown(start);
  return <OpenFind key={`${userId} ${shown?.trailId ?? ''}`} {...props} start={shown} />;
}

function OpenFind({ open, onOpenChange, userId, start, onStarted, onSeePlans }: FindDialogProps) {
  const formId = useId();
  const product = useProductDraft(userId, start);
  const { review, foundButton } = useReviewWithWayBack(userId, start?.trailId);
  const search = useSearch(userId, review.show);
  const starting = useStart({
    userId,
    trailId: start?.trailId,
    onStarted(campaign) {
      product.drop();
      review.forget();
      onStarted(campaign);
    },
  });
  const leave = useEffectEvent(() => {
    search.stop();
    // What it told of stands in the dialog; over the next one it would tell of nothing in sight.
    if (search.failure || starting.failure) dismissError();
  });
  useEffect(() => {
    if (!open) leave();
  }, [open]);

  const finished = review.isShown ? review.finished : null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      {...(finished ? reviewTexts : formTexts)}
      footer={
        finished ? (
          <ReviewFooter review={review} starting={starting} finished={finished} />
        ) : (
          <FormFooter formId={formId} search={search} onCancel={() => onOpenChange(false)} />
        )
      }
    >
      {finished ? (
        <ReviewStep
          {...{ finished, review, starting, onSeePlans }}
          onSearchAgain={() => {
            review.goBack();
            void search.find(finished.query);
          }}
        />
      ) : (
        <FormStep {...{ formId, product, search, review, foundButton, onSeePlans }} />
      )}
    </Dialog>
  );
}

/** Whoever goes back to the form finds the focus on the way forth again. */
function useReviewWithWayBack(userId: string, trailId: string | undefined) {
  const review = useReview(userId, trailId);
  const foundButton = useRef<HTMLButtonElement>(null);
  function goBack() {
    flushSync(review.goBack);
    foundButton.current?.focus();
  }
  return { review: { ...review, goBack }, foundButton };
}

const formTexts = {
  title: 'Find Engagement Opportunities',
  description:
    'Describe your app, and our AI-powered listener will find relevant conversations for you to join.',
};
const reviewTexts = {
  title: 'Review Opportunities',
  description: 'Untick what you would rather leave out. Starting a campaign posts nothing by itself.',
};

type FormFooterProps = { formId: string; search: OpportunitySearch; onCancel: () => void };

function FormFooter({ formId, search, onCancel }: FormFooterProps) {
  const isBusy = search.running !== null;
  return (
    <>
      <Button onClick={isBusy ? search.stop : onCancel}>{isBusy ? 'Stop' : 'Cancel'}</Button>
      <Button type="submit" form={formId} variant="primary" busy={isBusy} busyText="Searching...">
        Find Opportunities
      </Button>
    </>
  );
}

type ReviewFooterProps = { review: Review; starting: Starting; finished: FinishedSearch };

function ReviewFooter({ review, starting, finished }: ReviewFooterProps) {
  return (
    <>
      <Button onClick={review.goBack} disabled={starting.isStarting}>
        Back
      </Button>
      {finished.found.opportunities.length > 0 ? (
        <Button
          variant="primary"
          busy={starting.isStarting}
          busyText="Posting..."
          onClick={() => void starting.start(finished.query, review.chosen)}
        >
          Start Campaign
        </Button>
      ) : null}
    </>
  );
}
