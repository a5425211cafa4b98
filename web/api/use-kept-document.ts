import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Keepable } from './kept-copy.ts';
import { KeptDocument, type KeptDocumentOptions } from './kept-document.ts';

/**
 * One document that a founder edits: kept in this browser at once and on the server about a second later. What could
 * not be sent is found again after a reload or a crash; what was changed elsewhere meanwhile becomes a document of
 * its own, so that nobody's text is lost.
 */
export function useKeptDocument<D extends Keepable>(options: KeptDocumentOptions<D>) {
  const [kept, setKept] = useState(() => new KeptDocument(options));
  // Another account never sees this one's document.
  if (kept.owner !== options.owner || kept.form !== options.form) setKept(new KeptDocument(options));
  const state = useSyncExternalStore(kept.subscribe, () => kept.state);
  useEffect(() => kept.follow(options));
  useEffect(() => kept.start(), [kept]);
  const { change, open, unsent, renew, flush, accept, load } = kept;
  return { ...state, change, open, unsent, renew, flush, accept, retryLoad: load };
}
