import type { ReactNode } from 'react';
import type { JobThread } from '#shared/contracts/support-requests/support-threads.ts';

type UnreachableNoteProps = {
  thread: Pick<JobThread, 'email' | 'history' | 'messages'>;
  /** The effect of it on the reader. */
  children: ReactNode;
};

/** Shown once a mail to the contact did not arrive, until the customer writes again. */
export function UnreachableNote({ thread, children }: UnreachableNoteProps) {
  const { email, history, messages } = thread;
  const bounce = history.findLast(({ action, to }) => action === 'mail_undelivered' && to === email);
  if (!bounce) return null;
  if (messages.some(({ kind, created_at }) => kind === 'customer' && created_at > bounce.created_at))
    return null;
  return (
    <p className="rounded-m bg-warn-wash px-4 py-3 wrap-anywhere">
      <strong className="font-medium">Mails to {email} do not arrive.</strong>{' '}
      <span className="text-soft">{children}</span>
    </p>
  );
}
