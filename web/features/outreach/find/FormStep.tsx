import type { RefObject } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { RunFailure } from '#web/ui/RunFailure.tsx';
import { type OutreachFailure, saysNothingIsLost } from './outreach-failure.ts';
import { errorsOf, ProductForm } from './ProductForm.tsx';
import { SearchProgressNote } from './SearchProgressNote.tsx';
import type { useProductDraft } from './use-product-draft.ts';
import type { Review } from './use-review.ts';
import type { OpportunitySearch } from './use-search.ts';

type FormStepProps = {
  formId: string;
  product: ReturnType<typeof useProductDraft>;
  search: OpportunitySearch;
  review: Review;
  /** The way back to what was found. */
  foundButton: RefObject<HTMLButtonElement | null>;
  onSeePlans: () => void;
};

/** What is searched for, and how the search is doing or how it ended. */
export function FormStep({ formId, product, search, review, foundButton, onSeePlans }: FormStepProps) {
  const { running, failure, wasStopped, find } = search;
  return (
    <>
      {review.finished && !running ? <FoundBefore review={review} button={foundButton} /> : null}
      <ProductForm
        id={formId}
        draft={product.draft}
        isReadOnly={running !== null}
        onChange={product.change}
        onSubmit={find}
      />
      {running ? <SearchProgressNote running={running} /> : null}
      {failure && !running && !isAboutField(failure) ? (
        <RunFailure
          title={failure.told.text}
          reason={failure.reason === failure.told.text ? null : failure.reason}
          onSeePlans={failure.needsUpgrade ? onSeePlans : null}
        >
          {saysNothingIsLost(failure) ? null : 'What you typed is kept. '}
          {failure.needsUpgrade ? null : 'You can search again.'}
        </RunFailure>
      ) : null}
      <p role="status" className="mt-4 text-soft empty:absolute">
        {wasStopped && !running ? 'Stopped. What you typed is kept.' : null}
      </p>
    </>
  );
}

/** It stands beside the field already. */
function isAboutField(failure: OutreachFailure): boolean {
  return Object.keys(errorsOf(failure)).length > 0;
}

type FoundBeforeProps = { review: Review; button: FormStepProps['foundButton'] };

function FoundBefore({ review, button }: FoundBeforeProps) {
  const count = review.finished?.found.opportunities.length ?? 0;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-m bg-muted px-4 py-3">
      <p className="min-w-0 flex-[1_1_14rem] text-soft">
        {count === 0
          ? 'The last search found no opportunities.'
          : `The last search found ${count === 1 ? '1 opportunity' : `${count.toLocaleString()} opportunities`}.`}
      </p>
      <Button ref={button} onClick={review.comeBack}>
        See what was found
      </Button>
    </div>
  );
}
