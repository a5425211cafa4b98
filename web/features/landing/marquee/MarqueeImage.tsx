import { useEffect, useRef, useState } from 'react';

/** The round picture of an item; a missing one becomes a grey circle with the label's first letter. */
export function MarqueeImage({ image, label }: { image: string | null; label: string }) {
  const picture = useRef<HTMLImageElement>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    // It may have failed before this script ran, and then no event tells.
    const shown = picture.current;
    if (shown?.complete && shown.naturalWidth === 0) setHasFailed(true);
  }, []);

  if (!image || hasFailed)
    return (
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-muted text-[0.8125rem] font-medium text-soft"
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
      width={32}
      height={32}
      decoding="async"
      // Else React asks for it in the page's head, before what the first screen needs.
      fetchPriority="low"
      onError={() => setHasFailed(true)}
      className={`relative size-8 shrink-0 rounded-full bg-canvas shadow-card ${letterOfBroken}`}
    />
  );
}

/** Browsers draw this only over a picture that failed, also before any script runs. */
const letterOfBroken =
  'after:absolute after:inset-0 after:grid after:place-items-center after:rounded-full after:bg-muted after:text-[0.8125rem] after:font-medium after:text-soft after:content-[attr(data-letter)]';

function firstLetter(label: string): string {
  return (label.match(/\p{L}/u)?.[0] ?? label.charAt(0)).toUpperCase();
}
