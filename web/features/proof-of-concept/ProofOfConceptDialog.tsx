import { useRef } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import { IdeaForm } from './IdeaForm.tsx';
import { OpeningNote } from './OpeningNote.tsx';
import { addRewrite, blankPrompt, isResultTooLong } from './prompt-document.ts';
import { ResultSection } from './ResultSection.tsx';
import { RunNote } from './RunNote.tsx';
import { StandingNote } from './StandingNote.tsx';
import { type PromptDesk, usePromptDesk } from './use-prompt-desk.ts';
import { type PromptOpening, type PromptStart, usePromptStart } from './use-prompt-start.ts';
import { useReadingCopy } from './use-reading-copy.ts';
import { type Rewriting, useRewriting } from './use-rewriting.ts';

type ProofOfConceptDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  start?: PromptStart | undefined;
  /** The phrases of the idea where the founder has seen them. */
  readingOf: (idea: string) => IdeaReading | undefined;
  onSeePlans: () => void;
  /** Shows what the plan lacks; then everything is read-only. */
  onUpgrade?: (() => void) | null;
};

/** Stays mounted while closed, so that closing it does not end what is under way. */
export function ProofOfConceptDialog(props: ProofOfConceptDialogProps) {
  return <OpenPrompt key={props.userId} {...props} />;
}

function OpenPrompt(props: ProofOfConceptDialogProps) {
  const { open, onOpenChange, userId, start, onSeePlans, onUpgrade = null } = props;
  // Before the desk: when the page is left, what has arrived is put on the desk before that is packed up.
  const rewriting = useRewriting(userId, (rewrite) =>
    desk.change((document) => addRewrite(document, rewrite)),
  );
  const desk = usePromptDesk(userId);
  const opening = usePromptStart({ open, start, desk, rewriting });
  const otherTab = useOtherTab(open && desk.document ? `build-prompt:${desk.document.id}` : null);

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      title="Proof of Concept (No-Code MVP)"
      description="Turn your idea into a detailed prompt, edit it, and paste it into a no-code builder."
      footer={
        <>
          <StandingNote desk={desk} otherTab={otherTab} onSeePlans={onSeePlans} />
          <Button onClick={() => onOpenChange(false)}>Close</Button>
        </>
      }
    >
      <OpeningNote desk={desk} opening={opening} onUpgrade={onUpgrade} />
      {opening.isOpening ? null : <Desk {...props} desk={desk} opening={opening} rewriting={rewriting} />}
    </Dialog>
  );
}

type DeskProps = ProofOfConceptDialogProps & {
  desk: PromptDesk;
  opening: PromptOpening;
  rewriting: Rewriting;
};

/** The idea and what came of it. */
function Desk({ desk, opening, rewriting, onUpgrade = null, ...props }: DeskProps) {
  const isReadOnly = onUpgrade !== null;
  const { document, change } = useReadingCopy(desk, isReadOnly);
  const result = useRef<HTMLTextAreaElement>(null);
  if (!document) return null;

  function enhance(idea: string) {
    if (onUpgrade) onUpgrade();
    else if (document && isResultTooLong(document)) result.current?.focus();
    else void rewriting.enhance({ idea, reading: props.readingOf(idea) }, document?.surveyId ?? null);
  }

  return (
    <>
      <IdeaForm
        key={document.id}
        userId={props.userId}
        document={document}
        isOpen={props.open}
        isBusy={rewriting.arrived !== null}
        isReadOnly={isReadOnly}
        onChange={change}
        onSubmit={enhance}
        onStop={rewriting.stop}
        onStartNew={onUpgrade ?? (() => opening.show(blankPrompt()))}
        onGoBack={opening.goBack}
      />
      <RunNote document={document} rewriting={rewriting} onSeePlans={props.onSeePlans} />
      <ResultSection
        document={document}
        arrived={rewriting.arrived}
        isReadOnly={isReadOnly}
        field={result}
        onChange={change}
      />
    </>
  );
}
