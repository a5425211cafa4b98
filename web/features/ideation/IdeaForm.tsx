import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { storable } from '#shared/rules/storable.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { showToast } from '#web/ui/toast.ts';
import { problemOfIdea } from './idea-problem.ts';
import { type ChangeDocument, hasContent, type IdeationDocument } from './ideation-document.ts';

type IdeaFormProps = {
  document: IdeationDocument;
  change: ChangeDocument;
  isBusy: boolean;
  onWrite: () => void;
  onSave: () => void;
  /** What else can be done while nothing is under way. */
  children: ReactNode;
};

/** What the button with this form sends. */
export const ideaForm = 'ideation-idea';

/** The idea; its button stands below, where it is always in sight. */
export function IdeaForm(props: IdeaFormProps) {
  const { document, change, isBusy, onWrite, onSave, children } = props;
  const { idea, nextStage } = document;
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isClosed = nextStage !== 'IDEATION' && hasContent(document);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const problem = nextStage && problemOfIdea(document);
    setError(problem ? problem.text : null);
    if (problem) {
      showToast(message(problem.code, problem.params));
      field.current?.focus();
    } else if (nextStage) onWrite();
    else onSave();
  }

  return (
    <form id={ideaForm} onSubmit={submit} noValidate>
      <Field label="Ideas for my startup" error={error}>
        <TextArea
          ref={field}
          rows={3}
          autoGrow
          dir="auto"
          className="max-h-48 overflow-y-auto"
          placeholder="e.g., An app that helps users find the best local coffee shops based on their mood."
          value={isClosed ? '' : idea}
          disabled={isClosed}
          readOnly={isBusy}
          onChange={({ target }) => {
            setError(null);
            change((now) => ({ ...now, idea: storable(target.value) }));
          }}
        />
      </Field>
      {isClosed && idea !== '' ? (
        <p className="mt-2 line-clamp-3 text-meta wrap-anywhere text-soft" dir="auto">
          Your idea: {idea}
        </p>
      ) : null}
      {isBusy ? null : <div className="-mx-3.5 mt-2 flex flex-wrap gap-2">{children}</div>}
    </form>
  );
}
