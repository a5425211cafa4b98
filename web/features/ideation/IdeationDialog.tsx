import { useEffect, useRef, useState } from 'react';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { ideationStages, textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ChangedElsewhere } from '#web/ui/states/ChangedElsewhere.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import { ideaForm } from './IdeaForm.tsx';
import { SessionView, type SessionViewProps } from './SessionView.tsx';
import { hasText, type IdeationDocument, tooLong } from './session-document.ts';
import { useCoach } from './use-coach.ts';
import { type IdeationStart, type Session, useOpening, useSaving, useSession } from './use-session.ts';

type IdeationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** The session in progress when absent. */
  start?: IdeationStart;
  /** The phrases of the idea where the founder has seen them. */
  readingOf: (idea: string) => IdeaReading | undefined;
  /** Goes on to the validation plan of the session's idea. */
  onValidate: (session: { idea: string; trailId: string; content: string }) => void;
};

/** The ideation coach (specification 2 and 4). It stays while closed: that does not end what is under way. */
export function IdeationDialog(props: IdeationDialogProps) {
  // Another account begins again: what is under way belongs to the one before.
  return <AccountsDialog key={props.userId} {...props} />;
}

function AccountsDialog({ open, onOpenChange, userId, start, readingOf, onValidate }: IdeationDialogProps) {
  const session = useSession(userId);
  const coach = useCoach({ userId, change: session.change, readingOf });
  const opening = useOpening({ open, start, session, coach });
  const { document } = session;
  const otherTab = useOtherTab(open && document ? `ideation:${document.id}` : null);
  const saving = useSaving(session, () => onOpenChange(false));
  const isShown = document !== null && !opening.isReading && !opening.readError;

  function change(isOpen: boolean) {
    if (!isOpen) void session.flush();
    onOpenChange(isOpen);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="4xl"
      title={textsOfStage(document?.nextStage ?? (document ? 'ACQUISITION' : 'IDEATION')).title}
      description={progressLabel(document)}
      footer={
        <>
          {isShown ? (
            <SaveStatusNote session={session} otherTab={otherTab} saveFailure={saving.reason} />
          ) : null}
          {isShown && isLate(document) && coach.arriving === null ? (
            <ValidateButton document={document} flush={session.flush} onValidate={onValidate} />
          ) : null}
          <Button onClick={() => change(false)}>Close</Button>
          {isShown ? (
            <StageButton
              nextStage={document.nextStage}
              isWriting={coach.arriving !== null}
              isSaving={saving.isSaving}
              onStop={coach.stop}
            />
          ) : null}
        </>
      }
    >
      <Body
        session={session}
        coach={coach}
        saving={saving}
        opening={opening}
        userId={userId}
        readingOf={readingOf}
      />
    </Dialog>
  );
}

type BodyProps = Omit<SessionViewProps, 'document'>;

/** The session, or that it is on its way, or why it can't be shown. */
function Body(props: BodyProps) {
  const { session, opening } = props;
  const { document } = session;
  if (opening.isReading) return <Loading label="Loading your session" />;
  if (document && !opening.readError)
    return <SessionView key={opening.count} {...props} document={document} />;
  if (!opening.readError && !session.loadFailed) return <Loading label="Loading your session" />;
  return (
    <OpeningNote
      error={opening.readError}
      onRetry={opening.readError ? opening.retryReading : session.retryLoad}
      onStartNew={opening.startNew}
      onGoBack={document && hasText(document) ? opening.giveUpReading : null}
    />
  );
}

/** The title's place among the five; below it are the steps before. */
function progressLabel(document: IdeationDocument | null): string {
  const place = ideationStages.findIndex(({ stage }) => stage === document?.nextStage);
  if (document?.nextStage === null) return 'All five steps are written.';
  const of = `${Math.max(place, 0) + 1} of ${ideationStages.length}`;
  return place > 0 ? `Next: step ${of}. Below is what you have.` : `Step ${of}`;
}

/** Far enough to ask other people. */
function isLate({ saved, nextStage }: IdeationDocument): boolean {
  return saved || nextStage === 'ACQUISITION' || nextStage === null;
}

type OpeningNoteProps = {
  error: Error | null;
  onRetry: () => void;
  onStartNew: () => void;
  /** Back to the open session; null when there is none. */
  onGoBack: (() => void) | null;
};

/** Why a session can't be shown, and the ways on. */
function OpeningNote({ error, onRetry, onStartNew, onGoBack }: OpeningNoteProps) {
  const isGone = error instanceof ApiError && error.code === 'ideation_not_found';
  const ways = (
    <div className="mt-3 flex flex-wrap gap-2">
      {isGone ? null : <Button onClick={onRetry}>Try again</Button>}
      {onGoBack ? <Button onClick={onGoBack}>Go back to the session in progress</Button> : null}
      <Button onClick={onStartNew}>Start a new session</Button>
    </div>
  );
  if (isGone)
    return (
      <ErrorState title={error.message}>
        It may belong to another account.
        {ways}
      </ErrorState>
    );
  return (
    <ErrorState title="Your session could not be loaded.">
      <span>{error instanceof ApiError && error.details.text ? `${error.message} ` : null}</span>
      What you have written is safe.
      {ways}
    </ErrorState>
  );
}

type StageButtonProps = {
  nextStage: IdeationStage | null;
  isWriting: boolean;
  isSaving: boolean;
  onStop: () => void;
};

/** The one button that leads through the stages (specification 4), and the way to stop it. */
function StageButton({ nextStage, isWriting, isSaving, onStop }: StageButtonProps) {
  return (
    <>
      {isWriting ? <Button onClick={onStop}>Stop</Button> : null}
      <Button
        type="submit"
        form={ideaForm}
        variant="primary"
        busy={isWriting || isSaving}
        busyText={isSaving ? 'Saving...' : 'Generating...'}
      >
        {nextStage ? textsOfStage(nextStage).button : 'Save Ideation'}
      </Button>
    </>
  );
}

type SaveStatusNoteProps = {
  session: Session;
  /** Another tab has the session open too. */
  otherTab: boolean;
  /** Why the last save failed. */
  saveFailure: string | null;
};

/** Save status of the session. */
function SaveStatusNote({ session, otherTab, saveFailure }: SaveStatusNoteProps) {
  if (session.status === 'conflict')
    return <ChangedElsewhere onKeepCopy={session.keepCopy} onLoadNewer={session.loadNewer} />;
  const { text, isProblem } = describe(session);
  return (
    <div className="min-w-0 flex-[1_1_6rem] text-meta sm:mr-2 sm:text-right">
      {saveFailure ? <p className="text-bad">Not saved: {saveFailure}</p> : null}
      <p role="status" className={isProblem ? 'text-bad' : 'text-faint'}>
        {text}
        <span>{otherTab ? ' Also open in another tab.' : null}</span>
      </p>
    </div>
  );
}

function describe({ document, status }: Session): { text: string; isProblem: boolean } {
  if (!document) return { text: '', isProblem: false };
  const long = tooLong(document);
  if (long) {
    const { what, length, limit } = long;
    const place = status === 'nowhere' ? 'Saved nowhere' : 'Only in this browser';
    return {
      text: `${place}: the ${what} has ${length} characters, up to ${limit} can be saved. Please shorten it.`,
      isProblem: true,
    };
  }
  if (status === 'saving') return { text: 'Saving…', isProblem: false };
  if (status === 'browser-only')
    return { text: 'Only in this browser. We keep trying to save it.', isProblem: true };
  if (status === 'refused')
    return {
      text: 'Only in this browser: your account refuses it. Change it to try again.',
      isProblem: true,
    };
  if (status === 'nowhere')
    return { text: 'Saved nowhere. Copy what you need before you leave.', isProblem: true };
  return { text: document.revision === 0 ? '' : 'Saved', isProblem: false };
}

type ValidateButtonProps = {
  document: IdeationDocument;
  flush: () => Promise<IdeationDocument | null>;
  onValidate: (session: { idea: string; trailId: string; content: string }) => void;
};

/** Leads on to the validation plan, once the account has the newest words: the trail comes with them. */
function ValidateButton({ document, flush, onValidate }: ValidateButtonProps) {
  const [isWaiting, setWaiting] = useState(false);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  async function validate() {
    setWaiting(true);
    const { idea, trailId, content } = (await flush()) ?? document;
    setWaiting(false);
    // A closed dialog leads nowhere.
    if (isThere.current) onValidate({ idea, trailId, content });
  }

  return (
    <Button onClick={validate} busy={isWaiting}>
      Validate this idea
    </Button>
  );
}
