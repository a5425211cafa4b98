import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#web/identity/session.ts';
import { scrollBehavior } from '#web/ui/motion.ts';

const hashDelay = 100;
const patience = 30;

/**
 * To the top when the path changes, and when the page of `/` gives way to the one for whoever signed in or out there;
 * to the element named by the hash after 100 ms (specification 2).
 */
export function useScrolling(): void {
  const { pathname, hash, key } = useLocation();
  const { status } = useSession();
  const previous = useRef({ pathname, status });

  useEffect(() => {
    const before = previous.current;
    previous.current = { pathname, status };
    const isOtherPath = before.pathname !== pathname;
    // While it loads nothing was scrolled yet, and the browser may come back to where it was.
    const isOtherUser = pathname === '/' && before.status !== status && before.status !== 'loading';
    // The cast: every browser that is served knows the word, the library of the oldest does not.
    if (isOtherPath ? !hash : isOtherUser) window.scrollTo({ top: 0, behavior: 'instant' as ScrollBehavior });
  }, [pathname, hash, status]);

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
