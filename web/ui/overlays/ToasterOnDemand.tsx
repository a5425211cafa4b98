import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { showPlainAlert } from './plain-alert.ts';
import { toastRequests } from './toast.ts';

/** Fetches the place for toasts. Pages that can fail wait for it: without a network they could not say so. */
export const loadToaster = () => import('./Toaster.tsx');

/** The place for toasts, there with the first of them. Only the landing page has not fetched its code by then. */
export function ToasterOnDemand() {
  const requests = useSyncExternalStore(toastRequests.subscribe, toastRequests.count, () => 0);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  const isWanted = Loaded === null && requests > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure the next toast tries again
  useEffect(() => {
    if (!isWanted) return;
    loadToaster().then(
      ({ Toaster }) => setLoaded(() => Toaster),
      () => showPlainAlert(toastRequests.latest()?.text ?? ''),
    );
  }, [isWanted, requests]);

  // An open dialog hides the rest of the page from screen readers, except what is marked as live.
  return <div aria-live="off">{Loaded ? <Loaded /> : null}</div>;
}
