import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmPosted } from '#shared/contracts/conversations.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { showToast } from '#web/ui/toast.ts';
import { useAftermath } from './use-aftermath.ts';
import type { TouchedHere } from './use-touched.ts';

type Outcome = { error?: string; failure?: string; isNotSeen?: boolean };
type Reactions = { onFound: () => void; onElsewhere: () => void };

/** Tells the server that a reply was posted by hand, with its address or without. */
export function usePosted(
  userId: string,
  conversationId: string,
  touched: TouchedHere,
  { onFound, onElsewhere }: Reactions,
) {
  const { afterChange, afterRefusal } = useAftermath(userId, touched);
  const [outcome, setOutcome] = useState<Outcome>({});
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
      touched.answer(conversation);
      const found = url === '' ? 'reply_seen' : 'reply_linked';
      showToast(message(isFound ? found : 'reply_not_seen'));
      return afterChange();
    },
    onError(error) {
      const failure = readRefusal(error, 'conversation_change_failed');
      const isAboutAddress = failure.code !== null && aboutAddress.has(failure.code);
      setOutcome(isAboutAddress ? { error: failure.reason } : { failure: failure.reason });
      if (isAboutAddress) return onElsewhere();
      showToast(failure.told);
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
