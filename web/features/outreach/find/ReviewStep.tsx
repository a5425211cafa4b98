import { clsx } from 'clsx';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  type FoundOpportunities,
  forums,
  foundOpportunities,
  type LeftOutPost,
  type Opportunity,
  product,
} from '#shared/contracts/outreach/opportunities.ts';
import { draftKey, readDraft, saveDraft } from '#web/drafts/draft-store.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { FailureNote } from './find-failure.tsx';
import { LeftOut } from './LeftOut.tsx';
import { OpportunityItem } from './OpportunityItem.tsx';
import { hasAnswered, SearchReport } from './SearchSources.tsx';
import type { CampaignStart, FinishedSearch } from './use-search.ts';

const savedReview = z.object({
  trailId: z.nullable(z.string()),
  finished: z.object({ query: z.object({ product, forums }), found: foundOpportunities }),
  /** Ids of what was skipped, and of what was brought back. */
  skipped: z.array(z.string()),
  broughtBack: z.array(z.string()),
});
type SavedReview = z.infer<typeof savedReview>;

/** Characters of a post that the review keeps: its whole text for most. */
const postLength = 1_500;

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
  const finished = last ? withBroughtBack(last) : null;
  const opportunities = finished?.found.opportunities ?? [];
  const skipped = new Set(last?.skipped);

  function save(next: SavedReview | null) {
    setLast(next);
    saveDraft(key, next);
  }

  return {
    finished,
    broughtBack: last?.broughtBack ?? [],
    isShown,
    chosen: opportunities.filter(({ id }) => !skipped.has(id)),
    isChosen: (id: string) => !skipped.has(id),
    choose(ids: string[], isChosen: boolean) {
      const others = [...skipped].filter((id) => !ids.includes(id));
      if (last) save({ ...last, skipped: isChosen ? others : [...others, ...ids] });
    },
    bringBack({ id }: Opportunity) {
      if (last) save({ ...last, broughtBack: [...last.broughtBack, id] });
    },
    show({ query, found }: FinishedSearch) {
      const opportunities = found.opportunities.map(shortened);
      const leftOutPosts = found.leftOutPosts.map((post) => ({
        ...post,
        opportunity: post.opportunity && shortened(post.opportunity),
      }));
      // Replies are not possible there, so a campaign takes it only on request.
      const toRead = opportunities.filter(({ reply_way }) => reply_way === 'none');
      const finished = { query, found: { ...found, opportunities, leftOutPosts } };
      save({ trailId, finished, skipped: toRead.map(({ id }) => id), broughtBack: [] });
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

/** The result with what was brought back at the end of its list. */
function withBroughtBack({ finished, broughtBack }: SavedReview): FinishedSearch {
  const { found } = finished;
  const isBack = ({ opportunity }: LeftOutPost) =>
    opportunity !== null && broughtBack.includes(opportunity.id);
  const back = found.leftOutPosts.filter(isBack);
  const added = broughtBack.flatMap(
    (id) => back.find(({ opportunity }) => opportunity?.id === id)?.opportunity ?? [],
  );
  return {
    ...finished,
    found: {
      ...found,
      opportunities: [...found.opportunities, ...added],
      leftOutPosts: found.leftOutPosts.filter((post) => !isBack(post)),
      leftOut: found.leftOut.map(({ reason, count }) => ({
        reason,
        count: count - back.filter((post) => post.reason === reason).length,
      })),
    },
  };
}

function shortened(opportunity: Opportunity): Opportunity {
  return { ...opportunity, original_post: opportunity.original_post.slice(0, postLength) };
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
  const [openedAt] = useState(Date.now);
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
        <OpportunityList
          opportunities={found.opportunities}
          review={review}
          isStarting={isStarting}
          openedAt={openedAt}
          onReply={(opportunity) => {
            const others = review.chosen.filter(({ id }) => id !== opportunity.id);
            starting.start(query, [...others, opportunity], opportunity);
          }}
        />
      )}
      <LeftOut found={found} now={openedAt} isFixed={isStarting} onBringBack={review.bringBack} />
      <SearchReport found={found} />
    </section>
  );
}

const safe: [string, string] = ['What you typed and what you chose are kept.', 'What you chose is kept too.'];

const step = 20;

type OpportunityListProps = { opportunities: Opportunity[]; review: Review; isStarting: boolean };

function OpportunityList(
  props: OpportunityListProps & { openedAt: number; onReply: (opportunity: Opportunity) => void },
) {
  const { opportunities, review, isStarting, openedAt, onReply } = props;
  const [shown, setShown] = useState(step);
  const firstNew = useRef<HTMLLIElement>(null);
  const lastAdded = useRef<HTMLLIElement>(null);
  const added = review.broughtBack.length;
  const addedBefore = useRef(added);
  const found = opportunities.slice(0, opportunities.length - added);
  const listed = [...found.slice(0, shown), ...opportunities.slice(found.length)];
  const hidden = found.length - shown;

  // The pressed button may be gone: the keyboard goes on at the first new conversation.
  useEffect(() => {
    if (shown > step) firstNew.current?.focus();
  }, [shown]);

  // Its row below is gone: the keyboard goes on at the conversation itself.
  useEffect(() => {
    if (added > addedBefore.current) lastAdded.current?.focus();
    addedBefore.current = added;
  }, [added]);

  function refOf(place: number) {
    if (added > 0 && place === listed.length - 1) return lastAdded;
    return place === shown - step ? firstNew : undefined;
  }

  return (
    <>
      <ol className="grid grid-cols-1 divide-y divide-line">
        {listed.map((opportunity, place) => (
          <li key={opportunity.id} ref={refOf(place)} tabIndex={-1} className="outline-none">
            <OpportunityItem
              opportunity={opportunity}
              now={openedAt}
              isChosen={review.isChosen(opportunity.id)}
              isFixed={isStarting}
              onChoose={(isChosen) => review.choose([opportunity.id], isChosen)}
              onReply={() => onReply(opportunity)}
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
      <p role="status" className={clsx('text-meta text-soft tabular-nums', count > 0 && 'max-sm:sr-only')}>
        {count === 0
          ? 'Include at least one.'
          : `${count.toLocaleString()} of ${opportunities.length.toLocaleString()} chosen. Reply starts with them too. Nothing is posted yet.`}
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
  if (known > 0) return `Nothing new: ${known} of ${considered} are yours already, the rest did not fit.`;
  return 'What was found did not fit. Say more exactly which problem it solves and for whom, or add a forum where they meet.';
}
