import { useEffect, useEffectEvent, useState } from 'react';
import { type DraftSchema, isOnlyOnPage, readDraft, saveDraft } from './draft-store.ts';

/**
 * Unsent text under a key: stored in this browser at every change, and shared by its tabs. Another key needs another
 * component. In the shape `{ document }` it outlives this component also where the browser does not store it.
 * @param onCleared another tab has sent it or signed out. Without it the text stays here, before its owner's eyes.
 */
export function useDraft<T extends object>(
  key: string,
  schema: DraftSchema<T | null>,
  onCleared?: () => void,
) {
  const [draft, setDraft] = useState(() => readDraft(key, schema));
  /** False where the browser did not store it. */
  const [isStored, setStored] = useState(() => !isOnlyOnPage(key));

  const follow = useEffectEvent((event: StorageEvent) => {
    if (event.key !== key) return;
    const changed = readDraft(key, schema);
    if (changed) setDraft(changed);
    else onCleared?.();
  });
  useEffect(() => {
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);

  /** Null clears it. */
  function save(next: T | null) {
    setDraft(next);
    setStored(saveDraft(key, next, next !== null && 'document' in next));
  }

  return { draft, isStored, save };
}
