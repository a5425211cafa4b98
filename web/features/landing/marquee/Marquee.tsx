import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useState } from 'react';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { MarqueeImage } from './MarqueeImage.tsx';
import { type MarqueeItem, marqueeItems } from './marquee.data.ts';

/** The scrolling strip (specification 1): 50 px high, round in 20 s, still while somebody looks closely. */
export function Marquee() {
  const [stopped, setStopped] = useState(false);
  return (
    <div className="border-y border-line bg-card">
      <div className="flex items-center">
        <section
          aria-label="Figures from the product’s own rules"
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
      <p className="border-t border-line bg-canvas px-4 py-2 text-center text-meta text-faint">
        The product’s own rules, not figures about customers.
      </p>
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
  const Arrow = trend === 'up' ? ArrowUp : ArrowDown;
  return (
    <li className="flex h-[50px] items-center gap-2.5 px-5 whitespace-nowrap motion-reduce:h-auto motion-reduce:min-h-[50px] motion-reduce:px-3 motion-reduce:whitespace-normal">
      <MarqueeImage image={image} label={label} />
      <span className="text-meta text-faint first-letter:uppercase">{metric}</span>
      <span className="font-medium tabular-nums">{label}</span>
      <Arrow size={14} aria-hidden="true" className="-ml-1 text-spark-ink" />
      <span className="sr-only">{trend === 'up' ? 'up: this or more' : 'down: this or less'}</span>
    </li>
  );
}
