import { type FormEvent, useRef, useState } from 'react';
import { ideaLimit } from '#shared/contracts/ideation.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import { EvidenceChoice } from './EvidenceChoice.tsx';
import { type ChangePrompt, isWorthSaving, type PromptDocument } from './prompt-document.ts';

type IdeaFormProps = {
  userId: string;
  document: PromptDocument;
  /** The dialog is in sight. */
  isOpen: boolean;
  isBusy: boolean;
  /** Then only the idea's own text is in sight, and what would write asks for another plan. */
  isReadOnly: boolean;
  onChange: ChangePrompt;
  onSubmit: (idea: string) => void;
  onStop: () => void;
  onStartNew: () => void;
  /** Null when no other prompt was open before. */
  onGoBack: (() => void) | null;
};

export function IdeaForm(props: IdeaFormProps) {
  const { userId, document, isOpen, isBusy, isReadOnly, onChange, ...on } = props;
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const problem = isReadOnly ? null : problemOf(document.idea);
    setError(problem?.text ?? null);
    if (problem) {
      showToast(problem);
      field.current?.focus();
      return;
    }
    dismissError();
    on.onSubmit(document.idea.trim());
  }

  function change(idea: string) {
    setError(null);
    onChange((prompt) => ({ ...prompt, idea: storable(idea) }));
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Your App Idea" error={error} required>
        <TextArea
          ref={field}
          rows={4}
          dir="auto"
          readOnly={isReadOnly}
          value={document.idea}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <EvidenceChoice
        userId={userId}
        surveyId={document.surveyId}
        isOpen={isOpen}
        isBusy={isBusy || isReadOnly}
        onChoose={(surveyId) => onChange((prompt) => ({ ...prompt, surveyId }))}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={document.result === '' ? 'primary' : 'secondary'}
          busy={isBusy}
          busyText="Enhancing..."
        >
          Enhance Prompt
        </Button>
        {isBusy ? <Button onClick={on.onStop}>Stop</Button> : null}
        {!isBusy && isWorthSaving(document) ? (
          <Button variant="quiet" onClick={on.onStartNew}>
            Start with another idea
          </Button>
        ) : null}
        {!isBusy && on.onGoBack ? (
          <Button variant="quiet" onClick={on.onGoBack}>
            Back to the prompt from before
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** The length is counted as the account counts it, with the blanks around the idea. */
function problemOf(idea: string): Message | null {
  if (idea.trim() === '') return message('poc_prompt_empty');
  if (idea.length <= ideaLimit) return null;
  const [length, limit] = [idea.length.toLocaleString(), ideaLimit.toLocaleString()];
  return message('poc_idea_too_long', { length, limit });
}
