import { useEffect } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { useKeptDocument } from '#web/api/use-kept-document.ts';
import { showToast } from '#web/ui/toast.ts';
import {
  blankDocument,
  forkDocument,
  hasText,
  type IdeationDocument,
  keepDocument,
  loadNewest,
  readDocument,
} from './ideation-document.ts';

export type Session = ReturnType<typeof useIdeationSession>;

/** The session on the desk, kept in this browser and in the account (specification 4, Ideation stages). */
export function useIdeationSession(userId: string) {
  const session = useKeptDocument<IdeationDocument>({
    owner: userId,
    form: 'ideation',
    read: readDocument,
    load: loadNewest,
    keep: keepDocument,
    fork: forkDocument,
    blank: blankDocument,
    isWorthKeeping: hasText,
  });
  useEffect(() => {
    if (session.forks > 0) showToast(message('ideation_copied_apart'));
  }, [session.forks]);
  return session;
}
