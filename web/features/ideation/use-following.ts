import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { scrollBehavior } from '#web/ui/motion.ts';

/** Keeps the end of what grows in sight, until the reader scrolls up. */
export function useFollowing(frame: RefObject<HTMLElement | null>, text: string): void {
  const isFollowing = useRef(true);

  useEffect(() => {
    const scroller = frame.current && scrollerOf(frame.current);
    if (!scroller) return;
    let last = scroller.scrollTop;
    const listener = () => {
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      const isAtEnd = scrollHeight - scrollTop - clientHeight < nearEnd;
      if (isAtEnd) isFollowing.current = true;
      else if (scrollTop < last) isFollowing.current = false;
      last = scrollTop;
    };
    scroller.addEventListener('scroll', listener, { passive: true });
    return () => scroller.removeEventListener('scroll', listener);
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls because the text has grown
  useLayoutEffect(() => {
    if (isFollowing.current) frame.current?.scrollIntoView({ block: 'end' });
  }, [frame, text]);
}

/** Shows the last heading inside `view` whenever `sections` has grown: the newest section from its beginning. */
export function useNewestInSight(view: RefObject<HTMLElement | null>, sections: number): void {
  const before = useRef(sections);
  useEffect(() => {
    const hasGrown = sections > before.current;
    before.current = sections;
    if (!hasGrown) return;
    const newest = [...(view.current?.querySelectorAll('h3[data-from]') ?? [])].at(-1);
    newest?.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
  }, [view, sections]);
}

/** Pixels that still count as the end. */
const nearEnd = 48;

function scrollerOf(element: HTMLElement): HTMLElement | null {
  const { parentElement } = element;
  if (!parentElement) return null;
  return /auto|scroll/.test(getComputedStyle(parentElement).overflowY)
    ? parentElement
    : scrollerOf(parentElement);
}
