import { useMutation } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { saveIdeation } from '#shared/contracts/ideation.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { useDraftDocument } from '#web/drafts/use-draft-document.ts';
import { readToken } from '#web/identity/token.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import {
  blankDocument,
  copyDocument,
  documentOf,
  hasContent,
  hasText,
  type IdeationDocument,
  loadNewest,
  readDocument,
  readSession,
  receiptsToSave,
  saveDocument,
  tooLong,
} from './session-document.ts';
import type { Coach } from './use-coach.ts';

export type Session = ReturnType<typeof useSession>;

/** The open session, saved in this browser and in the account (specification 4, Ideation stages). */
export function useSession(userId: string) {
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

export type Opening = ReturnType<typeof useOpening>;
export type IdeationStart = { sessionId: string } | { idea: string; trailId?: string };
type OpeningDeps = { open: boolean; start: IdeationStart | undefined; session: Session; coach: Coach };
type Reading = { id: string | null; isPending: boolean; error: Error | null };
const idle: Reading = { id: null, isPending: false, error: null };

/** Which session the dialog opens with, and the ways from one session to another. None of them loses one. */
export function useOpening({ open, start, session, coach }: OpeningDeps) {
  const { document } = session;
  /** Stored in the account, but not among the activities while it is only an idea. */
  const [previousId, setPreviousId] = useState<string | null>(null);
  /** Counts opened sessions; keeping a copy does not count. */
  const [count, setCount] = useState(0);
  const [reading, setReading] = useState(idle);
  /** Of several reads the last one counts. */
  const turn = useRef(0);

  function show(next: IdeationDocument) {
    coach.stop();
    coach.clear();
    setCount((before) => before + 1);
    if (document?.id !== next.id)
      setPreviousId(document && hasText(document) && !document.saved ? document.id : null);
    session.open(next);
  }

  function cancel() {
    turn.current += 1;
    setReading(idle);
  }

  /** Null reads the newest session that is not saved. */
  async function read(id: string | null) {
    cancel();
    const mine = turn.current;
    setReading({ id, isPending: true, error: null });
    try {
      const next = id === null ? ((await loadNewest()) ?? blankDocument()) : await readSession(id);
      if (mine !== turn.current) return;
      setReading(idle);
      show(next);
    } catch (error) {
      if (mine === turn.current) setReading({ id, isPending: false, error: error as Error });
    }
  }

  function goTo(id: string) {
    const unsent = session.unsent(id);
    if (!unsent) return void read(id);
    cancel();
    show(unsent);
  }

  const renew = useEffectEvent((old: IdeationDocument, newest: IdeationDocument) => {
    // A section that began during the read belongs to the session on screen.
    if (coach.arriving === null) session.renew(old, newest);
  });

  function begin(isFirst: boolean) {
    const isResting = coach.arriving === null && session.status === 'saved';
    if (start && 'sessionId' in start) {
      if (document?.id !== start.sessionId || isResting) goTo(start.sessionId);
    } else if (start && !(document && isOf(document, start))) show(blankDocument(start));
    else if (document?.saved && isResting) void read(null);
    // Another device may have gone on with it; what is here stays in sight until that is known.
    else if (document?.revision && isResting && !isFirst)
      readSession(document.id).then((newest) => renew(document, newest), ignore);
  }

  useEachOpening(open ? JSON.stringify(start ?? null) : null, {
    isReady: document !== null || session.loadFailed,
    begin,
    end: cancel,
  });

  return {
    count,
    isReading: reading.isPending,
    readError: reading.error,
    retryReading: () => read(reading.id),
    /** Leaves an unreadable session; the open one is shown again. */
    giveUpReading: cancel,
    startNew() {
      cancel();
      show(blankDocument());
    },
    bringBack: previousId === null ? null : () => goTo(previousId),
  };
}

/** It is the session in progress of this idea. */
function isOf({ saved, idea }: IdeationDocument, start: { idea: string }): boolean {
  return !saved && idea.trim() === start.idea.trim();
}

function ignore(): void {}

type OpeningEvents = { isReady: boolean; begin: (isFirst: boolean) => void; end: () => void };

/** Calls `begin` once for each wanted start, and `end` when the dialog is closed or wants another. */
function useEachOpening(wanted: string | null, { isReady, begin, end }: OpeningEvents): void {
  const begun = useRef<string | null>(null);
  const isFirst = useRef(true);
  const beginNow = useEffectEvent(begin);
  const endNow = useEffectEvent(end);
  useLayoutEffect(() => {
    if (begun.current !== null && begun.current !== wanted) {
      begun.current = null;
      endNow();
    }
    if (wanted === null || wanted === begun.current || !isReady) return;
    begun.current = wanted;
    beginNow(isFirst.current);
    isFirst.current = false;
  }, [wanted, isReady]);
}

export type Saving = ReturnType<typeof useSaving>;

/** Saves the session (specification 5 and 8); a failure loses nothing and stays in sight. */
export function useSaving(session: Session, onSaved: () => void) {
  const saving = useMutation({
    mutationFn: async (document: IdeationDocument) => {
      // Unsent changes come first; when that fails, the save itself will say why.
      const sent = (await session.flush()) ?? document;
      const { id, revision, trailId, idea, content, nextStage } = sent;
      const receipts = receiptsToSave(sent);
      const body = { id, revision, trailId: trailId || undefined, idea, content, nextStage, receipts };
      session.accept(sent, documentOf(await call(saveIdeation, { body })));
      return id;
    },
    onSuccess(savedId) {
      showToast(message('ideation_saved'));
      // Another one may be open by now.
      if (savedId === session.document?.id) onSaved();
    },
    onError(error) {
      const { notice } = readFailure(error, 'ideation_not_saved');
      showToast({ ...message('ideation_not_saved'), text: notice.text });
      // Changed elsewhere: saving it as a draft leads to the choice of its owner.
      if (error instanceof ApiError && error.status === 409) session.change((document) => ({ ...document }));
    },
  });

  async function save(document: IdeationDocument) {
    if (saving.isPending) return;
    // A provider that can't be reached is not a signed-out founder: the call itself will say what is wrong.
    const token = await readToken().catch(() => undefined);
    const long = tooLong(document);
    if (token === null) showToast(message('ideation_sign_in'));
    else if (!hasContent(document)) showToast(message('ideation_nothing_to_save'));
    else if (long) showToast(message('ideation_text_too_long', long));
    else saving.mutate(document);
  }

  const isOfThis = saving.variables?.id === session.document?.id;
  const reason = saving.error && isOfThis ? readFailure(saving.error, 'ideation_not_saved').reason : null;
  return { save, isSaving: saving.isPending, reason };
}
