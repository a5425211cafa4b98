import { useMutation } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { readIdeation } from '#shared/contracts/ideation.ts';
import { call } from '#web/api/call.ts';
import {
  blankDocument,
  documentOf,
  hasText,
  type IdeationDocument,
  loadNewest,
} from './ideation-document.ts';
import type { Coach } from './use-coach.ts';
import type { Session } from './use-ideation-session.ts';

export type Starting = ReturnType<typeof useStart>;
export type IdeationStart = { sessionId: string } | { idea: string; trailId?: string };

/** Which session the dialog opens with, and the ways from one session to another. None of them loses one. */
export function useStart(given: { open: boolean; start?: IdeationStart; session: Session; coach: Coach }) {
  const { open, start, session, coach } = given;
  const { document } = session;
  /** Kept in the account, but not among the activities while it is only an idea. */
  const [previousId, setPreviousId] = useState<string | null>(null);
  const reading = useMutation({
    networkMode: 'always',
    /** Without an id the newest that is not saved. */
    mutationFn: async (id: string | null) => {
      if (id === null) return (await loadNewest()) ?? blankDocument();
      return documentOf(await call(readIdeation, { params: { id } }));
    },
    onSuccess: replace,
  });

  function replace(next: IdeationDocument) {
    coach.stop();
    coach.forget();
    if (document?.id !== next.id)
      setPreviousId(document && hasText(document) && !document.saved ? document.id : null);
    session.open(next);
  }

  useOpening(open, start, document !== null || session.loadFailed, () => {
    reading.reset();
    if (start && 'sessionId' in start) {
      const isHere =
        document?.id === start.sessionId && (coach.arriving !== null || session.standing !== 'kept');
      if (!isHere) reading.mutate(start.sessionId);
    } else if (start) {
      const isGoingOn = document && !document.saved && document.idea.trim() === start.idea.trim();
      if (!isGoingOn) replace(blankDocument(start));
    } else if (document?.saved && session.standing === 'kept' && coach.arriving === null)
      reading.mutate(null);
  });

  return {
    isReading: reading.isPending,
    readError: reading.error,
    retryReading: () => reading.mutate(reading.variables ?? null),
    /** Leaves what could not be read; the session on the desk is shown again. */
    giveUpReading: reading.reset,
    startNew() {
      reading.reset();
      replace(blankDocument());
    },
    bringBack: previousId === null ? null : () => reading.mutate(previousId),
  };
}

/** Calls `begin` once each time the dialog opens, or is told to open with something else. */
function useOpening(open: boolean, start: IdeationStart | undefined, isReady: boolean, begin: () => void) {
  const wanted = open ? JSON.stringify(start ?? null) : null;
  const begun = useRef<string | null>(null);
  const beginNow = useEffectEvent(begin);
  useLayoutEffect(() => {
    if (wanted === null) begun.current = null;
    else if (isReady && begun.current !== wanted) {
      begun.current = wanted;
      beginNow();
    }
  }, [wanted, isReady]);
}
