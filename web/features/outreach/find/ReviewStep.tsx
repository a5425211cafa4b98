import { clsx } from 'clsx';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useRef, useState } from 'react';
import type { FoundOpportunities, Opportunity } from '#shared/contracts/opportunities.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { statusBadge } from '#web/features/outreach/history/status-labels.ts';
import { nameOfPost } from '#web/features/outreach/name-of-post.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox } from '#web/ui/controls/Checkbox.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { RunFailure } from '#web/ui/states/RunFailure.tsx';
import { readWebAddress } from '#web/ui/web-address.ts';
import { certainty, hasAnswered, postAge, replyWayLabel } from './opportunity-labels.ts';
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

/** Conversations found, to be read before a campaign holds them. */
export function ReviewStep({ finished, review, starting, onSeePlans, onSearchAgain }: ReviewStepProps) {
  const { failure, isStarting } = starting;
  const { found, query } = finished;
  return (
    <>
      {failure && !isStarting ? (
        <div className="mb-5">
          <RunFailure
            title={failure.notice.text}
            reason={failure.reason === failure.notice.text ? null : failure.reason}
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

/** Takes the focus: it is where the form just was. */
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

type OpportunityItemProps = {
  opportunity: Opportunity;
  /** Epoch milliseconds. */
  now: number;
  isChosen: boolean;
  /** It is being sent: the choice stays as it is. */
  isFixed: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** One conversation, with all that tells whether it is worth joining. */
function OpportunityItem({ opportunity, now, isChosen, isFixed, onChoose }: OpportunityItemProps) {
  const { title, link, original_post, keywords_used, day, status, rules } = opportunity;
  const name = nameOfPost(title, original_post, link);
  return (
    <article
      aria-label={name}
      className={clsx('rounded-m p-4 shadow-card', isChosen ? 'bg-card' : 'bg-muted text-soft')}
    >
      <div className="flex items-start gap-2">
        <Checkbox
          label={<span className="sr-only">Include: {name}</span>}
          className="-my-1.5 pointer-coarse:-my-3"
          checked={isChosen}
          disabled={isFixed}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <div className="min-w-0 grow">
          <PostLink name={name} link={link} />
          <Facts opportunity={opportunity} now={now} />
        </div>
      </div>
      <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
        {preview(original_post, 200)}
      </p>
      <Reasons opportunity={opportunity} />
      <Suggestion opportunity={opportunity} />
      <p className="mt-3 text-meta wrap-anywhere text-soft" dir="auto">
        <b className="text-ink">Keywords:</b> {keywords_used.join(', ')}
      </p>
      <p className="text-meta text-soft tabular-nums">
        Day: {day} | Status: {status}
      </p>
      <p className="mt-2 text-meta text-soft">{replyWayLabel(opportunity)}</p>
      <PlaceRules rules={rules} />
    </article>
  );
}

function PostLink({ name, link }: { name: string; link: string }) {
  return (
    <p className="wrap-anywhere">
      <OutsideLink address={link}>
        <bdi>{name}</bdi>
      </OutsideLink>{' '}
      <span className="text-meta text-faint">{readWebAddress(link)?.host}</span>
    </p>
  );
}

function Facts({ opportunity, now }: { opportunity: Opportunity; now: number }) {
  const { posted_at, replies, confidence, status, reply_way } = opportunity;
  const badge = statusBadge({ status, replyWay: reply_way });
  const counted = replies === 1 ? '1 reply' : `${replies?.toLocaleString()} replies`;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-soft">
      <span className="wrap-anywhere">
        <bdi>{placeName(opportunity)}</bdi> · <time dateTime={posted_at}>{postAge(posted_at, now)}</time>
        {replies === null ? '' : ` · ${counted}`}
      </span>
      <Badge
        tone={confidence >= 90 ? 'good' : 'neutral'}
        icon={null}
        className="h-auto! shrink! py-0.5 whitespace-normal! tabular-nums"
      >
        Confidence {Math.round(confidence)}: {certainty(confidence)}
      </Badge>
      <Badge icon={badge.icon}>{badge.words}</Badge>
    </p>
  );
}

function Reasons({ opportunity: { why, quote } }: { opportunity: Opportunity }) {
  if (why.length === 0 && quote === null) return null;
  return (
    <div className="mt-3 wrap-anywhere">
      <p className="font-medium">Why it matched</p>
      <ul className="list-disc pl-5 text-soft">
        {[...new Set(why)].map((reason) => (
          <li key={reason} dir="auto">
            {reason}
          </li>
        ))}
      </ul>
      {quote === null ? null : (
        <blockquote dir="auto" className="mt-1.5 border-l-2 border-line pl-3 text-soft">
          “{quote}”
        </blockquote>
      )}
    </div>
  );
}

function Suggestion({ opportunity }: { opportunity: Opportunity }) {
  const { suggested_response, suggestion_kind, reply_way, rules } = opportunity;
  return (
    <div className="mt-3 rounded-s bg-muted px-3.5 py-3">
      <p className="font-medium">Suggested:</p>
      {suggestion_kind === 'briefing' && reply_way !== 'none' ? (
        <p className="text-meta text-soft">
          A briefing for your eyes only
          {rules.generatedText === 'unwelcome' ? `: ${rules.place} wants no generated text, so` : '.'}{' '}
          {rules.generatedText === 'unwelcome' ? 'the' : 'The'} reply is in your own words.
        </p>
      ) : null}
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
        {suggested_response}
      </p>
    </div>
  );
}
