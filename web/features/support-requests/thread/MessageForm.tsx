import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { newId } from '#web/api/new-id.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { MaskedPreview } from '#web/features/support-requests/attachments/MaskedPreview.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { ButtonVariant } from '#web/ui/controls/button-class.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { useSending } from '#web/ui/controls/use-sending.ts';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';

type MessageFormProps = {
  form: ReturnType<typeof useMessageForm>;
  label: string;
  help?: ReactNode;
  /** Labels of the button, idle and busy. */
  button: string;
  busyText: string;
  variant?: ButtonVariant;
};

/** The field for one message, with what is masked in it, and why it was not sent. */
export function MessageForm({ form, label, help, button, busyText, variant = 'primary' }: MessageFormProps) {
  const { text, error, failure, busy, change, submit } = form;
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
      <Field label={label} help={help} error={error} required>
        <TextArea
          name="text"
          value={text}
          // Text typed while sending would vanish.
          readOnly={busy}
          onChange={(event) => change(event.target.value)}
          rows={4}
          autoGrow
          dir="auto"
          className="max-h-[50dvh]"
        />
      </Field>
      <MaskedPreview texts={[{ label, text }]} />
      {failure ? <NotSent reason={failure} /> : null}
      <div>
        <Button type="submit" variant={variant} busy={busy} busyText={busyText}>
          {button}
        </Button>
      </div>
    </form>
  );
}

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
  const { text, tried, change, idForSending, clear } = useMessageDraft(storageKey);
  const [error, setError] = useState<string>();
  const { busy, failure, send } = useSending((reason) => readFailure(reason, failureCode));
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
const messageDraft = z.object({
  document: z.object({ content: z.string() }),
  tried: z.optional(z.object({ id: z.string(), text: z.string() })),
});

/** A message that is being written; sent in another tab, it goes here too. */
function useMessageDraft(key: string) {
  const { draft, save } = useDraft(key, messageDraft, clear);
  const text = draft?.document.content ?? '';
  const tried = draft?.tried;
  return {
    text,
    tried,
    change: (next: string) => save(next === '' ? null : { document: { content: next }, tried }),
    /** The id to send it under: the last try's, as long as it is the same text, so that a repeated one is one message. */
    idForSending(): string {
      const id = tried?.text === text ? tried.id : newId();
      save({ document: { content: text }, tried: { id, text } });
      return id;
    },
    clear,
  };

  function clear(): void {
    save(null);
  }
}
