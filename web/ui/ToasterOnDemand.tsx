import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastWishes } from './toast.ts';

/** The place for toasts, fetched with the first of them, or `ahead`, so that it can tell of a lost connection. */
export function ToasterOnDemand({ ahead }: { ahead: boolean }) {
  const wishes = useSyncExternalStore(toastWishes.subscribe, toastWishes.count, () => 0);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  const isWanted = Loaded === null && (ahead || wishes > 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure the next toast tries again
  useEffect(() => {
    if (!isWanted) return;
    import('./Toaster.tsx').then(
      ({ Toaster }) => setLoaded(() => Toaster),
      () => {},
    );
  }, [isWanted, wishes]);

  return Loaded ? <Loaded /> : null;
}
