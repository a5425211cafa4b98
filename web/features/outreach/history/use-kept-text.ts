import { useEffect, useState } from 'react';
import { keptTitle } from './kept-keys.ts';

/** What is typed and not sent yet, kept in this browser under `key` at every change and shared by its tabs. */
export function useKeptText(key: string, proposal: string) {
  const [text, setText] = useState(() => readKeptText(key) ?? proposal);

  useEffect(() => {
    function follow(event: StorageEvent) {
      // Sent or signed out over there: what stands here stays, so that nothing goes before its owner's eyes.
      if (event.key === key) setText((now) => readKeptText(key) ?? now);
    }
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [key]);

  return {
    text,
    change(next: string) {
      setText(next);
      writeText(key, next === proposal ? null : next);
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

const aside = new Map<string, string>();

/** Keeps a text that is no longer to be sent, until the page is left: its owner may change their mind. */
export function setKeptTextAside(key: string): void {
  const text = readKeptText(key);
  if (text === null) return;
  aside.set(key, text);
  writeText(key, null);
}

export function bringKeptTextBack(key: string): void {
  const text = aside.get(key);
  if (text !== undefined && readKeptText(key) === null) writeText(key, text);
  aside.delete(key);
}

/** As a document, so that whoever signs out is asked before it is forgotten. */
function writeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ document: { content: text, keptAs: keptTitle(key) } }));
  } catch {
    // Switched off or full: what is typed lasts as long as the page.
  }
}
