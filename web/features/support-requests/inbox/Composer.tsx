import { clsx } from 'clsx';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import type { InboxThread } from '#shared/contracts/support-inbox.ts';
import { message } from '#shared/messages/catalogue.ts';
import { MessageForm } from '#web/features/support-requests/thread/MessageForm.tsx';
import { useMessageForm } from '#web/features/support-requests/thread/use-message-form.ts';
import { draftKey } from '#web/identity/drafts.ts';
import { showToast } from '#web/ui/toast.ts';
import { type ComposerTexts, composerModes } from './composer.data.ts';
import { ModeChoice } from './ModeChoice.tsx';
import type { MessageKind, useInboxWork } from './use-inbox-request.ts';

type ComposerProps = {
  userId: string;
  thread: InboxThread;
  work: ReturnType<typeof useInboxWork>;
};

/** Reply, question and note have a field each: what is typed in one can't be sent as another. */
export function Composer({ userId, thread, work }: ComposerProps) {
  const forms = {
    reply: useModeForm('reply', { userId, thread, work }),
    question: useModeForm('question', { userId, thread, work }),
    note: useModeForm('note', { userId, thread, work }),
  };
  const begun = composerModes.filter(({ kind }) => forms[kind].text !== '').map(({ kind }) => kind);
  const [mode, setMode] = useState<MessageKind>(begun[0] ?? 'reply');
  const texts = composerModes.find(({ kind }) => kind === mode) ?? composerModes[0];
  return (
    <section aria-label="Write" className={clsx('mt-5 rounded-m p-3 sm:p-4', texts.look)}>
      <ModeChoice mode={mode} begun={begun} onChoose={setMode} />
      <div className="mt-3">
        <MessageForm
          key={mode}
          form={forms[mode]}
          label={texts.label(thread.customer.name || thread.customer.email)}
          help={<Hint texts={texts} thread={thread} />}
          button={texts.button}
          busyText={texts.busyText}
          variant={mode === 'note' ? 'secondary' : 'primary'}
        />
      </div>
    </section>
  );
}

function useModeForm(kind: MessageKind, { userId, thread, work }: ComposerProps) {
  return useMessageForm({
    storageKey: draftKey(userId, `inbox ${kind} ${thread.id}`),
    messages: thread.messages,
    post: (written) => work.write(kind, written),
    failureCode: 'inbox_failed',
    onSent: () => showToast(message(sentCodes[kind])),
    // What was refused may be claimed or resolved by somebody else by now.
    onFailed: work.readAnew,
  });
}

const sentCodes = {
  reply: 'inbox_reply_sent',
  question: 'inbox_question_sent',
  note: 'inbox_note_saved',
} as const;

type HintProps = { texts: ComposerTexts; thread: InboxThread };

/** What stands in the way is said before somebody runs into it. On a tint the usual help would be too faint to read. */
function Hint({ texts: { kind, help }, thread: { agent, resolvedAt, promise } }: HintProps) {
  if (kind === 'note')
    return (
      <span className="flex items-center gap-1.5 font-medium text-warn">
        <EyeOff size={14} aria-hidden="true" className="shrink-0" />
        {help(promise)}
      </span>
    );
  const obstacle = resolvedAt
    ? 'It is resolved: reopen it before you write to the customer.'
    : 'Claim it before you write to the customer. Notes are always possible.';
  return <span className="text-soft">{agent?.isMe && !resolvedAt ? help(promise) : obstacle}</span>;
}
