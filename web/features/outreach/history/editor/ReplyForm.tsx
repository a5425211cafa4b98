import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useRef } from 'react';
import type { Conversation, Guidance } from '#shared/contracts/conversations.ts';
import { discloses } from '#shared/rules/disclosure.ts';
import { LocalLinkNote } from '#web/features/outreach/history/LocalLinkNote.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Field } from '#web/ui/Field.tsx';
import { NotSent } from '#web/ui/NotSent.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { lengthWords } from './reply-length.ts';
import type { useReplyForm } from './use-reply-form.ts';

type ReplyFormProps = {
  id: string;
  form: ReturnType<typeof useReplyForm>;
  conversation: Conversation;
  guidance: Guidance | undefined;
};

/** The owner's words, with what is wrong about them before they are sent. */
export function ReplyForm({ id, form, conversation, guidance }: ReplyFormProps) {
  const { text, error, failure, busy, change } = form;
  const field = useRef<HTMLTextAreaElement>(null);
  const length = lengthWords(text, conversation.source);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!form.submit()) field.current?.focus();
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
      <Field
        label={conversation.suggestionKind === 'briefing' ? 'Your reply, in your own words' : 'Your reply'}
        error={error}
        help={sentBy(conversation, guidance)}
        required
      >
        <TextArea
          ref={field}
          name="reply"
          value={text}
          // What is typed while it is on its way would vanish with the dialog.
          readOnly={busy}
          onChange={(event) => change(event.target.value)}
          rows={8}
          autoGrow
          dir="auto"
          className="max-h-[50dvh]"
        />
      </Field>
      {error ? null : (
        <LiveCheck isBlank={text.trim() === ''} words={form.liveProblem} isChecked={guidance !== undefined} />
      )}
      {length === null ? null : <p className="text-meta text-soft tabular-nums">{length}</p>}
      <p role="status" className="text-meta text-warn empty:absolute">
        {form.isUnkept ? unkeptWords : null}
      </p>
      {failure ? <NotSent what="Not approved." reason={failure} /> : null}
      {guidance && !isDisclosed(text, guidance, conversation) ? (
        <Disclosure
          sentence={guidance.disclosure}
          onAdd={() => {
            change(withSentence(text, guidance.disclosure));
            field.current?.focus();
          }}
        />
      ) : null}
      <TrackedLink address={conversation.trackedLink} />
      <LocalLinkNote address={conversation.trackedLink} />
    </form>
  );
}

/** Where the text does not end a sentence, the one that is added must not run into it. */
function withSentence(text: string, added: string): string {
  const before = text.trimEnd();
  return `${before}${/[.!?…]$/.test(before) ? ' ' : '\n'}${added}`.trimStart();
}

/** Before it is sent; it is read out when the typing pauses. */
function LiveCheck({
  isBlank,
  words,
  isChecked,
}: {
  isBlank: boolean;
  words: string | null;
  isChecked: boolean;
}) {
  return (
    <div role="status" className="text-meta">
      {words ? (
        <p className="flex gap-2 rounded-s bg-warn-wash px-3 py-2 text-warn wrap-anywhere">
          <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          {words}
        </p>
      ) : null}
      {!words && !isBlank && isChecked ? (
        <p className="flex gap-2 text-good">
          <CircleCheck size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          {nothingFound}
        </p>
      ) : null}
    </div>
  );
}

// This page knows the replies that are loaded; the server knows them all.
const nothingFound = 'Nothing found here speaks against it. The server compares it with all your replies.';
const unkeptWords = 'This browser could not keep what you typed last: closing this loses it.';

/** Said in its writer's own words or ours. */
function isDisclosed(
  text: string,
  { disclosure }: Guidance,
  { product, trackedLink }: Conversation,
): boolean {
  return text.includes(disclosure) || discloses(text, { name: product.name, trackedLink });
}

type DisclosureProps = { sentence: string; onAdd: () => void };

function Disclosure({ sentence, onAdd }: DisclosureProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-s bg-muted px-3 py-2">
      <p className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
        <span className="block text-meta text-faint">Say who is writing</span>
        {sentence}
      </p>
      <Button onClick={onAdd}>
        Add<span className="sr-only"> the disclosure</span>
      </Button>
    </div>
  );
}

function TrackedLink({ address }: { address: string }) {
  const source = useRef<HTMLElement>(null);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-s bg-muted px-3 py-2">
      <p className="min-w-0 flex-[1_1_10rem]">
        <span className="block text-meta text-faint">
          Your link: it leads to your product and counts visits. Your own address would not be counted.
        </span>
        <code ref={source} tabIndex={-1} className="text-meta outline-none wrap-anywhere">
          {address}
        </code>
      </p>
      <CopyButton text={address} source={source}>
        Copy link
      </CopyButton>
    </div>
  );
}

function sentBy({ replyWay }: Conversation, guidance: Guidance | undefined): string | null {
  if (guidance?.account)
    return `Once approved, it is sent from ${guidance.account.username} on ${guidance.account.host}.`;
  if (guidance || replyWay === 'hand') return 'Once approved, you post it yourself: nothing is sent for you.';
  return null;
}
