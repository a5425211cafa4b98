import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';

type IdeaFieldProps = Required<Pick<ComponentProps<'textarea'>, 'onChange'>> & {
  name: 'idea';
  value: string;
};

type IdeaFormProps = {
  form: RefObject<HTMLFormElement | null>;
  /** For the button in the dialog's foot. */
  id: string;
  label: string;
  idea: string;
  /** The idea's problem while it is typed. */
  typing?: { error: string | null; help: string | null };
  isRequired?: boolean;
  isBusy: boolean;
  className?: string;
  /** The field of the idea; it is named `idea`. */
  field: (props: IdeaFieldProps) => ReactNode;
  /** Directly below the idea. */
  below?: ReactNode;
  /** Further questions. */
  children?: ReactNode;
  onFocus?: ComponentProps<'form'>['onFocus'];
  onChange: (idea: string) => void;
  /** Gives what keeps the form from being sent; null once it is sent. */
  onSubmit: () => IdeaProblem | null;
};

/** The name of the field that is wrong; of the idea also why, in a toast where it is a message. */
export type IdeaProblem = {
  field: string;
  error?: string | Message;
  /** The dialog must not scroll to it. */
  isInSight?: true;
};

/** An idea and what is asked with it. Sending leads to the field that is wrong. */
export function IdeaForm(props: IdeaFormProps) {
  const { form, id, label, idea, typing, isRequired, isBusy, className, field, below } = props;
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    dismissError();
    const problem = props.onSubmit();
    const why = problem?.error ?? null;
    setError(typeof why === 'string' ? why : (why?.text ?? null));
    if (why && typeof why !== 'string') showToast(why);
    if (problem) focusField(form, problem.field, problem.isInSight);
  }

  return (
    <form ref={form} id={id} onSubmit={submit} noValidate onFocus={props.onFocus} className={className}>
      <div className="grid grid-cols-1 gap-2">
        <Field label={label} error={error ?? typing?.error} help={typing?.help} required={isRequired}>
          {field({
            name: 'idea',
            value: idea,
            onChange({ target }) {
              setError(null);
              props.onChange(storable(target.value));
            },
          })}
        </Field>
        {below}
      </div>
      {props.children}
    </form>
  );
}

/** Puts the cursor into a field of the form by its name. */
export function focusField(form: RefObject<HTMLElement | null>, name: string, preventScroll = false): void {
  form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus({ preventScroll });
}

/** Why a typed idea can't be sent: it is counted as the account counts it, with the blanks around it. */
export function ideaProblem(idea: string, empty: MessageCode, tooLong: MessageCode): IdeaProblem | null {
  if (idea.trim() === '') return { field: 'idea', error: message(empty) };
  if (idea.length <= ideaLimit) return null;
  const [length, limit] = [idea.length.toLocaleString(), ideaLimit.toLocaleString()];
  return { field: 'idea', error: message(tooLong, { length, limit }) };
}
