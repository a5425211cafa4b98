import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastRequests } from './toast.ts';

/** The place for toasts, fetched with the first of them, or `ahead`, so that it can tell of a lost connection. */
export function ToasterOnDemand({ ahead }: { ahead: boolean }) {
  const requests = useSyncExternalStore(toastRequests.subscribe, toastRequests.count, () => 0);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  const isWanted = Loaded === null && (ahead || requests > 0);

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
