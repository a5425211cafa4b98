import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Revisioned } from './draft-copy.ts';
import { DraftDocument, type DraftDocumentOptions } from './draft-document.ts';

/**
 * One document that a founder edits: saved in this browser at once and on the server about a second later. Unsent text
 * is found again after a reload or a crash. Text changed elsewhere meanwhile becomes a document of its own.
 */
export function useDraftDocument<D extends Revisioned>(options: DraftDocumentOptions<D>) {
  const [draft, setDraft] = useState(() => new DraftDocument(options));
  // Another account never sees this one's document.
  if (draft.owner !== options.owner || draft.form !== options.form) setDraft(new DraftDocument(options));
  const state = useSyncExternalStore(draft.subscribe, () => draft.state);
  useEffect(() => draft.follow(options));
  useEffect(() => draft.start(), [draft]);
  const { change, open, unsent, renew, flush, accept, load } = draft;
  return { ...state, change, open, unsent, renew, flush, accept, retryLoad: load };
}
