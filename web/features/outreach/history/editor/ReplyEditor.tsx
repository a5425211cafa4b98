import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useId, useRef } from 'react';
import { type Conversation, type Guidance, readGuidance } from '#shared/contracts/conversations.ts';
import { discloses } from '#shared/rules/outreach/disclosure.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { call } from '#web/api/call.ts';
import { LocalLinkNote } from '#web/features/outreach/history/conversation/LocalLinkNote.tsx';
import { nameOfPost } from '#web/features/outreach/name-of-post.ts';
import { OutsideLink } from '#web/features/outreach/OutsideLink.tsx';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';
import { PlaceRuleList } from '#web/features/outreach/PlaceRules.tsx';
import { Sentences } from '#web/features/outreach/Sentences.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { lengthLabel } from './reply-length.ts';
import { type ReplyEditorProps, useReplyForm } from './use-reply-form.ts';

/** Editor of a reply before its approval: the post, the place's rules, and the text. */
export function ReplyEditor(props: ReplyEditorProps) {
  const { userId, conversation, onClose } = props;
  const guidance = useGuidance(userId, conversation.id);
  const form = useReplyForm(props, guidance.data);
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={conversation.suggestionKind === 'briefing' ? 'Write your reply' : 'Edit before approving'}
      description={`${placeName(conversation)}.${form.isStored ? savedLabel : ''}`}
      size="4xl"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.busy} busyText="Approving...">
            Approve
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 md:grid-cols-2">
        <PostPanel conversation={conversation} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-4 md:col-start-2 md:row-span-2 md:row-start-1">
          <ReplyForm id={formId} form={form} conversation={conversation} guidance={guidance.data} />
        </div>
        <GuidancePanel guidance={guidance} />
      </div>
    </Dialog>
  );
}

const savedLabel = ' What you type is kept in this browser until it is approved.';

/** The place's rules, and how much promotion is left there. */
function GuidancePanel({ guidance }: { guidance: ReturnType<typeof useGuidance> }) {
  const { data, isPending, isError, refetch } = guidance;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      {isPending ? <Loading label="Loading the rules of this place" /> : null}
      {data ? (
        <>
          <Rules rules={data.rules} />
          <Budget budget={data.budget} />
        </>
      ) : null}
      {isError ? (
        <ErrorState title="The rules of this place could not be loaded." onRetry={() => void refetch()}>
          What you type is kept. The server checks it before anything is sent.
        </ErrorState>
      ) : null}
    </div>
  );
}

function Rules({ rules }: Pick<Guidance, 'rules'>) {
  return (
    <section aria-label="Rules of this place" className="grid min-w-0 grid-cols-1 gap-1">
      <h3 className="text-sm font-medium wrap-anywhere">Rules of {rules.place}</h3>
      <PlaceRuleList rules={rules} />
    </section>
  );
}

function Budget({ budget }: Pick<Guidance, 'budget'>) {
  const { promotionAllowed, repliesLeftToday, arithmetic } = budget;
  const isOpen = repliesLeftToday > 0;
  return (
    <section aria-label="Promotion budget" className="min-w-0">
      <h3 className="text-sm font-medium">Promotion budget</h3>
      <p className="mt-1 flex flex-wrap gap-1.5">
        <Badge tone={isOpen ? 'good' : 'warn'}>
          {repliesLeftToday} {repliesLeftToday === 1 ? 'reply' : 'replies'} left today
        </Badge>
        <Badge tone={promotionAllowed ? 'good' : 'warn'}>
          {promotionAllowed ? 'May name your product' : 'Help without naming it'}
        </Badge>
      </p>
      <Sentences sentences={arithmetic} className="mt-1.5 text-meta" />
    </section>
  );
}

/** The post that is answered and, where the owner writes, what they could say: for their eyes. */
function PostPanel({ conversation }: { conversation: Conversation }) {
  const { postTitle, postUrl, originalPost, suggestedReply, suggestionKind, why } = conversation;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      <section aria-label="The post" className="min-w-0">
        <h3 dir="auto" className="text-sm font-medium wrap-anywhere">
          {nameOfPost(postTitle, originalPost, postUrl)}
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll the post */}
        <p dir="auto" tabIndex={0} className={`${written} max-h-48 overflow-y-auto`}>
          {originalPost}
        </p>
        <OutsideLink address={postUrl}>View Post</OutsideLink>
      </section>
      {suggestionKind === 'briefing' ? (
        <section aria-label="Briefing" className="min-w-0 rounded-s bg-muted px-3 py-2.5">
          <h3 className="text-sm font-medium">Briefing, for your eyes</h3>
          <p dir="auto" className={written}>
            {suggestedReply}
          </p>
        </section>
      ) : null}
      <section aria-label="Why it was found" className="min-w-0">
        <h3 className="text-sm font-medium">Why it was found</h3>
        <Sentences sentences={why} className="mt-1" />
      </section>
    </div>
  );
}

const written = 'mt-1 whitespace-pre-wrap text-soft wrap-anywhere';

type ReplyFormProps = {
  id: string;
  form: ReturnType<typeof useReplyForm>;
  conversation: Conversation;
  guidance: Guidance | undefined;
};

/** The owner's words, with what is wrong about them before they are sent. */
function ReplyForm({ id, form, conversation, guidance }: ReplyFormProps) {
  const { text, error, failure, busy, change } = form;
  const field = useRef<HTMLTextAreaElement>(null);
  const length = lengthLabel(text, conversation.source);
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
          // Text typed while sending would vanish with the dialog.
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
        {form.isStored ? null : unsavedLabel}
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

/** The sentence that is added must not run into an unfinished one. */
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
const unsavedLabel = 'This browser could not keep what you typed last: closing this loses it.';

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

/** Guidance before writing; fetched each time, because each reply changes the budget. */
function useGuidance(userId: string, conversationId: string) {
  return useQuery({
    queryKey: [...outreachKey(userId), 'guidance', conversationId],
    queryFn: ({ signal }) => call(readGuidance, { params: { id: conversationId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
