import { useEffect, useRef, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { ideationStages, textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { SaveNote, StudioFrame } from '#web/studio/StudioFrame.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { ideaForm } from './CoachForm.tsx';
import { SessionView } from './SessionView.tsx';
import { blankDocument, hasText, type IdeationDocument, tooLong } from './session-document.ts';
import { type Coach, type IdeationStart, useCoach } from './use-coach.ts';

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

/** The ideation coach (specification 2 and 4). */
export function IdeationDialog(props: IdeationDialogProps) {
  // Another account begins again: what is under way belongs to the one before.
  return <AccountsDialog key={props.userId} {...props} />;
}

function AccountsDialog({ open, onOpenChange, userId, start, readingOf, onValidate }: IdeationDialogProps) {
  const coach = useCoach({ open, start, userId, readingOf, onSaved: () => onOpenChange(false) });
  const { session, saving, run } = coach;
  const { document } = session;
  const shown = session.isReading || session.readError ? null : document;
  return (
    <StudioFrame
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      title={textsOfStage(document?.nextStage ?? (document ? 'ACQUISITION' : 'IDEATION')).title}
      description={progressLabel(document)}
      run={run}
      foot={{
        children: shown ? (
          <>
            <SaveStatus coach={coach} document={shown} />
            {isLate(shown) && run.arrived === null ? (
              <ValidateButton document={shown} flush={session.flush} onValidate={onValidate} />
            ) : null}
          </>
        ) : null,
        close: {},
        write: shown && {
          form: ideaForm,
          label: shown.nextStage ? textsOfStage(shown.nextStage).button : 'Save Ideation',
          busyText: saving.isSaving ? 'Saving...' : 'Generating...',
          isSaving: saving.isSaving,
        },
      }}
    >
      {shown ? (
        <SessionView
          key={session.count}
          document={shown}
          coach={coach}
          userId={userId}
          readingOf={readingOf}
        />
      ) : (
        <OpeningNote session={session} />
      )}
    </StudioFrame>
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

/** A session that is on its way, or why it can't be shown, and the ways on. */
function OpeningNote({ session }: { session: Coach['session'] }) {
  const { document, isReading, readError, loadFailed } = session;
  if (isReading || !(readError || loadFailed)) return <Loading label="Loading your session" />;
  const isGone = readError instanceof ApiError && readError.code === 'ideation_not_found';
  const ways = (
    <div className="mt-3 flex flex-wrap gap-2">
      {isGone ? null : (
        <Button onClick={readError ? session.retryReading : session.retryLoad}>Try again</Button>
      )}
      {document && hasText(document) ? (
        <Button onClick={session.leave}>Go back to the session in progress</Button>
      ) : null}
      <Button onClick={() => session.startNew(blankDocument())}>Start a new session</Button>
    </div>
  );
  if (isGone)
    return (
      <ErrorState title={readError.message}>
        It may belong to another account.
        {ways}
      </ErrorState>
    );
  return (
    <ErrorState title="Your session could not be loaded.">
      <span>{readError instanceof ApiError && readError.details.text ? `${readError.message} ` : null}</span>
      What you have written is safe.
      {ways}
    </ErrorState>
  );
}

function SaveStatus({ coach, document }: { coach: Coach; document: IdeationDocument }) {
  const { session, saving } = coach;
  return (
    <SaveNote
      {...describe(document, session.status)}
      otherTab={session.otherTab}
      document={session}
      staysOnPhones
      failure={saving.reason && `Not saved: ${saving.reason}`}
      className="flex-[1_1_6rem] sm:mr-2"
    />
  );
}

type Status = { text: string; isProblem: boolean };

function describe(document: IdeationDocument, status: Coach['session']['status']): Status {
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
