import { clsx } from 'clsx';
import type { Opportunity } from '#shared/contracts/opportunities.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { isLinkable } from '#shared/rules/outreach/places/source-labels.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { ageLabel, nameOfPost } from '#web/features/outreach/labels.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { statusBadge } from '#web/features/outreach/status-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Checkbox } from '#web/ui/controls/Checkbox.tsx';
import { readWebAddress } from '#web/ui/web-address.ts';

type OpportunityItemProps = {
  opportunity: Opportunity;
  /** Epoch milliseconds. */
  now: number;
  isChosen: boolean;
  /** The choice is being sent. */
  isFixed: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** One conversation, with everything that helps to decide on it. */
export function OpportunityItem({ opportunity, now, isChosen, isFixed, onChoose }: OpportunityItemProps) {
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
          <p className="wrap-anywhere">
            <OutsideLink address={link}>
              <bdi>{name}</bdi>
            </OutsideLink>{' '}
            <span className="text-meta text-faint">{readWebAddress(link)?.host}</span>
          </p>
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
        Confidence {Math.round(confidence)}: {confidenceLabel(confidence)}
      </Badge>
      <Badge icon={badge.icon}>{badge.label}</Badge>
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

/** Way of a reply to its place. */
function replyWayLabel({ reply_way, source }: Opportunity): string {
  if (reply_way === 'none')
    return 'For reading only: a reply about your product is not welcome there. It is left out unless you tick it.';
  if (reply_way === 'account')
    return 'Sent from your linked account once you approve it; without one you post it yourself.';
  return isLinkable(source)
    ? 'You post the reply yourself. With a linked account we find it there; without one you tell us its address.'
    : 'You post the reply yourself and tell us its address.';
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
