import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, useDeferredValue, useRef, useState } from 'react';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import {
  type Conversation,
  type Guidance,
  replyLimit,
  setConversationStatus,
  warningLimit,
} from '#shared/contracts/outreach/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { discloses } from '#shared/rules/outreach/disclosure.ts';
import { findReplyProblem } from '#shared/rules/outreach/reply-checks.ts';
import { measureReply } from '#shared/rules/outreach/reply-form.ts';
import { call } from '#web/api/call.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { LocalLinkNote } from '#web/features/outreach/OutsideLink.tsx';
import { nextLabel } from '#web/features/outreach/status-labels.ts';
import { replyKey, useDraftText } from '#web/features/outreach/use-draft-text.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { copyText } from '#web/ui/controls/copy-text.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { readWebAddress } from '#web/ui/web-address.ts';
import { useConversationChange } from './use-conversations.ts';

export type ReplyEditorProps = {
  userId: string;
  conversation: Conversation;
  /** Undefined when it is not among the loaded campaigns. */
  campaign: Campaign | undefined;
  /** Other loaded conversations, whose replies must not be repeated. */
  others: Conversation[];
  onClose: () => void;
};

/** Approves a reply in the owner's words. What is typed stays in this browser until it is approved. */
export function useReplyForm(props: ReplyEditorProps, guidance: Guidance | undefined) {
  const { userId, conversation, campaign, onClose } = props;
  const { id, suggestedReply, suggestionKind, reply } = conversation;
  const proposal = reply ?? (suggestionKind === 'draft' ? suggestedReply : '');
  const draft = useDraftText(replyKey(userId, id), 'A reply that was not approved', proposal);
  const [refusal, setRefusal] = useState<string>();
  const warning = useDraftText(
    draftKey(userId, `reply warning ${id}`),
    'The warning before a reply',
    guidance?.contentWarning ?? '',
  );
  const shownWarning = guidance?.contentWarning == null ? '' : warning.text.trim();
  const approval = useConversationChange<string>(userId, id, {
    request(text) {
      const isSuggested = suggestionKind === 'draft' && text === suggestedReply;
      const body = {
        status: 'APPROVED' as const,
        ...(isSuggested ? {} : { reply: text }),
        ...(guidance?.contentWarning != null && { contentWarning: shownWarning }),
      };
      return call(setConversationStatus, { params: { id }, body });
    },
    otherwise: () => 'conversation_approve_failed',
    fieldErrors: aboutReply,
    onChanged(approved) {
      draft.clear();
      warning.clear();
      onClose();
      void announce(approved, campaign?.active === false);
    },
  });
  // Comparing with all earlier replies takes longer than a key press should.
  const settled = useDeferredValue(draft.text);
  return {
    text: draft.text,
    warning,
    length: lengthLabel(draft.text, conversation.source, shownWarning, guidance?.limits),
    isStored: draft.isStored,
    error: refusal ?? approval.error,
    failure: approval.failure,
    /** Shown before anything is sent. */
    problem: findExcess(draft.text) ?? findProblem(settled, shownWarning, props, guidance)?.text,
    isBusy: approval.isPending,
    change(typed: string) {
      setRefusal(undefined);
      approval.reset();
      draft.change(typed);
    },
    /** @returns false when something must be changed first. */
    submit(): boolean {
      const error = findFieldError(draft.text, findProblem(draft.text, shownWarning, props, guidance));
      setRefusal(error);
      if (error === undefined) approval.mutate(draft.text);
      return error === undefined;
    },
  };
}

/** Copies a reply that its owner posts and opens its place; the row has both again where the browser refuses. */
async function announce(approved: Conversation, isPaused: boolean): Promise<void> {
  const { status, reply, suggestedReply, replyUrl } = approved;
  const isCopied = status === 'READY' && (await copyText(reply ?? suggestedReply, null));
  const next = isCopied ? 'Copied. Paste it there.' : nextLabel(status, isPaused);
  showToast(message('conversation_approved', { next }));
  const target = readWebAddress(replyUrl);
  // Opened after the copying: a new tab takes the focus that copying needs.
  if (isCopied && target) window.open(target.href, '_blank', 'noopener,noreferrer');
}

/** Refusals that say what to change in the reply. */
const aboutReply = new Set<MessageCode>([
  'reply_own_words',
  'reply_too_alike',
  'reply_promotion_banned',
  'reply_without_disclosure',
  'reply_promotes_twice',
  'reply_over_budget',
  'reply_not_welcome',
  'reply_too_short',
  'reply_too_long',
  'reply_marked_up',
  'body_invalid',
]);

type Problem = { code: MessageCode; text: string };

function findFieldError(text: string, problem: Problem | null): string | undefined {
  if (text.trim() === '') return 'Write your reply first.';
  // Only the server knows today's budget.
  const isKnown = problem !== null && problem.code !== 'reply_over_budget';
  return findExcess(text) ?? (isKnown ? problem.text : undefined);
}

function findExcess(reply: string): string | undefined {
  if (reply.length <= replyLimit) return undefined;
  return `The reply has ${reply.length.toLocaleString()} characters; ${replyLimit.toLocaleString()} is the most.`;
}

/** Problem of a reply, as far as this page knows; the server compares it with all earlier replies. */
function findProblem(
  reply: string,
  warning: string,
  props: ReplyEditorProps,
  guidance: Guidance | undefined,
): Problem | null {
  if (!guidance || reply.trim() === '' || findExcess(reply)) return null;
  const { conversation, campaign, others } = props;
  const { product, source, trackedLink, replyWay, suggestionKind, suggestedReply } = conversation;
  const { rules, budget } = guidance;
  const found = findReplyProblem({
    reply,
    source,
    product: { name: product.name, url: campaign?.product.url ?? trackedLink, trackedLink },
    // The budget counts the place's replies a day already.
    card: { ...rules, replyWay, repliesPerDay: budget.repliesLeftToday },
    suggestion: { kind: suggestionKind, text: suggestedReply },
    otherSuggestions: others.map((other) => other.suggestedReply),
    earlierReplies: others.flatMap((other) => (other.reply === null ? [] : [other.reply])),
    budget,
    limits: guidance.limits,
    warning,
  });
  return found && { code: found.code, text: message(found.code, found.params).text };
}

type ReplyFormProps = {
  id: string;
  form: ReturnType<typeof useReplyForm>;
  conversation: Conversation;
  guidance: Guidance | undefined;
};

/** The reply, what speaks against it, and what it still needs. */
export function ReplyForm({ id, form, conversation, guidance }: ReplyFormProps) {
  const { text, length, error, failure, isBusy, change } = form;
  const { trackedLink } = conversation;
  const isBriefing = conversation.suggestionKind === 'briefing';
  const field = useRef<HTMLTextAreaElement>(null);
  const mayName = guidance?.budget.promotionAllowed !== false;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!form.submit()) field.current?.focus();
  }
  function add(sentence: string) {
    change(withSentence(text, sentence));
    field.current?.focus();
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
      <Field label={isBriefing ? 'Your reply, in your own words' : 'Your reply'} error={error} required>
        <TextArea
          ref={field}
          name="reply"
          placeholder={isBriefing ? 'The suggestion is only notes.' : undefined}
          value={text}
          // Text typed while sending would vanish with the dialog.
          readOnly={isBusy}
          onChange={(event) => change(event.target.value)}
          rows={8}
          autoGrow
          dir="auto"
          className="max-h-[50dvh]"
        />
      </Field>
      {guidance?.contentWarning == null ? null : (
        <Field label="Content warning" help="Their post has one. Readers see it first.">
          <TextInput
            name="warning"
            maxLength={warningLimit}
            value={form.warning.text}
            readOnly={isBusy}
            onChange={(event) => form.warning.change(event.target.value)}
          />
        </Field>
      )}
      {error ? null : <LiveCheck problem={form.problem} isChecked={text.trim() !== '' && !!guidance} />}
      {length === null ? null : <p className="text-meta text-soft tabular-nums">{length}</p>}
      <p role="status" className="text-meta text-warn empty:absolute">
        {form.isStored ? null : unsavedLabel}
      </p>
      {failure ? <NotSent what="Not approved." reason={failure} /> : null}
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {guidance && mayName && !isDisclosed(text, guidance, conversation) ? (
          <Button onClick={() => add(guidance.disclosure)}>Add disclosure</Button>
        ) : null}
        {!mayName || text.includes(trackedLink) ? null : (
          <Button onClick={() => add(trackedLink)}>Add your link</Button>
        )}
      </div>
      {text.includes(trackedLink) ? <LocalLinkNote address={trackedLink} /> : null}
    </form>
  );
}

/** Length of a reply once it takes four fifths of its room; null before. */
function lengthLabel(
  reply: string,
  source: SourceName,
  warning: string,
  limits?: Guidance['limits'],
): string | null {
  const own = findExcess(reply) ? null : measureReply(reply, source, limits, warning);
  const { length, most } = own ?? { length: reply.length, most: replyLimit };
  if (length < most * 0.8) return null;
  return `${length.toLocaleString()} of ${most.toLocaleString()} characters`;
}

/** Read out when the typing pauses. */
function LiveCheck({ problem, isChecked }: { problem: string | undefined; isChecked: boolean }) {
  return (
    <div role="status" className="text-meta">
      {problem ? (
        <p className="flex gap-2 rounded-s bg-warn-wash px-3 py-2 text-warn wrap-anywhere">
          <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          {problem}
        </p>
      ) : null}
      {!problem && isChecked ? (
        <p className="flex gap-2 text-good">
          <CircleCheck size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
          {nothingFound}
        </p>
      ) : null}
    </div>
  );
}

// This page knows the replies that are loaded; the server compares with all.
const nothingFound = 'No problem found.';
const unsavedLabel = 'This browser could not keep what you typed last: closing the page loses it.';

/** True with our sentence or the writer's own. */
function isDisclosed(
  text: string,
  { disclosure }: Guidance,
  { product, trackedLink }: Conversation,
): boolean {
  return text.includes(disclosure) || discloses(text, { name: product.name, trackedLink });
}

/** Adds a sentence, on a line of its own behind an unfinished one. */
function withSentence(text: string, added: string): string {
  const before = text.trimEnd();
  return `${before}${/[.!?…]$/.test(before) ? ' ' : '\n'}${added}`.trimStart();
}
