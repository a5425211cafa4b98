import { useEffect, useRef, useState } from 'react';
import type { FoundOpportunities, Opportunity } from '#shared/contracts/opportunities.ts';
import { Button } from '#web/ui/Button.tsx';
import { RunFailure } from '#web/ui/RunFailure.tsx';
import { NoOpportunities } from './NoOpportunities.tsx';
import { OpportunityItem } from './OpportunityItem.tsx';
import { saysNothingIsLost } from './outreach-failure.ts';
import { SearchReport } from './SearchReport.tsx';
import type { Review } from './use-review.ts';
import type { FinishedSearch } from './use-search.ts';
import type { Starting } from './use-start.ts';

type ReviewStepProps = {
  finished: FinishedSearch;
  review: Review;
  starting: Starting;
  onSeePlans: () => void;
  onSearchAgain: () => void;
};

/** What was found, to be read before a campaign holds it. */
export function ReviewStep({ finished, review, starting, onSeePlans, onSearchAgain }: ReviewStepProps) {
  const { failure, isStarting } = starting;
  const { found, query } = finished;
  return (
    <>
      {failure && !isStarting ? (
        <div className="mb-5">
          <RunFailure
            title={failure.told.text}
            reason={failure.reason === failure.told.text ? null : failure.reason}
            onSeePlans={failure.needsUpgrade ? onSeePlans : null}
          >
            {saysNothingIsLost(failure)
              ? 'What you chose is kept too.'
              : 'What you typed and what you chose are kept.'}
          </RunFailure>
        </div>
      ) : null}
      <Summary found={found} productName={query.product.name} />
      {found.opportunities.length === 0 ? (
        <NoOpportunities found={found} onChange={review.goBack} onSearchAgain={onSearchAgain} />
      ) : (
        <OpportunityList opportunities={found.opportunities} review={review} isStarting={isStarting} />
      )}
      <SearchReport found={found} />
    </>
  );
}

/** Takes the focus: it stands where the form just was. */
function Summary({ found, productName }: { found: FoundOpportunities; productName: string }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  const { opportunities, considered, model } = found;
  const count = opportunities.length;
  const conversations = count === 1 ? '1 conversation' : `${count.toLocaleString()} conversations`;
  const posts = considered === 1 ? '1 post' : `${considered.toLocaleString()} different posts`;
  return (
    <div>
      <p ref={text} tabIndex={-1} dir="auto" className="font-medium wrap-anywhere outline-none">
        {conversations} for {productName}, out of {posts}.
      </p>
      <p className="text-meta text-soft wrap-anywhere">
        {model === null ? 'Written without AI: ranked by word match.' : `Read and ranked by ${model}.`}
      </p>
    </div>
  );
}

const step = 20;

type OpportunityListProps = { opportunities: Opportunity[]; review: Review; isStarting: boolean };

function OpportunityList({ opportunities, review, isStarting }: OpportunityListProps) {
  const [shown, setShown] = useState(step);
  const [openedAt] = useState(Date.now);
  const firstNew = useRef<HTMLLIElement>(null);
  const all = opportunities.map(({ id }) => id);
  const hidden = opportunities.length - shown;

  // The button that was pressed may be gone: whoever reads on with the keyboard goes on at the first new one.
  useEffect(() => {
    if (shown > step) firstNew.current?.focus();
  }, [shown]);

  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="text-meta text-soft tabular-nums">
          {review.chosen.length.toLocaleString()} of {opportunities.length.toLocaleString()} chosen
          {hidden > 0 ? `; the first ${shown} are shown` : ''}.
          {review.chosen.length === 0 ? ' At least one must be ticked to start a campaign.' : ''}
        </p>
        <div className="flex flex-wrap gap-1">
          <Button variant="quiet" disabled={isStarting} onClick={() => review.choose(all, true)}>
            Choose all
          </Button>
          <Button variant="quiet" disabled={isStarting} onClick={() => review.choose(all, false)}>
            Choose none
          </Button>
        </div>
      </div>
      <ol className="mt-2 grid grid-cols-1 gap-3">
        {opportunities.slice(0, shown).map((opportunity, place) => (
          <li
            key={opportunity.id}
            ref={place === shown - step ? firstNew : undefined}
            tabIndex={-1}
            className="rounded-m outline-none"
          >
            <OpportunityItem
              opportunity={opportunity}
              now={openedAt}
              isChosen={review.isChosen(opportunity.id)}
              isFixed={isStarting}
              onChoose={(isChosen) => review.choose([opportunity.id], isChosen)}
            />
          </li>
        ))}
      </ol>
      {hidden > 0 ? (
        <Button className="mt-3" onClick={() => setShown(shown + step)}>
          Show more
        </Button>
      ) : null}
    </>
  );
}
