import { useEffect, useState } from 'react';
import { keptTitle } from './kept-keys.ts';

/**
 * What is typed and not sent yet, kept in this browser under `key` at every change and shared by its tabs; what is
 * proposed stands there as long as nothing is typed.
 */
export function useKeptText(key: string, proposal: string) {
  const [kept, setKept] = useState(() => readKeptText(key));
  const [isUnkept, setUnkept] = useState(false);

  useEffect(() => {
    function follow(event: StorageEvent) {
      // Sent or signed out over there: what stands here stays, so that nothing goes before its owner's eyes.
      if (event.key === key) setKept((now) => readKeptText(key) ?? now);
    }
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [key]);

  return {
    text: kept ?? proposal,
    /** The browser would not keep it: it goes when what shows it goes. */
    isUnkept,
    change(next: string) {
      const typed = next === proposal ? null : next;
      setKept(typed);
      setUnkept(!writeText(key, typed));
    },
    /** It has arrived. */
    clear: () => writeText(key, null),
  };
}

export function readKeptText(key: string): string | null {
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
    else localStorage.setItem(key, JSON.stringify({ document: { content: text, keptAs: keptTitle(key) } }));
    return true;
  } catch {
    // Full or switched off.
    return text === null;
  }
}
