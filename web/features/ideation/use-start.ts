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
} from './saving/ideation-document.ts';
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
  /** Grows with each session that is opened; a session that is kept apart is still the same one here. */
  const [opening, setOpening] = useState(0);
  const reading = useReading(replace);
  const renewing = useReading((newest, old) => {
    if (old && coach.arriving === null) session.renew(old, newest);
  });
  const isResting = coach.arriving === null && session.status === 'saved';

  function replace(next: IdeationDocument) {
    coach.stop();
    coach.clear();
    setOpening((before) => before + 1);
    if (document?.id !== next.id)
      setPreviousId(document && hasText(document) && !document.saved ? document.id : null);
    session.open(next);
  }

  function goTo(id: string) {
    const unsent = session.unsent(id);
    reading.cancel();
    if (unsent) replace(unsent);
    else reading.read(id);
  }

  useOpening({ open, start, isReady: document !== null || session.loadFailed, leave }, (isFresh) => {
    if (start && 'sessionId' in start) {
      if (document?.id !== start.sessionId || isResting) goTo(start.sessionId);
    } else if (start && !(document && isOf(document, start))) replace(blankDocument(start));
    else if (document?.saved && isResting) reading.read(null);
    // Another device may have gone on with it; what is here stays in sight until that is known.
    else if (document?.revision && isResting && !isFresh) renewing.read(document.id, document);
  });

  function leave() {
    reading.cancel();
    renewing.cancel();
  }

  return {
    opening,
    isReading: reading.isPending,
    readError: reading.error,
    retryReading: reading.retry,
    /** Leaves an unreadable session; the open one is shown again. */
    giveUpReading: reading.cancel,
    startNew() {
      reading.cancel();
      replace(blankDocument());
    },
    bringBack: previousId === null ? null : () => goTo(previousId),
  };
}

/** It is the session in progress of this idea. */
function isOf({ saved, idea }: IdeationDocument, start: { idea: string }): boolean {
  return !saved && idea.trim() === start.idea.trim();
}

type Wanted = {
  /** Null for the newest session that is not saved. */
  id: string | null;
  /** The session shown meanwhile. */
  old: IdeationDocument | null;
  signal: AbortSignal;
};

/** Reads one session at a time: what is no longer wanted when it arrives is dropped. */
function useReading(onRead: (session: IdeationDocument, old: IdeationDocument | null) => void) {
  const latest = useRef(new AbortController());
  const reading = useMutation({
    networkMode: 'always',
    mutationFn: async ({ id, signal }: Wanted) => {
      if (id === null) return (await loadNewest()) ?? blankDocument();
      return documentOf(await call(readIdeation, { params: { id }, signal }));
    },
    onSuccess(session, { old, signal }) {
      if (!signal.aborted) onRead(session, old);
    },
  });

  function cancel() {
    latest.current.abort();
    reading.reset();
  }

  function read(id: string | null, old: IdeationDocument | null = null) {
    cancel();
    latest.current = new AbortController();
    reading.mutate({ id, old, signal: latest.current.signal });
  }

  const { isPending, error, variables } = reading;
  return { isPending, error, read, cancel, retry: () => read(variables?.id ?? null) };
}

type Opening = {
  open: boolean;
  start: IdeationStart | undefined;
  isReady: boolean;
  /** The dialog is closed, or told to open with something else. */
  leave: () => void;
};

/** Calls `begin` once for each opening; `isFresh` when the session had to be loaded for it first. */
function useOpening({ open, start, isReady, leave }: Opening, begin: (isFresh: boolean) => void) {
  const wanted = open ? JSON.stringify(start ?? null) : null;
  const begun = useRef<string | null>(null);
  const hasWaited = useRef(false);
  const leaveNow = useEffectEvent(leave);
  const beginNow = useEffectEvent(begin);
  useLayoutEffect(() => {
    if (wanted !== begun.current && begun.current !== null) {
      begun.current = null;
      leaveNow();
    }
    if (wanted === null) hasWaited.current = false;
    if (wanted === null || wanted === begun.current) return;
    if (!isReady) hasWaited.current = true;
    else {
      begun.current = wanted;
      beginNow(hasWaited.current);
      hasWaited.current = false;
    }
  }, [wanted, isReady]);
}
