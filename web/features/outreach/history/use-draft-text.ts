import { useEffect, useState } from 'react';
import { draftTitle } from './draft-keys.ts';

/**
 * Unsent text, saved in this browser under `key` at every change and shared by its tabs. The proposal is shown as long
 * as nothing is typed.
 */
export function useDraftText(key: string, proposal: string) {
  const [saved, setSaved] = useState(() => readDraftText(key));
  const [isUnsaved, setUnsaved] = useState(false);

  useEffect(() => {
    function follow(event: StorageEvent) {
      // Sent or signed out over there: what is here stays, so that nothing goes before its owner's eyes.
      if (event.key === key) setSaved((now) => readDraftText(key) ?? now);
    }
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [key]);

  return {
    text: saved ?? proposal,
    /** The browser would not keep it: it goes when what shows it goes. */
    isUnsaved,
    change(next: string) {
      const typed = next === proposal ? null : next;
      setSaved(typed);
      setUnsaved(!writeText(key, typed));
    },
    /** It has arrived. */
    clear: () => writeText(key, null),
  };
}

export function readDraftText(key: string): string | null {
  try {
    const content = JSON.parse(localStorage.getItem(key) ?? '{}').document?.content;
    return typeof content === 'string' ? content : null;
  } catch {
    // Unreadable or switched off: the field begins with what is proposed.
    return null;
  }
}

/** As a document, so that whoever signs out is asked before it is forgotten. Tells whether the browser took it. */
function writeText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ document: { content: text, keptAs: draftTitle(key) } }));
    return true;
  } catch {
    // Full or switched off.
    return text === null;
  }
}
