import type { IdeaReading } from '#shared/contracts/reading.ts';
import { ideationStages, textsOfStage } from '#shared/rules/ideation-stages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loading } from '#web/ui/Skeleton.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import { hasContent, hasText, type IdeationDocument } from './ideation-document.ts';
import { OpeningNote } from './OpeningNote.tsx';
import { SessionView, type SessionViewProps } from './SessionView.tsx';
import { StageButton } from './StageButton.tsx';
import { StandingNote } from './StandingNote.tsx';
import { useCoach } from './use-coach.ts';
import { useIdeationSession } from './use-ideation-session.ts';
import { useSaving } from './use-saving.ts';
import { type IdeationStart, useStart } from './use-start.ts';
import { ValidateButton } from './ValidateButton.tsx';

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
  // Another account begins anew: what is under way belongs to the one before.
  return <AccountsDialog key={props.userId} {...props} />;
}

function AccountsDialog({ open, onOpenChange, userId, start, readingOf, onValidate }: IdeationDialogProps) {
  const session = useIdeationSession(userId);
  const coach = useCoach(session.change, readingOf);
  const starting = useStart({ open, start, session, coach });
  const { document } = session;
  const otherTab = useOtherTab(open && document ? `ideation:${document.id}` : null);
  const saving = useSaving(session, () => onOpenChange(false));
  const isShown = document !== null && !starting.isReading && !starting.readError;

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
      description={whereOneIs(document, coach.arriving !== null)}
      footer={
        <>
          {isShown ? (
            <StandingNote session={session} otherTab={otherTab} saveFailure={saving.reason} />
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
      <Body session={session} coach={coach} saving={saving} starting={starting} />
    </Dialog>
  );
}

type BodyProps = Omit<SessionViewProps, 'document'>;

/** The session, or that it is on its way, or why it can't be shown. */
function Body(props: BodyProps) {
  const { session, starting } = props;
  const { document } = session;
  if (starting.isReading) return <Loading label="Loading your session" />;
  if (document && !starting.readError)
    return <SessionView key={starting.opening} {...props} document={document} />;
  if (!starting.readError && !session.loadFailed) return <Loading label="Loading your session" />;
  return (
    <OpeningNote
      error={starting.readError}
      onRetry={starting.readError ? starting.retryReading : session.retryLoad}
      onStartNew={starting.startNew}
      onGoBack={document && hasText(document) ? starting.giveUpReading : null}
    />
  );
}

/** The title names the step that comes next (specification 4), so the line below it says what stands here already. */
function whereOneIs(document: IdeationDocument | null, isWriting: boolean): string {
  const place = ideationStages.findIndex(({ stage }) => stage === document?.nextStage);
  if (document?.nextStage === null) return 'All five steps are written.';
  if (!document || place <= 0)
    return 'Five steps from an idea to its first customers. Each builds on what you wrote before, with your edits.';
  const standing = isWriting ? 'is being written' : 'comes next';
  const step = `Step ${place + 1} of ${ideationStages.length} ${standing}.`;
  return hasContent(document) ? `${step} What is written so far stands below, with your edits.` : step;
}

/** Far enough to ask other people. */
function isLate({ saved, nextStage }: IdeationDocument): boolean {
  return saved || nextStage === 'ACQUISITION' || nextStage === null;
}
