import { type FormEvent, useRef, useState } from 'react';
import { ideaLimit } from '#shared/contracts/ideation.ts';
import { type MessageCode, type MessageParams, message } from '#shared/messages/catalogue.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { MissingPhrases } from '#web/ui/idea/MissingPhrases.tsx';
import { usePhraseBoxes } from '#web/ui/idea/use-phrase-boxes.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { type ChangeDocument, hasContent, type IdeationDocument, inFigures } from './session-document.ts';
import type { Coach } from './use-coach.ts';

type IdeaFormProps = {
  document: IdeationDocument;
  change: ChangeDocument;
  coach: Pick<Coach, 'asking' | 'isAsking'>;
  isBusy: boolean;
  onWrite: () => void;
  onSave: () => void;
};

/** Id of the form that the button sends. */
export const ideaForm = 'ideation-idea';

/** The idea; its button is below, where it is always in sight. */
export function IdeaForm(props: IdeaFormProps) {
  const { document, change, coach, isBusy, onWrite, onSave } = props;
  const { idea, nextStage } = document;
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const reading = nextStage && (coach.isAsking || !hasContent(document)) ? coach.asking.of(idea) : null;
  const boxes = usePhraseBoxes(reading, coach.asking.timesAsked);
  const isClosed = nextStage !== 'IDEATION' && hasContent(document);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const problem = nextStage && problemOfIdea(document);
    setError(problem ? problem.text : null);
    if (problem) {
      showToast(message(problem.code, problem.params));
      field.current?.focus();
    } else if (!nextStage) onSave();
    else if (!boxes.refuse()) onWrite();
  }

  return (
    <form id={ideaForm} onSubmit={submit} noValidate>
      <Field label="Ideas for my startup" error={error}>
        <TextArea
          ref={field}
          rows={isClosed ? 1 : 3}
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
      {reading ? (
        <MissingPhrases
          key={coach.asking.timesAsked}
          reading={reading}
          isReadOnly={isBusy}
          form={boxes}
          onChange={(next) => coach.asking.change(idea, next)}
        />
      ) : null}
    </form>
  );
}

type Problem = { code: MessageCode; params: MessageParams; text: string };

/** Why the idea can't be sent (specification 5, Ideation); null when it can. */
function problemOfIdea({ idea, nextStage }: IdeationDocument): Problem | null {
  if (nextStage === 'IDEATION' && idea.trim() === '') return problem('ideation_prompt_empty', {});
  // Counted as the account counts it, with the blanks around it: two numbers for one text would be a riddle.
  if (idea.length <= ideaLimit) return null;
  return problem('ideation_idea_too_long', inFigures(idea, ideaLimit));
}

function problem(code: MessageCode, params: MessageParams): Problem {
  return { code, params, text: message(code, params).text };
}
