import { clsx } from 'clsx';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/controls/IconButton.tsx';

/** The scrolling strip (specification 1): 50 px high, round in 20 s, still under a pointer or the focus. */
export function Marquee() {
  const [stopped, setStopped] = useState(false);
  return (
    <div className="border-y border-line bg-card">
      <div className="flex items-center">
        <section
          aria-label="Startup Spark in figures"
          className="group h-[50px] min-w-0 grow overflow-hidden motion-safe:mask-x-from-95% motion-reduce:h-auto motion-reduce:min-h-[50px]"
        >
          <div
            className={clsx(
              'flex w-max animate-marquee motion-reduce:w-auto motion-reduce:animate-none',
              'group-hover:[animation-play-state:paused]',
              stopped && '[animation-play-state:paused]',
            )}
          >
            <ItemList />
            <ItemList isCopy />
          </div>
        </section>
        <IconButton
          aria-label={stopped ? 'Let the figures move' : 'Stop the moving figures'}
          onClick={() => setStopped(!stopped)}
          className="mx-1 motion-reduce:hidden sm:mx-3"
        >
          {stopped ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
        </IconButton>
      </div>
    </div>
  );
}

/** The second copy follows the first, so that the strip has no end; it is for the eye only. */
function ItemList({ isCopy = false }: { isCopy?: boolean }) {
  return (
    <ul
      aria-hidden={isCopy || undefined}
      className={clsx(
        'flex h-[50px] min-w-screen shrink-0 items-center justify-around',
        'motion-reduce:h-auto motion-reduce:min-w-0 motion-reduce:shrink motion-reduce:flex-wrap motion-reduce:justify-center',
        isCopy ? 'motion-reduce:hidden' : 'motion-reduce:w-full',
      )}
    >
      {marqueeItems.map((item) => (
        <Item key={item.metric} {...item} />
      ))}
    </ul>
  );
}

function Item({ image, metric, trend, label }: MarqueeItem) {
  const [figure, ...words] = label.split(' ');
  return (
    <li className="flex h-[50px] items-center gap-1.5 px-5 whitespace-nowrap text-soft motion-reduce:h-auto motion-reduce:min-h-[50px] motion-reduce:px-3 motion-reduce:whitespace-normal">
      <MarqueeImage image={image} label={label} />
      <span className="sr-only">
        {metric}, {trend}:
      </span>
      <span aria-hidden="true" className="-mr-1 text-faint">
        {trend === 'up' ? '↑' : '↓'}
      </span>
      <span>
        <b className="text-ink tabular-nums">{figure}</b> {words.join(' ')}
      </span>
    </li>
  );
}

/** The picture of an item; a missing one becomes a grey circle with the label's first letter. */
export function MarqueeImage({ image, label }: { image: string | null; label: string }) {
  const picture = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    // It may have failed before this script ran, without an event.
    const shown = picture.current;
    if (shown?.complete && shown.naturalWidth === 0) setHasFailed(true);
  }, []);

  if (!image || hasFailed)
    return (
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full bg-muted text-meta font-medium text-soft"
      >
        {firstLetter(label)}
      </span>
    );
  return (
    <img
      ref={picture}
      src={image}
      alt=""
      data-letter={firstLetter(label)}
      width={17}
      height={17}
      decoding="async"
      // Else React asks for it in the page's head, before what the first screen needs.
      fetchPriority="low"
      onError={() => setHasFailed(true)}
      className={`relative size-6 shrink-0 rounded-full p-[3.5px] dark:invert ${letterOfBroken}`}
    />
  );
}

/** Browsers draw this only over a picture that failed, also before any script runs, and cut it at the picture's box. */
const letterOfBroken =
  'after:absolute after:inset-0 after:grid after:place-items-center after:rounded-full after:bg-muted after:text-meta after:font-medium after:text-soft after:content-[attr(data-letter)] dark:after:invert';

function firstLetter(label: string): string {
  return (label.match(/\p{L}/u)?.[0] ?? label.charAt(0)).toUpperCase();
}

export type MarqueeMetric = 'growth' | 'funded' | 'users' | 'points' | 'goals';

/** `trend` says on which side of its figure the product stays: up is this or more, down is this or less. */
export type MarqueeItem = {
  /** Address of a square picture; without one, or when it fails, the label's first letter is there. */
  image: string | null;
  metric: MarqueeMetric;
  trend: 'up' | 'down';
  /** Begins with its figure. */
  label: string;
};

/**
 * Five rules of the product and no figure about customers (specification 1 and 9). A test holds them to the rules,
 * which the first load does not carry.
 */
export const marqueeItems: MarqueeItem[] = [
  {
    // The line that a figure’s range must lie above, unless the founder moves it: shared/rules/verdict/rule.ts.
    image: '/icons/marquee-growth.svg',
    metric: 'growth',
    trend: 'up',
    label: '40\u00a0% is the line for a Go',
  },
  {
    // Price of an account on the Free Trial: specification 9.
    image: '/icons/marquee-funded.svg',
    metric: 'funded',
    trend: 'down',
    label: '$0 to start',
  },
  {
    // The launch target: specification 9.
    image: '/icons/marquee-users.svg',
    metric: 'users',
    trend: 'up',
    label: '1,000 first users to find',
  },
  {
    // Fewer answers never decide anything: shared/rules/verdict/rule.ts.
    image: '/icons/marquee-points.svg',
    metric: 'points',
    trend: 'up',
    label: '12 answers before any verdict',
  },
  {
    // The validation prompt asks for five to seven (specification 9); the founder may add more.
    image: '/icons/marquee-goals.svg',
    metric: 'goals',
    trend: 'down',
    label: '7 questions at most in a new plan',
  },
];
