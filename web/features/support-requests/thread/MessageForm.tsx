import Paperclip from 'lucide-react/icons/paperclip';
import {
  type FormEvent,
  lazy,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import * as z from 'zod/mini';
import { type Attachment, attachment } from '#shared/contracts/support-requests/attachments.ts';
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
import { notFetched } from '#web/ui/states/NotFetched.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';

type MessageFormProps = {
  form: ReturnType<typeof useMessageForm>;
  label: string;
  help?: ReactNode;
  /** Labels of the button, idle and busy. */
  button: string;
  busyText: string;
  variant?: ButtonVariant;
  /** Another way to send it: `post` learns that it was this one. */
  second?: { button: string; disabled: boolean };
  /** Shown beside the buttons. */
  beside?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
};

/** The field for one message, with what is masked in it, and why it was not sent. */
export function MessageForm(props: MessageFormProps) {
  const { form, label, help, button, busyText, variant = 'primary', second, beside, ref } = props;
  const { text, error, failure, busy, isUploading, isSecond, change, submit } = form;
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
      <Field label={label} help={help} error={error} required>
        <TextArea
          ref={ref}
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
      {form.files ? <FilesOfMessage files={form.files} busy={busy} /> : null}
      {failure ? <NotSent reason={failure} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant={variant}
          // Files on their way would be left out.
          disabled={isUploading}
          busy={busy && !isSecond}
          busyText={busyText}
        >
          {button}
        </Button>
        {second ? (
          <Button
            type="submit"
            value="second"
            disabled={second.disabled || isUploading}
            busy={busy && isSecond}
            busyText={busyText}
          >
            {second.button}
          </Button>
        ) : null}
        {beside}
      </div>
    </form>
  );
}

export type WrittenMessage = {
  id: string;
  text: string;
  /** Absent where no files can be added. */
  attachmentIds?: string[];
  /** Sent by the second button. */
  isSecond: boolean;
};

type MessageFormOptions = {
  /** Storage key of the unsent text. */
  storageKey: string;
  /** Messages of the thread: one whose response was lost may be there already. */
  messages: { id: string }[];
  post: (written: WrittenMessage) => Promise<unknown>;
  /** True where files can be added. */
  takesFiles?: boolean;
  /** True while the state of the thread keeps it from being sent. */
  isBlocked?: boolean;
  /** Message code when the server gave none. */
  failureCode: MessageCode;
  onSent?: () => void;
  /** The thread may be another than the one on the screen. */
  onFailed?: (code: MessageCode | null) => void;
};

/** One message to a thread: what is typed, what is wrong with it, and its way to the server. */
export function useMessageForm(options: MessageFormOptions) {
  const { storageKey, messages, post, takesFiles = false, isBlocked = false } = options;
  const { failureCode, onSent, onFailed } = options;
  const { text, attachments, triedId, change, changeFiles, idForSending, clear } =
    useMessageDraft(storageKey);
  const [error, setError] = useState<string>();
  const [isSecond, setSecond] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const { busy, failure, send, forgetFailure } = useSending((reason) => readFailure(reason, failureCode));
  const [wasBlocked, setWasBlocked] = useState(isBlocked);
  if (wasBlocked !== isBlocked) {
    setWasBlocked(isBlocked);
    // The reason why it could not be sent is gone.
    if (wasBlocked) forgetFailure();
  }
  const isEmpty = text.trim() === '' && attachments.length === 0;
  const hasArrived = !busy && messages.some(({ id }) => id === triedId);

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
    isEmpty,
    failure: isEmpty ? undefined : failure,
    busy,
    isUploading,
    isSecond,
    files: takesFiles ? { value: attachments, onChange: changeFiles, onUploading: setUploading } : null,
    change(next: string) {
      setError(undefined);
      change(next);
    },
    async submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (busy || isUploading) return;
      const masked = maskSecrets(text).text;
      const problem = findProblem(text, isEmpty);
      setError(problem);
      if (problem) {
        focusFirst(event.currentTarget, { text: problem });
        return;
      }
      const { submitter } = event.nativeEvent as SubmitEvent;
      const second = submitter instanceof HTMLButtonElement && submitter.value === 'second';
      setSecond(second);
      const written: WrittenMessage = { id: idForSending(), text: masked, isSecond: second };
      if (takesFiles) written.attachmentIds = attachments.map(({ id }) => id);
      const reply = await send(
        () => post(written),
        ({ code }) => onFailed?.(code),
      );
      if (reply) finish();
    },
  };
}

type FilesOfMessageProps = {
  files: NonNullable<ReturnType<typeof useMessageForm>['files']>;
  busy: boolean;
};

/** A button until files are wanted: choosing them needs code of its own. */
function FilesOfMessage({ files, busy }: FilesOfMessageProps) {
  const [isWanted, setWanted] = useState(files.value.length > 0);
  if (!isWanted)
    return (
      <div>
        <Button icon={<Paperclip size={16} aria-hidden="true" />} onClick={() => setWanted(true)}>
          Attach files
        </Button>
      </div>
    );
  return (
    <Suspense fallback={<Loading label="Opening" />}>
      <MessageFiles {...files} disabled={busy} />
    </Suspense>
  );
}

const MessageFiles = lazy(() =>
  import('#web/features/support-requests/attachments/MessageFiles.tsx').then(
    (m) => ({ default: m.MessageFiles }),
    notFetched,
  ),
);

const longest = 10_000;

function findProblem(text: string, isEmpty: boolean): string | undefined {
  if (isEmpty) return 'Please write something first.';
  const over = text.length - longest;
  if (over <= 0) return undefined;
  return `${over} ${over === 1 ? 'character' : 'characters'} too many. Nothing is cut off; please shorten the text.`;
}

/** Unsent text. `tried`: this text was sent with these files under this id, and its arrival is not known. */
const messageDraft = z.object({
  document: z.object({ content: z.string(), attachments: z.optional(z.array(attachment)) }),
  tried: z.optional(
    z.object({ id: z.string(), text: z.string(), attachmentIds: z.optional(z.array(z.string())) }),
  ),
});

const toDocument = (content: string, attachments: Attachment[]) =>
  attachments.length > 0 ? { content, attachments } : { content };

/** A message that is being written; sent in another tab, it goes here too. */
function useMessageDraft(key: string) {
  const { draft, save } = useDraft(key, messageDraft, clear);
  const text = draft?.document.content ?? '';
  const attachments = draft?.document.attachments ?? [];
  const tried = draft?.tried;
  const attachmentIds = attachments.map(({ id }) => id);
  const isTried = tried?.text === text && `${tried.attachmentIds ?? []}` === `${attachmentIds}`;
  const store = (content: string, files: Attachment[]) =>
    save(content === '' && files.length === 0 ? null : { document: toDocument(content, files), tried });
  return {
    text,
    attachments,
    /** Id under which just this was sent before; null for another text or other files. */
    triedId: isTried ? tried.id : null,
    change: (next: string) => store(next, attachments),
    changeFiles: (files: Attachment[]) => store(text, files),
    /** The id to send it under: the last try's, as long as nothing changed, so that a repeated one is one message. */
    idForSending(): string {
      const id = isTried ? tried.id : newId();
      save({ document: toDocument(text, attachments), tried: { id, text, attachmentIds } });
      return id;
    },
    clear,
  };

  function clear(): void {
    save(null);
  }
}
