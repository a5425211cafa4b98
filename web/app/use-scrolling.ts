import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { scrollBehavior } from '#web/ui/motion.ts';

const hashDelay = 100;
const patience = 30;

/** To the top when the path changes; to the element named by the hash after 100 ms (specification 2). */
export function useScrolling(): void {
  const { pathname, hash, key } = useLocation();
  const previousPath = useRef(pathname);

  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    if (!hash) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, hash]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hash chosen again scrolls again
  useEffect(() => {
    if (!hash) return;
    let tries = 0;
    let timer = setTimeout(function look() {
      const target = document.getElementById(elementId(hash));
      if (target) target.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
      // A page that loads on demand may bring the element only later.
      else if (++tries < patience) timer = setTimeout(look, hashDelay);
    }, hashDelay);
    return () => clearTimeout(timer);
  }, [pathname, hash, key]);
}

function elementId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
