import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Lock from 'lucide-react/icons/lock';
import Pencil from 'lucide-react/icons/pencil';
import { useId, useState } from 'react';
import type { Opportunity } from '#shared/contracts/outreach/opportunities.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { isLinkable } from '#shared/rules/outreach/places/source-labels.ts';
import { preview, withoutMarks } from '#shared/rules/text/plain-text.ts';
import { DraftCuts } from '#web/features/outreach/DraftCuts.tsx';
import { ageLabel, nameOfPost } from '#web/features/outreach/labels.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { statusBadge } from '#web/features/outreach/status-labels.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { markPhrases } from '#web/ui/idea/MarkedIdea.tsx';

type OpportunityItemProps = {
  opportunity: Opportunity;
  /** Epoch milliseconds. */
  now: number;
  isChosen: boolean;
  /** The choice is being sent. */
  isFixed: boolean;
  onChoose: (isChosen: boolean) => void;
  /** Starts the campaign and opens the reply to this conversation. */
  onReply: () => void;
};

/** Longest part of a suggestion that a closed row shows. */
const suggestionLength = 75;

/** One conversation in the specified lines (specification 2); the rest opens below them. */
export function OpportunityItem(props: OpportunityItemProps) {
  const { opportunity, now, isChosen, isFixed, onChoose, onReply } = props;
  const { title, link, original_post, suggested_response, keywords_used, day, quote } = opportunity;
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  const name = nameOfPost(title, original_post, link);
  const badge = statusBadge({ status: opportunity.status, replyWay: opportunity.reply_way });
  const toggle = isChosen ? 'Skip' : 'Include';
  return (
    <article
      aria-label={name}
      className={clsx('flex items-start rounded-s py-3 sm:gap-3', !isChosen && 'bg-muted')}
    >
      <IconButton
        aria-label={`Details: ${name}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? details : undefined}
        className="-mx-2 -my-1.5"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={clsx('transition-transform duration-100', isOpen && 'rotate-90')}
        />
      </IconButton>
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-1 gap-y-2">
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-1 max-sm:basis-full">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <p className="line-clamp-2 min-w-0 wrap-anywhere">
              <OutsideLink address={link} className="font-medium hover:underline">
                <bdi>
                  <MarkedWords text={name} quote={quote} />
                </bdi>
              </OutsideLink>
            </p>
            <PlaceAndAge opportunity={opportunity} now={now} />
          </div>
          <PostText opportunity={opportunity} isOpen={isOpen} name={name} />
          <p
            dir="auto"
            className={clsx('wrap-anywhere text-soft', isOpen ? 'whitespace-pre-line' : 'line-clamp-2')}
          >
            <b className="font-medium text-ink">Suggested:</b>{' '}
            {isOpen
              ? suggested_response
              : preview(withoutMarks(suggested_response).replace(/\s+/g, ' '), suggestionLength)}
          </p>
          <p className="flex flex-wrap gap-x-4 text-meta text-soft tabular-nums">
            <span dir="auto" className="wrap-anywhere">
              Keywords: <b className="font-medium text-ink">{keywords_used.join(', ')}</b>
            </span>
            <PlaceRule opportunity={opportunity} />
            <span>
              Day: {day} | Status: {badge.label}
            </span>
          </p>
          {isOpen ? <Details id={details} opportunity={opportunity} /> : null}
        </div>
        <div className={clsx('flex gap-1', !isOpen && isChosen && 'max-sm:hidden')}>
          <Button
            variant="quiet"
            aria-label={`${toggle}: ${name}`}
            disabled={isFixed}
            className="px-2! max-sm:order-last"
            onClick={() => onChoose(!isChosen)}
          >
            {toggle}
          </Button>
          {opportunity.reply_way === 'none' ? (
            <OutsideLink address={link} className={buttonClass()}>
              Open
            </OutsideLink>
          ) : (
            <Button aria-label={`Reply: ${name}`} disabled={isFixed} onClick={onReply}>
              Reply
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

function PlaceAndAge({ opportunity, now }: { opportunity: Opportunity; now: number }) {
  const { posted_at, replies } = opportunity;
  const counted = replies === 1 ? '1 reply' : `${replies?.toLocaleString()} replies`;
  return (
    <p className="text-meta text-soft wrap-anywhere">
      <bdi>{placeName(opportunity)}</bdi> · <time dateTime={posted_at}>{postAge(posted_at, now)}</time>
      <span>{replies === null ? '' : ` · ${counted}`}</span>
    </p>
  );
}

/** The beginning of a post after the sentence that asks; once open the whole of it, with the sentence in its place. */
function PostText({
  opportunity,
  isOpen,
  name,
}: Pick<OpportunityItemProps, 'opportunity'> & { isOpen: boolean; name: string }) {
  const original_post = withoutMarks(opportunity.original_post);
  const quote = opportunity.quote && withoutMarks(opportunity.quote);
  const text = isOpen ? original_post : preview(original_post, 200);
  // A closed row shows two lines at most: the sentence comes first.
  const inPlace = isOpen ? text : text.slice(0, quote?.length);
  const isApart = quote !== null && ![name, inPlace].some((within) => holds(within, quote));
  return (
    <p
      dir="auto"
      className={clsx('text-soft wrap-anywhere', isOpen ? 'whitespace-pre-line' : 'line-clamp-2')}
    >
      {isApart ? (
        <>
          <q className="marker-pen text-ink [quotes:none]">{quote}</q>{' '}
        </>
      ) : null}
      <span>
        <MarkedWords text={text} quote={isApart ? null : quote} />
      </span>
    </p>
  );
}

function holds(text: string, quote: string): boolean {
  return markPhrases(text, [quote]).some(({ isMarked }) => isMarked);
}

/** A text with the sentence that asks marked where it stands in it. */
function MarkedWords({ text, quote }: { text: string; quote: string | null }) {
  if (quote === null || !holds(text, quote)) return text;
  return markPhrases(text, [quote]).map(({ text: part, start, isMarked }) =>
    isMarked ? (
      <q key={start} className="marker-pen text-ink [quotes:none]">
        {part}
      </q>
    ) : (
      <span key={start}>{part}</span>
    ),
  );
}

/** The rule of the place that matters most, in one line. */
function PlaceRule({ opportunity: { reply_way, rules } }: { opportunity: Opportunity }) {
  const [Icon, rule] =
    reply_way === 'none'
      ? [Lock, 'No promotion here.']
      : rules.generatedText === 'unwelcome'
        ? [Pencil, 'Write it yourself: no generated text.']
        : rules.rules.some(({ source }) => source.startsWith('http'))
          ? [Check, 'Say that you built it. One reply a thread.']
          : [Pencil, 'Read its rules first.'];
  return (
    <span className={clsx('inline-flex items-center gap-1', reply_way === 'none' && 'text-warn')}>
      <Icon size={14} aria-hidden="true" className={clsx('shrink-0', reply_way !== 'none' && 'text-faint')} />
      <span>{rule}</span>
    </span>
  );
}

/** Facts that help to decide on a conversation. */
function Details({ id, opportunity }: { id: string; opportunity: Opportunity }) {
  const { confidence, rules, draft_cuts, license } = opportunity;
  return (
    <div id={id} className="mt-2 grid grid-cols-1 gap-2 border-l-2 border-spark pl-4 text-meta text-soft">
      <p>Worth answering: about {Math.round(confidence)} of 100 like it are.</p>
      <DraftCuts cuts={draft_cuts} />
      <p>{replyWayLabel(opportunity)}</p>
      <PlaceRules rules={rules} />
      {license ? <p>Licence of the post: {license}</p> : null}
    </div>
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

/** "3 days ago": from `at`, ISO 8601, to `now`, epoch milliseconds. */
function postAge(at: string, now: number): string {
  if (now - Date.parse(at) < 60_000) return 'just now';
  const age = ageLabel(at, now);
  return age === null ? 'age not known' : `${age} ago`;
}
