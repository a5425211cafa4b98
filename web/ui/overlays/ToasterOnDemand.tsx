import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastRequests } from './toast.ts';

/**
 * The place for toasts, fetched with the first of them, or `ahead` of it with the first touch of the page: then it can
 * tell of a lost connection.
 */
export function ToasterOnDemand({ ahead }: { ahead: boolean }) {
  const requests = useSyncExternalStore(toastRequests.subscribe, toastRequests.count, () => 0);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  const [isTouched, setTouched] = useState(false);
  const isWanted = Loaded === null && (isTouched || requests > 0);

  useEffect(() => {
    if (!ahead) return;
    const touch = () => setTouched(true);
    for (const event of touches) addEventListener(event, touch, { once: true, passive: true });
    return () => {
      for (const event of touches) removeEventListener(event, touch);
    };
  }, [ahead]);

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

const touches = ['pointerdown', 'keydown', 'input'];
