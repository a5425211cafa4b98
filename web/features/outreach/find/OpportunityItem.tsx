import { clsx } from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState } from 'react';
import type { Opportunity } from '#shared/contracts/opportunities.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { isLinkable } from '#shared/rules/outreach/places/source-labels.ts';
import { preview, withoutMarks } from '#shared/rules/text/plain-text.ts';
import { ageLabel, nameOfPost } from '#web/features/outreach/labels.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { statusBadge } from '#web/features/outreach/status-labels.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';

type OpportunityItemProps = {
  opportunity: Opportunity;
  /** Epoch milliseconds. */
  now: number;
  isChosen: boolean;
  /** The choice is being sent. */
  isFixed: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** Longest part of a suggestion that a closed row shows. */
const suggestionLength = 75;

/** One conversation in the specified lines (specification 2); the rest opens below them. */
export function OpportunityItem({ opportunity, now, isChosen, isFixed, onChoose }: OpportunityItemProps) {
  const { title, link, original_post, suggested_response, keywords_used, day } = opportunity;
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  const name = nameOfPost(title, original_post, link);
  const badge = statusBadge({ status: opportunity.status, replyWay: opportunity.reply_way });
  const toggle = isChosen ? 'Skip' : 'Include';
  return (
    <article
      aria-label={name}
      className={clsx('flex items-start gap-2 rounded-s py-3', !isChosen && 'bg-muted')}
    >
      <IconButton
        aria-label={`Details: ${name}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        className="-my-1.5"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={clsx('transition-transform duration-100', isOpen && 'rotate-90')}
        />
      </IconButton>
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <p className="line-clamp-2 wrap-anywhere">
          <OutsideLink address={link} className="font-medium hover:underline">
            <bdi>{name}</bdi>
          </OutsideLink>
        </p>
        <p dir="auto" className={clsx('wrap-anywhere', isOpen ? 'whitespace-pre-line' : 'line-clamp-2')}>
          {preview(original_post, 200)}
        </p>
        <p dir="auto" className={clsx('wrap-anywhere', isOpen ? 'whitespace-pre-line' : 'line-clamp-2')}>
          <b className="font-medium">Suggested:</b>{' '}
          {isOpen
            ? suggested_response
            : preview(withoutMarks(suggested_response).replace(/\s+/g, ' '), suggestionLength)}
        </p>
        <p className="flex flex-wrap gap-x-4 text-meta text-soft tabular-nums">
          <span dir="auto" className="wrap-anywhere">
            Keywords: {keywords_used.join(', ')}
          </span>
          <span>
            Day: {day} | Status: {badge.label}
          </span>
        </p>
        {isOpen ? <Details id={details} opportunity={opportunity} now={now} /> : null}
      </div>
      <Button
        variant="quiet"
        aria-label={`${toggle}: ${name}`}
        disabled={isFixed}
        className="-my-1.5 shrink-0"
        onClick={() => onChoose(!isChosen)}
      >
        {toggle}
      </Button>
    </article>
  );
}

/** Facts that help to decide on a conversation. */
function Details({ id, opportunity, now }: { id: string; opportunity: Opportunity; now: number }) {
  const { posted_at, replies, confidence, rules } = opportunity;
  const counted = replies === 1 ? '1 reply' : `${replies?.toLocaleString()} replies`;
  return (
    <div id={id} className="mt-2 grid grid-cols-1 gap-2 border-l-2 border-spark pl-4 text-meta text-soft">
      <p className="wrap-anywhere">
        <bdi>{placeName(opportunity)}</bdi> · <time dateTime={posted_at}>{postAge(posted_at, now)}</time>
        <span>{replies === null ? '' : ` · ${counted}`}</span> · {confidenceLabel(confidence)} (
        {Math.round(confidence)})
      </p>
      <Reasons opportunity={opportunity} />
      <p>{replyWayLabel(opportunity)}</p>
      <PlaceRules rules={rules} />
    </div>
  );
}

function Reasons({ opportunity: { why, quote } }: { opportunity: Opportunity }) {
  return (
    <>
      <ul className="grid gap-0.5">
        {[...new Set(why)].map((reason) => (
          <li key={reason} dir="auto" className="wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
      {quote === null ? null : (
        <blockquote dir="auto" className="wrap-anywhere">
          “{quote}”
        </blockquote>
      )}
    </>
  );
}

/** Way of a reply to its place. */
function replyWayLabel({ reply_way, suggestion_kind, source }: Opportunity): string {
  if (reply_way === 'none') return 'For reading only: replies about your product are not welcome there.';
  if (reply_way === 'account')
    return suggestion_kind === 'briefing'
      ? 'You write the reply. It is sent from your linked account once you approve it.'
      : 'Sent from your linked account once you approve it.';
  return isLinkable(source)
    ? 'You post the reply. With a linked account we find it there.'
    : 'You post the reply and tell us its address.';
}

/** A label for a confidence of 0 to 100, which explains the number. */
function confidenceLabel(confidence: number): string {
  if (confidence >= 90) return 'close match';
  return confidence >= 70 ? 'match' : 'loose match';
}

/** "3 days ago": from `at`, ISO 8601, to `now`, epoch milliseconds. */
function postAge(at: string, now: number): string {
  if (now - Date.parse(at) < 60_000) return 'just now';
  const age = ageLabel(at, now);
  return age === null ? 'age not known' : `${age} ago`;
}
