import { useEffect, useState } from 'react';
import { newId } from '#web/api/new-id.ts';

/** What is typed and not sent yet. `tried`: it was sent under this id, and nobody knows whether it arrived. */
type MessageDraft = { text: string; tried?: { id: string; text: string } };

/** A message that is being written, kept in this browser under `key` at every change and shared by its tabs. */
export function useMessageDraft(key: string) {
  const [draft, setDraft] = useState(() => readDraft(key));

  useEffect(() => {
    function follow(event: StorageEvent) {
      if (event.key === key || event.key === null) setDraft(readDraft(key));
    }
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [key]);

  function keep(next: MessageDraft) {
    setDraft(next);
    writeDraft(key, next);
  }

  return {
    draft,
    change: (text: string) => keep({ ...draft, text }),
    /** The id to send it under: the last try's, as long as it is the same text, so that a repeated one is one message. */
    idForSending(): string {
      const { text, tried } = draft;
      const id = tried?.text === text ? tried.id : newId();
      keep({ text, tried: { id, text } });
      return id;
    },
    clear: () => keep({ text: '' }),
  };
}

function readDraft(key: string): MessageDraft {
  try {
    const { document, tried } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const text = document?.content;
    if (typeof text !== 'string') return { text: '' };
    const isTried = typeof tried?.id === 'string' && typeof tried.text === 'string';
    return isTried ? { text, tried: { id: tried.id, text: tried.text } } : { text };
  } catch {
    // Unreadable or switched off: the field begins empty.
    return { text: '' };
  }
}

/** As a document, so that whoever signs out is asked before it is forgotten. */
function writeDraft(key: string, { text, tried }: MessageDraft): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ document: { content: text }, tried }));
  } catch {
    // Switched off or full: what is typed lasts as long as the page.
  }
}
