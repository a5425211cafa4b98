import { type FormEvent, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type MessageCode, type MessageParams, message } from '#shared/messages/catalogue.ts';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { saidBefore } from '#shared/rules/ideation/said-before.ts';
import { formLimit, lengthOf, type StageForm } from '#shared/rules/ideation/stage-fields.ts';
import { stageSuggestions } from '#shared/rules/ideation/suggestions.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { AnswersPanel, withAnswers } from '#web/ui/answers/AnswersPanel.tsx';
import { useCursor } from '#web/ui/answers/use-cursor.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { StageFields, wrongFigure } from './StageForm.tsx';
import { type ChangeDocument, hasContent, type IdeationDocument, inFigures } from './session-document.ts';
import type { WrittenForm } from './use-coach.ts';
import type { FormDraft } from './use-form-draft.ts';
import { useKnownIdea } from './use-known-idea.ts';

type IdeaFormProps = {
  document: IdeationDocument;
  change: ChangeDocument;
  userId: string;
  readingOf: Parameters<typeof useKnownIdea>[0]['readingOf'];
  /** The coming stage's form; null where a model writes it, and behind the last stage. */
  draft: FormDraft | null;
  /** Lets the model write this stage after all; null without a model. */
  onWithAi: (() => void) | null;
  isBusy: boolean;
  onWrite: (written?: WrittenForm) => void;
  onSave: () => void;
};

/** Id of the form that the button sends. */
export const ideaForm = 'ideation-idea';

/** The idea, and without AI the fields of the coming stage; their button is below, where it is always in sight. */
export function IdeaForm(props: IdeaFormProps) {
  const { document, change, userId, readingOf, draft, onWithAi, isBusy, onWrite, onSave } = props;
  const { nextStage } = document;
  const [error, setError] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const cursor = useCursor(fields);
  const { known, answers, retry } = useKnownIdea({ userId, document, readingOf, isOn: draft !== null });
  const values: StageForm = draft && nextStage ? { ...saidBefore(nextStage, known), ...draft.fields } : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const problem = nextStage && problemOfIdea(document);
    setError(problem ? problem.text : null);
    if (problem) {
      showToast(message(problem.code, problem.params));
      field.current?.focus();
    } else if (!nextStage) onSave();
    else if (!draft) onWrite();
    else if (canBeSent()) onWrite({ form: values, reading: known.reading });
  }

  /** Says in its field what is wrong with a form. */
  function canBeSent(): boolean {
    const wrong = nextStage && wrongFigure(nextStage, values);
    flushSync(() => setChecked(true));
    if (wrong) fields.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    const isLong = lengthOf(values) > formLimit;
    if (isLong) {
      const length = lengthOf(values).toLocaleString();
      showToast(message('ideation_form_too_long', { length, limit: formLimit.toLocaleString() }));
    }
    return !wrong && !isLong;
  }

  const form = (
    <form id={ideaForm} onSubmit={submit} noValidate onFocus={cursor.onFocus} className="min-w-0">
      <IdeaField
        field={field}
        error={error}
        document={document}
        isBusy={isBusy}
        onChange={(idea) => {
          setError(null);
          change((now) => ({ ...now, idea }));
        }}
      />
      {draft && nextStage ? (
        <div ref={fields} className="mt-3 border-t border-line pt-3">
          <StageFields
            stage={nextStage}
            values={values}
            suggestions={stageSuggestions(nextStage, known)}
            language={planLanguage(known.reading)}
            isReadOnly={isBusy}
            isChecked={isChecked}
            onChange={draft.changeField}
          />
          <WithoutAi onWithAi={onWithAi} />
        </div>
      ) : null}
    </form>
  );
  if (!draft || !nextStage) return form;
  return (
    <div className={`${withAnswers} [--above:3rem]`}>
      {form}
      <AnswersPanel
        evidence={answers}
        onRetry={retry}
        language={planLanguage(known.reading)}
        written={`${Object.values(values).flat().join('\n')}\n${document.content}`}
        hint="Goes where your cursor is."
        onInsert={({ text }) => cursor.insert(text)}
      />
    </div>
  );
}

type IdeaFieldProps = {
  field: Ref<HTMLTextAreaElement>;
  error: string | null;
  document: IdeationDocument;
  isBusy: boolean;
  onChange: (idea: string) => void;
};

function IdeaField({ field, error, document, isBusy, onChange }: IdeaFieldProps) {
  const { idea, nextStage } = document;
  const isClosed = nextStage !== 'IDEATION' && hasContent(document);
  return (
    <>
      <Field label="Ideas for my startup" error={error}>
        <TextArea
          ref={field}
          rows={isClosed ? 1 : 2}
          autoGrow
          dir="auto"
          className="max-h-48 overflow-y-auto"
          placeholder="e.g., An app that helps users find the best local coffee shops based on their mood."
          value={isClosed ? '' : idea}
          disabled={isClosed}
          readOnly={isBusy}
          onChange={({ target }) => onChange(storable(target.value))}
        />
      </Field>
      {isClosed && idea !== '' ? (
        <p className="mt-2 line-clamp-3 text-meta wrap-anywhere text-soft" dir="auto">
          Your idea: {idea}
        </p>
      ) : null}
    </>
  );
}

/** How a section comes about without AI. */
function WithoutAi({ onWithAi }: { onWithAi: (() => void) | null }) {
  return (
    <div className="mt-4 flex flex-wrap items-start gap-x-4 gap-y-1 text-meta text-faint">
      <Fold title="Without AI · How?">
        <p>The section is what you write. We add headings and sums; an empty field reads N/A.</p>
      </Fold>
      {onWithAi ? (
        <Button variant="quiet" onClick={onWithAi}>
          Write it with AI
        </Button>
      ) : null}
    </div>
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
