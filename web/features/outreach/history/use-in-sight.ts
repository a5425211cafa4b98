import { useRef, useState } from 'react';

/** Which rows can be seen now. `watch` goes to each of them as its ref, with the id in `data-row`. */
export function useInSight() {
  const inSight = useRef<ReadonlySet<string>>(new Set());
  const [watch] = useState(() => {
    const seen = new Map<Element, string>();
    // There from the first row on; each row lets go of it, and without rows nothing holds it.
    let observer: IntersectionObserver | undefined;
    const note = () => {
      inSight.current = new Set(seen.values());
    };
    const look = (entries: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) {
        const id = target.getAttribute('data-row');
        if (isIntersecting && id) seen.set(target, id);
        else seen.delete(target);
      }
      note();
    };
    return (row: Element | null) => {
      if (!row) return;
      observer ??= new IntersectionObserver(look);
      observer.observe(row);
      return () => {
        observer?.unobserve(row);
        seen.delete(row);
        note();
      };
    };
  });
  return { inSight, watch };
}
