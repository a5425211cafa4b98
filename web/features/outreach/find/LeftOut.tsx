import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { LeftOutReason } from '#shared/contracts/outreach/conversation-sources.ts';
import type {
  FoundOpportunities,
  LeftOutPost,
  Opportunity,
} from '#shared/contracts/outreach/opportunities.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { ageLabel, nameOfPost } from '#web/features/outreach/labels.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';

type LeftOutProps = {
  found: FoundOpportunities;
  /** Epoch milliseconds. */
  now: number;
  /** A campaign is being started. */
  isFixed: boolean;
  onBringBack: (opportunity: Opportunity) => void;
};

/**
 * The posts that a search left out, by reason; one click brings one back where a reply is possible, or shows the
 * conversation about it.
 */
export function LeftOut({ found, now, isFixed, onBringBack }: LeftOutProps) {
  const { opportunities, considered, leftOut, leftOutPosts } = found;
  const reasons = leftOut.filter(({ count }) => count > 0);
  if (reasons.length === 0) return null;
  const shown = `${considered.toLocaleString()} found, ${opportunities.length.toLocaleString()} shown:`;
  return (
    <details open={opportunities.length === 0} className="group/left border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-start gap-2 rounded-s py-3 pl-1 tabular-nums max-sm:pl-0 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="mt-0.5 shrink-0 text-faint transition-transform duration-100 group-open/left:rotate-90"
        />
        <span className="min-w-0">
          <b className="font-medium">{shown}</b>{' '}
          <span className="text-soft">
            {reasons
              .map(({ reason, count }) => `${count.toLocaleString()} ${phraseOf(reason, count)}`)
              .join(', ')}
          </span>
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-3 pb-4 sm:pl-7">
        {reasons.map(({ reason, count }) => (
          <LeftOutGroup
            key={reason}
            reason={reason}
            count={count}
            posts={leftOutPosts.filter((post) => post.reason === reason)}
            row={(post) => <LeftOutRow post={post} now={now} isFixed={isFixed} onBringBack={onBringBack} />}
          />
        ))}
      </div>
    </details>
  );
}

type LeftOutGroupProps = {
  reason: LeftOutReason;
  count: number;
  posts: LeftOutPost[];
  row: (post: LeftOutPost) => ReactNode;
};

function LeftOutGroup({ reason, count, posts, row }: LeftOutGroupProps) {
  const { heading, note } = labels[reason];
  const isPart = posts.length < count;
  const amount = isPart ? `the nearest ${posts.length} of ${count.toLocaleString()}` : String(count);
  return (
    <section aria-label={heading}>
      <h3 className="pb-1 text-meta font-medium text-soft tabular-nums">
        {heading} · {amount}
      </h3>
      {note ? <p className="pb-1 text-meta text-soft">{note}</p> : null}
      <ul>
        {posts.map((post) => (
          <Fragment key={post.link}>{row(post)}</Fragment>
        ))}
      </ul>
    </section>
  );
}

type LeftOutRowProps = Omit<LeftOutProps, 'found'> & { post: LeftOutPost };

function LeftOutRow({ post, now, isFixed, onBringBack }: LeftOutRowProps) {
  const { title, link, posted_at, opportunity, known } = post;
  const name = nameOfPost(title, opportunity?.original_post ?? '', link);
  const age = ageLabel(posted_at, now);
  const time = known?.repliedAt ? `replied ${dayLabel(known.repliedAt)}` : age && `${age} ago`;
  return (
    <li className="flex min-h-8 items-center gap-4 border-t border-line max-sm:min-h-11">
      <span className="min-w-0 grow truncate">
        <OutsideLink address={link} className="hover:underline">
          <bdi>{name}</bdi>
        </OutsideLink>
      </span>
      <span className="max-w-1/2 shrink-0 truncate text-meta text-soft max-sm:hidden">
        <bdi>{placeName(post)}</bdi>
        {time === null ? null : <span> · {time}</span>}
      </span>
      {opportunity ? (
        <Button
          variant="quiet"
          disabled={isFixed}
          aria-label={`Show: ${name}`}
          className={show}
          onClick={() => onBringBack(opportunity)}
        >
          Show
        </Button>
      ) : null}
      {known ? (
        // In a new tab: the review stays open.
        <Link
          to={`/startup-spark-suite/history?conversation=${encodeURIComponent(known.id)}`}
          target="_blank"
          title="Opens in a new tab"
          aria-label={`Show: ${name}`}
          className={buttonClass({ variant: 'quiet' }, show)}
        >
          Show
        </Link>
      ) : null}
    </li>
  );
}

const show = '-mr-2 h-7! px-2! pointer-coarse:h-11!';

function dayLabel(at: string): string {
  return new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

function phraseOf(reason: LeftOutReason, count: number): string {
  const { phrase, single = phrase } = labels[reason];
  return count === 1 ? single : phrase;
}

/** `phrase` follows a number, `single` a 1; `note` says why none of a group can be brought back. */
const labels: Record<LeftOutReason, { phrase: string; single?: string; heading: string; note?: string }> = {
  'not-asking': {
    phrase: 'don’t ask for help',
    single: 'doesn’t ask for help',
    heading: 'Don’t ask for help',
  },
  'off-topic': { phrase: 'too far off', heading: 'Too far off' },
  known: { phrase: 'already yours', heading: 'Already yours' },
  duplicate: { phrase: 'repeat another', single: 'repeats another', heading: 'Repeat another' },
  own: { phrase: 'about your product or by you', heading: 'About your product, or by you' },
  excluded: {
    phrase: 'hold a word you exclude',
    single: 'holds a word you exclude',
    heading: 'Hold a word you exclude',
  },
  crisis: {
    phrase: 'from somebody in distress',
    heading: 'From somebody in distress',
    note: 'Somebody in distress needs help, not a product.',
  },
  dead: { phrase: 'deleted', heading: 'Deleted' },
  locked: { phrase: 'closed to replies', heading: 'Closed to replies' },
  'too-old': { phrase: 'older than 14 days', heading: 'Older than 14 days' },
  beyond: { phrase: 'fit less well', single: 'fits less well', heading: 'Fit less well than those shown' },
};
