import { type FormEvent, type ReactNode, useState } from 'react';
import { type SavedAnswer, savedAnswerName } from '#shared/contracts/support-requests/support-inbox.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { useSavedAnswers } from './use-inbox.ts';

type SavedAnswersProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  /** The text of the editor, which can be saved. */
  text: string;
  onInsert: (text: string) => void;
};

/** The texts that the team uses again: insert one, save the editor's, rename, delete. */
export function SavedAnswers({ open, onOpenChange, userId, text, onInsert }: SavedAnswersProps) {
  const { list, change } = useSavedAnswers(userId);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Saved answers">
      <div className="grid grid-cols-1 gap-4">
        {text.trim() ? <SaveText text={text} change={change} /> : null}
        {list.isPending ? <Loading label="Loading saved answers" /> : null}
        {list.isError && !list.data ? (
          <ErrorState title="Saved answers could not be loaded." onRetry={() => void list.refetch()} />
        ) : null}
        {list.data?.length === 0 ? (
          <p className="text-soft">Nothing saved yet. Write an answer, then save it here.</p>
        ) : null}
        {list.data?.length ? (
          <ul aria-label="Saved answers" className="divide-y divide-line border-y border-line">
            {list.data.map((answer) => (
              <li key={answer.id} tabIndex={-1} className="py-3 outline-none">
                <AnswerRow answer={answer} change={change} onInsert={onInsert} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  );
}

type Change = ReturnType<typeof useSavedAnswers>['change'];

function SaveText({ text, change }: { text: string; change: Change }) {
  const isBusy = change.isPending && change.variables.name === 'create';
  return (
    <NameForm
      label="Save your text as"
      button="Save answer"
      isBusy={isBusy}
      onName={(name, done) => change.mutate({ name: 'create', answer: { name, text } }, { onSuccess: done })}
    />
  );
}

type AnswerRowProps = { answer: SavedAnswer; change: Change; onInsert: (text: string) => void };

function AnswerRow({ answer: { id, name, text }, change, onInsert }: AnswerRowProps) {
  const [step, setStep] = useState<'rename' | 'delete' | null>(null);
  const isBusy = change.isPending && 'id' in change.variables && change.variables.id === id;
  if (step === 'rename')
    return (
      <NameForm
        label="New name"
        initial={name}
        button="Save name"
        isBusy={isBusy}
        onName={(newName) =>
          change.mutate({ name: 'rename', id, newName }, { onSuccess: () => setStep(null) })
        }
      >
        <Button variant="quiet" onClick={() => setStep(null)}>
          Cancel
        </Button>
      </NameForm>
    );
  return (
    <>
      <h3 dir="auto" className="text-sm font-medium wrap-anywhere">
        {name}
      </h3>
      <p dir="auto" className="line-clamp-2 text-soft wrap-anywhere">
        {preview(text, 200)}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {step === 'delete' ? (
          <>
            <Button
              variant="danger"
              busy={isBusy}
              busyText="Deleting..."
              onClick={() => change.mutate({ name: 'delete', id })}
            >
              Delete for everyone
            </Button>
            <Button variant="quiet" onClick={() => setStep(null)}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <Button aria-label={`Insert ${name}`} onClick={() => onInsert(text)}>
              Insert
            </Button>
            <Button variant="quiet" aria-label={`Rename ${name}`} onClick={() => setStep('rename')}>
              Rename
            </Button>
            <Button variant="quiet" aria-label={`Delete ${name}`} onClick={() => setStep('delete')}>
              Delete
            </Button>
          </>
        )}
      </div>
    </>
  );
}

type NameFormProps = {
  label: string;
  initial?: string;
  button: string;
  isBusy: boolean;
  /** `done` empties the field. */
  onName: (name: string, done: () => void) => void;
  children?: ReactNode;
};

function NameForm({ label, initial = '', button, isBusy, onName, children }: NameFormProps) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setError('Please enter a name.');
    onName(name.trim(), () => setName(''));
  }
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-2">
      <Field label={label} error={error} required>
        <TextInput
          value={name}
          maxLength={savedAnswerName}
          dir="auto"
          onChange={(event) => {
            setError(undefined);
            setName(event.target.value);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy} busyText="Saving...">
          {button}
        </Button>
        {children}
      </div>
    </form>
  );
}
