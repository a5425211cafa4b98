import { useEffect } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { useDraftDocument } from '#web/drafts/use-draft-document.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import {
  blankDocument,
  forkDocument,
  hasText,
  type IdeationDocument,
  loadNewest,
  readDocument,
  saveDocument,
} from './saving/ideation-document.ts';

export type Session = ReturnType<typeof useIdeationSession>;

/** The open session, saved in this browser and in the account (specification 4, Ideation stages). */
export function useIdeationSession(userId: string) {
  const session = useDraftDocument<IdeationDocument>({
    owner: userId,
    form: 'ideation',
    read: readDocument,
    load: loadNewest,
    save: saveDocument,
    fork: forkDocument,
    blank: blankDocument,
    isWorthSaving: hasText,
  });
  useEffect(() => {
    if (session.forks > 0) showToast(message('ideation_copied_apart'));
  }, [session.forks]);
  return session;
}
