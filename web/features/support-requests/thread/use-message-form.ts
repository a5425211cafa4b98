import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { newId } from '#web/api/new-id.ts';
import { focusFirst } from '#web/ui/focus-first.ts';
import { useSending } from '#web/ui/use-sending.ts';

type MessageFormOptions = {
  /** Storage key of the unsent text. */
  storageKey: string;
  /** Messages of the thread: one whose response was lost may be there already. */
  messages: { id: string }[];
  post: (written: { id: string; text: string }) => Promise<unknown>;
  /** Message code when the server gave none. */
  failureCode: MessageCode;
  onSent?: () => void;
  /** The thread may be another than the one on the screen. */
  onFailed?: (code: MessageCode | null) => void;
};

/** One message to a thread: what is typed, what is wrong with it, and its way to the server. */
export function useMessageForm(options: MessageFormOptions) {
  const { storageKey, messages, post, failureCode, onSent, onFailed } = options;
  const { draft, change, idForSending, clear } = useMessageDraft(storageKey);
  const [error, setError] = useState<string>();
  const { busy, failure, send } = useSending((reason) => readFailure(reason, failureCode));
  const { text, tried } = draft;
  const hasArrived = !busy && tried?.text === text && messages.some(({ id }) => id === tried.id);

  function finish() {
    clear();
    onSent?.();
  }
  const finishLate = useEffectEvent(finish);
  useEffect(() => {
    if (hasArrived) finishLate();
  }, [hasArrived]);

  return {
    text,
    error,
    failure: text === '' ? undefined : failure,
    busy,
    change(next: string) {
      setError(undefined);
      change(next);
    },
    async submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (busy) return;
      const masked = maskSecrets(text).text;
      const problem = findProblem(text);
      setError(problem);
      if (problem) {
        focusFirst(event.currentTarget, { text: problem });
        return;
      }
      const written = { id: idForSending(), text: masked };
      const reply = await send(
        () => post(written),
        ({ code }) => onFailed?.(code),
      );
      if (reply) finish();
    },
  };
}

const longest = 10_000;

function findProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Please write something first.';
  const over = text.length - longest;
  if (over <= 0) return undefined;
  return `${over} ${over === 1 ? 'character' : 'characters'} too many. Nothing is cut off; please shorten the text.`;
}

/** Unsent text. `tried`: it was sent under this id, and its arrival is not known. */
type MessageDraft = { text: string; tried?: { id: string; text: string } };

/** A message that is being written, kept in this browser under `key` at every change and shared by its tabs. */
function useMessageDraft(key: string) {
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
