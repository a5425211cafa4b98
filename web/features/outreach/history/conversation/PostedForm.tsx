import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import { type Conversation, confirmPosted } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { isLinkable } from '#shared/rules/outreach/places/source-labels.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { addressKey, useDraftText } from '#web/features/outreach/history/use-draft-text.ts';
import { useInvalidate } from '#web/features/outreach/history/use-invalidate.ts';
import type { OptimisticConversations } from '#web/features/outreach/history/use-optimistic.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import type { NextStepProps } from './use-review.ts';

type PostedFormProps = Pick<NextStepProps, 'userId' | 'conversation' | 'optimistic' | 'onActed'> & {
  /** Label of its button. */
  action: string;
};

/** The owner says that the reply is there, and where; without an address it is looked for where that can be done. */
export function PostedForm({ userId, conversation, optimistic, onActed, action }: PostedFormProps) {
  const address = useDraftText(addressKey(userId, conversation.id), '');
  const field = useRef<HTMLInputElement>(null);
  const isNeeded = isAddressNeeded(conversation);
  const { busy, error, failure, isNotSeen, post, refuse } = usePosted(userId, conversation.id, optimistic, {
    onFound() {
      onActed();
      address.clear();
    },
    onElsewhere: () => field.current?.focus(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const url = address.text.trim();
    if (isNeeded && url === '') refuse('Paste the address of your reply first.');
    else post(url);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-2">
      <Field
        label={isNeeded ? addressLabel : <OptionalLabel>{addressLabel}</OptionalLabel>}
        error={error}
        help={<ReplyAddressHelp conversation={conversation} />}
        required={isNeeded}
      >
        <TextInput
          ref={field}
          type="url"
          inputMode="url"
          maxLength={2_000}
          value={address.text}
          onChange={(event) => address.change(event.target.value)}
        />
      </Field>
      {failure ? <NotSent what="Not saved." reason={failure} /> : null}
      <p role="status" className="text-meta text-soft empty:absolute">
        {isNotSeen ? notSeenLabel(conversation) : null}
      </p>
      <div>
        <Button type="submit" busy={busy} busyText="Looking...">
          {action}
        </Button>
      </div>
    </form>
  );
}

const addressLabel = 'Address of your reply';

function notSeenLabel(conversation: Conversation): string {
  const { title, text } = message('reply_not_seen');
  if (isAddressNeeded(conversation)) return `${title}. ${text}`;
  const goesOn = conversation.status === 'READY' ? ' We look for three days after it was approved.' : '';
  return `${title}. ${text}${goesOn} You can leave this page, or give us the address of your reply.`;
}

/** True when its owner must say where the reply is: nothing else finds it. */
function isAddressNeeded({ replyFindable, status }: Conversation): boolean {
  return !replyFindable || status === 'POSTED';
}

/** Effect of an empty address, or the reason to give one. */
function ReplyAddressHelp({ conversation }: { conversation: Conversation }) {
  return (
    <>
      <AddressUse conversation={conversation} />{' '}
      <span className="block">{placesOfAddress[conversation.source]}</span>
    </>
  );
}

function AddressUse({ conversation }: { conversation: Conversation }) {
  const { source, replyFindable, status } = conversation;
  if (status === 'POSTED') return 'It was taken there, and we were not told where it stands.';
  if (replyFindable) return 'Leave it empty and we look for your reply there.';
  if (!isLinkable(source)) return 'We can’t look there: paste the address of your reply.';
  return (
    <>
      We can’t look without a linked account: paste the address of your reply.{' '}
      <Link to="/settings" className="font-medium text-spark-ink underline underline-offset-2">
        Link an account
      </Link>
    </>
  );
}

/** Way to the address of one reply at each source. */
const placesOfAddress: Record<SourceName, string> = {
  'hacker-news': 'On Hacker News it is behind the time beside your name, such as “1 minute ago”.',
  'stack-exchange': 'Share, below your answer, shows it.',
  lemmy: 'It is behind the link sign of your comment.',
  discourse: 'It is behind the time at the top right of your post.',
  dev: 'The menu of your comment, the three dots, has Copy link.',
  github: 'It is behind the time beside your name, at the top of your comment.',
  mastodon: 'It is behind the time of your post.',
  bluesky: 'It is behind the time of your post.',
  reddit: 'Share, below your comment, has Copy link.',
};

type PostedOutcome = { error?: string; failure?: string; isNotSeen?: boolean };
type Reactions = { onFound: () => void; onElsewhere: () => void };

/** Tells the server that a reply was posted by hand, with its address or without. */
function usePosted(
  userId: string,
  conversationId: string,
  optimistic: OptimisticConversations,
  { onFound, onElsewhere }: Reactions,
) {
  const { afterChange, afterRefusal } = useInvalidate(userId, optimistic);
  const [outcome, setOutcome] = useState<PostedOutcome>({});
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    scope: { id: `conversation ${conversationId}` },
    mutationFn: (url: string) =>
      call(confirmPosted, { params: { id: conversationId }, body: url === '' ? {} : { url } }),
    onMutate: () => setOutcome({}),
    onSuccess(conversation, url) {
      const isFound = conversation.replyPostedUrl !== null;
      if (isFound) onFound();
      setOutcome({ isNotSeen: !isFound });
      optimistic.answer(conversation);
      const found = url === '' ? 'reply_seen' : 'reply_linked';
      showToast(message(isFound ? found : 'reply_not_seen'));
      return afterChange();
    },
    onError(error) {
      const failure = readRefusal(error, 'conversation_change_failed');
      const isAboutAddress = failure.code !== null && aboutAddress.has(failure.code);
      setOutcome(isAboutAddress ? { error: failure.reason } : { failure: failure.reason });
      if (isAboutAddress) return onElsewhere();
      showToast(failure.notice);
      return afterRefusal(conversationId, failure);
    },
  });
  return {
    ...outcome,
    busy: isPending,
    post: mutate,
    /** Says what is wrong with the address before anything is sent. */
    refuse(error: string) {
      setOutcome({ error });
      onElsewhere();
    },
  };
}

const aboutAddress = new Set<MessageCode>([
  'reply_url_invalid',
  'reply_url_elsewhere',
  'reply_url_thread',
  'reply_address_needed',
  'body_invalid',
]);
