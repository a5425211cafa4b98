import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { isAtRest } from '#web/ui/motion.ts';
import { toastRequests } from './toast.ts';

/**
 * The place for toasts, fetched with the first of them, or `ahead` of it as soon as somebody uses the page: then it can
 * tell of a lost connection.
 */
export function ToasterOnDemand({ ahead }: { ahead: boolean }) {
  const requests = useSyncExternalStore(toastRequests.subscribe, toastRequests.count, () => 0);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  const [isUsed, setUsed] = useState(false);
  const isWanted = Loaded === null && (isUsed || requests > 0);

  useEffect(() => {
    if (!ahead || isUsed) return;
    const use = (event: Event) => isAtRest(event) || setUsed(true);
    for (const sign of signsOfUse) addEventListener(sign, use, { passive: true });
    return () => {
      for (const sign of signsOfUse) removeEventListener(sign, use);
    };
  }, [ahead, isUsed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure the next toast tries again
  useEffect(() => {
    if (!isWanted) return;
    import('./Toaster.tsx').then(
      ({ Toaster }) => setLoaded(() => Toaster),
      () => {},
    );
  }, [isWanted, requests]);

  // An open dialog hides the rest of the page from screen readers, except what is marked as live.
  return <div aria-live="off">{Loaded ? <Loaded /> : null}</div>;
}

const signsOfUse = ['pointermove', 'pointerdown', 'keydown', 'input', 'wheel', 'touchstart'];
