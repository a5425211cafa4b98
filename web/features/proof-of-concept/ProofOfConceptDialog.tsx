import { useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import { IdeaForm } from './IdeaForm.tsx';
import { OpeningNote } from './OpeningNote.tsx';
import { addRewrite, blankPrompt, isResultTooLong } from './prompt-document.ts';
import { ResultSection } from './ResultSection.tsx';
import { RunNote } from './RunNote.tsx';
import { StandingNote } from './StandingNote.tsx';
import { usePromptDesk } from './use-prompt-desk.ts';
import { type PromptStart, usePromptStart } from './use-prompt-start.ts';
import { useRewriting } from './use-rewriting.ts';

type ProofOfConceptDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  start?: PromptStart | undefined;
  onSeePlans: () => void;
};

/** Stays mounted while closed, so that closing it does not end what is under way. */
export function ProofOfConceptDialog(props: ProofOfConceptDialogProps) {
  return <OpenPrompt key={props.userId} {...props} />;
}

function OpenPrompt({ open, onOpenChange, userId, start, onSeePlans }: ProofOfConceptDialogProps) {
  // Before the desk: when the page is left, what has arrived is put on the desk before that is packed up.
  const rewriting = useRewriting(userId, (rewrite) =>
    desk.change((document) => addRewrite(document, rewrite)),
  );
  const desk = usePromptDesk(userId);
  const result = useRef<HTMLTextAreaElement>(null);
  const isBusy = rewriting.arrived !== null;
  const opening = usePromptStart({ open, start, desk, rewriting });
  const otherTab = useOtherTab(open && desk.document ? `build-prompt:${desk.document.id}` : null);

  function enhance(idea: string) {
    if (desk.document && isResultTooLong(desk.document)) result.current?.focus();
    else void rewriting.enhance(idea, desk.document?.surveyId ?? null);
  }

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
      <OpeningNote desk={desk} opening={opening} />
      {desk.document && !opening.isOpening ? (
        <>
          <IdeaForm
            key={desk.document.id}
            userId={userId}
            document={desk.document}
            isOpen={open}
            isBusy={isBusy}
            onChange={desk.change}
            onSubmit={enhance}
            onStop={rewriting.stop}
            onStartNew={() => opening.show(blankPrompt())}
            onGoBack={opening.goBack}
          />
          <RunNote document={desk.document} rewriting={rewriting} onSeePlans={onSeePlans} />
          <ResultSection
            document={desk.document}
            arrived={rewriting.arrived}
            field={result}
            onChange={desk.change}
          />
        </>
      ) : null}
    </Dialog>
  );
}
