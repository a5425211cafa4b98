import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { maskSecrets } from '#shared/rules/mask-secrets.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { focusFirst } from '#web/ui/focus-first.ts';
import { useSending } from '#web/ui/use-sending.ts';
import { useMessageDraft } from './use-message-draft.ts';

type MessageFormOptions = {
  /** Where this browser keeps what is typed. */
  storageKey: string;
  /** What stands in the thread: a message whose reply was lost may be there already. */
  messages: { id: string }[];
  post: (written: { id: string; text: string }) => Promise<unknown>;
  /** What to say when the server said nothing. */
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
