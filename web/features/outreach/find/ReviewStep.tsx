import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  type FoundOpportunities,
  forums,
  foundOpportunities,
  type Opportunity,
  product,
} from '#shared/contracts/opportunities.ts';
import { draftKey, readDraft, saveDraft } from '#web/drafts/draft-store.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { FailureNote } from './find-failure.tsx';
import { OpportunityItem } from './OpportunityItem.tsx';
import { hasAnswered, SearchReport } from './SearchSources.tsx';
import type { CampaignStart, FinishedSearch } from './use-search.ts';

const savedReview = z.object({
  trailId: z.nullable(z.string()),
  finished: z.object({ query: z.object({ product, forums }), found: foundOpportunities }),
  /** Ids of what was skipped. */
  leftOut: z.array(z.string()),
});
type SavedReview = z.infer<typeof savedReview>;

/** More characters of a post than the review shows. */
const postLength = 400;

/**
 * The last result and the visible step. Going back to the form, another idea and a reload keep the result and what was
 * skipped. One result an owner is stored, so that results leave room for unsent text.
 */
export function useReview(userId: string, trailId: string | null) {
  const key = draftKey(userId, 'found');
  const [last, setLast] = useState(() => {
    const stored = readDraft(key, savedReview);
    return stored?.trailId === trailId ? stored : null;
  });
  const [isShown, setIsShown] = useState(false);
  const opportunities = last?.finished.found.opportunities ?? [];
  const leftOut = new Set(last?.leftOut);

  function save(next: SavedReview | null) {
    setLast(next);
    saveDraft(key, next);
  }

  return {
    finished: last?.finished ?? null,
    isShown,
    chosen: opportunities.filter(({ id }) => !leftOut.has(id)),
    isChosen: (id: string) => !leftOut.has(id),
    choose(ids: string[], isChosen: boolean) {
      const others = [...leftOut].filter((id) => !ids.includes(id));
      if (last) save({ ...last, leftOut: isChosen ? others : [...others, ...ids] });
    },
    show({ query, found }: FinishedSearch) {
      const opportunities = found.opportunities.map((opportunity) => ({
        ...opportunity,
        original_post: opportunity.original_post.slice(0, postLength),
      }));
      // Replies are not possible there, so a campaign takes it only on request.
      const toRead = opportunities.filter(({ reply_way }) => reply_way === 'none');
      const finished = { query, found: { ...found, opportunities } };
      save({ trailId, finished, leftOut: toRead.map(({ id }) => id) });
      setIsShown(true);
    },
    goBack: () => setIsShown(false),
    comeBack: () => setIsShown(true),
    clear() {
      save(null);
      setIsShown(false);
    },
  };
}

export type Review = ReturnType<typeof useReview>;

type ReviewStepProps = {
  finished: FinishedSearch;
  review: Review;
  starting: CampaignStart;
  onBack: () => void;
  onSeePlans: () => void;
  onSearchAgain: () => void;
};

/** Conversations found, to be read and chosen before a campaign starts. Takes the focus in place of the form. */
export function ReviewStep(props: ReviewStepProps) {
  const { finished, review, starting, onBack, onSeePlans, onSearchAgain } = props;
  const { failure, isStarting } = starting;
  const { found, query } = finished;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  const count = found.opportunities.length;
  const conversations = count === 1 ? '1 conversation' : `${count.toLocaleString()} conversations`;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`${conversations} for ${query.product.name}`}
      className="outline-none"
    >
      {failure && !isStarting ? (
        <div className="mb-5">
          <FailureNote failure={failure} safe={safe} onSeePlans={onSeePlans} />
        </div>
      ) : null}
      {count === 0 ? (
        <NoOpportunities found={found} onChange={onBack} onSearchAgain={onSearchAgain} />
      ) : (
        <OpportunityList opportunities={found.opportunities} review={review} isStarting={isStarting} />
      )}
      <SearchReport found={found} />
    </section>
  );
}

const safe: [string, string] = ['What you typed and what you chose are kept.', 'What you chose is kept too.'];

const step = 20;

type OpportunityListProps = { opportunities: Opportunity[]; review: Review; isStarting: boolean };

function OpportunityList({ opportunities, review, isStarting }: OpportunityListProps) {
  const [shown, setShown] = useState(step);
  const [openedAt] = useState(Date.now);
  const firstNew = useRef<HTMLLIElement>(null);
  const hidden = opportunities.length - shown;

  // The pressed button may be gone: the keyboard goes on at the first new conversation.
  useEffect(() => {
    if (shown > step) firstNew.current?.focus();
  }, [shown]);

  return (
    <>
      <ol className="grid grid-cols-1 divide-y divide-line">
        {opportunities.slice(0, shown).map((opportunity, place) => (
          <li
            key={opportunity.id}
            ref={place === shown - step ? firstNew : undefined}
            tabIndex={-1}
            className="outline-none"
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
          Show {Math.min(step, hidden)} more
        </Button>
      ) : null}
    </>
  );
}

/** Number of chosen conversations, beside the button that starts the campaign. */
export function ChosenCount({ opportunities, review, isStarting }: OpportunityListProps) {
  const count = review.chosen.length;
  const all = opportunities.map(({ id }) => id);
  return (
    <>
      {opportunities.length > step ? (
        <Button variant="quiet" disabled={isStarting} onClick={() => review.choose(all, count === 0)}>
          {count === 0 ? 'Include all' : 'Skip all'}
        </Button>
      ) : null}
      <p role="status" className="text-meta text-soft tabular-nums">
        {count === 0
          ? 'Include at least one.'
          : `${count.toLocaleString()} of ${opportunities.length.toLocaleString()} chosen. Nothing is posted yet.`}
      </p>
    </>
  );
}

type NoOpportunitiesProps = {
  found: FoundOpportunities;
  onChange: () => void;
  onSearchAgain: () => void;
};

/** Empty result, with things to try. */
function NoOpportunities({ found, onChange, onSearchAgain }: NoOpportunitiesProps) {
  return (
    <EmptyState
      className="mt-4"
      icon={SearchX}
      title="No opportunities found."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {hasAnswer(found) ? null : <Button onClick={onSearchAgain}>Search again</Button>}
          <Button onClick={onChange}>Change the description</Button>
        </div>
      }
    >
      {adviceFor(found)}
    </EmptyState>
  );
}

function hasAnswer({ sources }: FoundOpportunities): boolean {
  return sources.some(hasAnswered);
}

function adviceFor(found: FoundOpportunities): string {
  const { considered, leftOut } = found;
  if (!hasAnswer(found))
    return 'No place answered. Wait some minutes and search again; what you typed is kept.';
  if (considered === 0)
    return 'Nobody wrote about it in the last 14 days in these words. Name the problem as people who have it would, in shorter words.';
  const known = leftOut.find(({ reason }) => reason === 'known')?.count ?? 0;
  if (known === considered) return 'All that was found is in your campaigns already. They keep listening.';
  return 'What was found did not fit. Say more exactly which problem it solves and for whom, or add a forum where they meet.';
}
