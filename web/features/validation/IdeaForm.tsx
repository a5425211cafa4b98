import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { changeWorkspace, readWorkspace } from './workspace.ts';

type IdeaFormProps = {
  userId: string;
  hasPlan: boolean;
  busy: boolean;
  onSubmit: (idea: string) => void;
  onStop: () => void;
  /** Null when there is no plan to bring back. */
  onBringBack: (() => void) | null;
};

const longest = 10_000;

export function IdeaForm({ userId, hasPlan, busy, onSubmit, onStop, onBringBack }: IdeaFormProps) {
  const [idea, setIdea] = useState(() => readWorkspace(userId).idea);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  function change(next: string) {
    setIdea(next);
    setError(null);
    changeWorkspace(userId, { idea: next });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const sentence = storable(idea);
    const problem = problemOf(sentence);
    setError(problem);
    if (problem) field.current?.focus();
    else onSubmit(sentence);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Field label="Your idea in one sentence" error={error} required>
        <TextArea
          ref={field}
          rows={2}
          autoGrow
          dir="auto"
          className="max-h-48 overflow-y-auto"
          value={idea}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy} busyText="Validating...">
          {hasPlan ? 'Refresh Validation' : 'Process for Validation'}
        </Button>
        {busy ? <Button onClick={onStop}>Stop</Button> : null}
        {onBringBack && !busy ? (
          <Button variant="quiet" onClick={onBringBack}>
            Bring back the previous plan
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function problemOf(idea: string): string | null {
  if (idea === '') return 'Type your idea first.';
  if (idea.length <= longest) return null;
  return `That is ${idea.length.toLocaleString()} characters. Please shorten it to ${longest.toLocaleString()}.`;
}

/** Without the characters that no database keeps. */
function storable(text: string): string {
  return text.trim().toWellFormed().replaceAll('\0', '');
}
