import { useDraftDocument } from '#web/drafts/use-draft-document.ts';
import {
  blankDocument,
  copyDocument,
  hasText,
  type IdeationDocument,
  loadNewest,
  readDocument,
  readSession,
  saveDocument,
} from './saving/ideation-document.ts';

export type Session = ReturnType<typeof useIdeationSession>;

/** The open session, saved in this browser and in the account (specification 4, Ideation stages). */
export function useIdeationSession(userId: string) {
  return useDraftDocument<IdeationDocument>({
    owner: userId,
    form: 'ideation',
    schema: { parse: readDocument },
    load: loadNewest,
    read: readSession,
    save: saveDocument,
    copy: copyDocument,
    blank: blankDocument,
    isWorthSaving: hasText,
  });
}
