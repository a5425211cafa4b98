import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { deleteIdeation } from '#shared/contracts/ideation.ts';
import { deleteSurvey } from '#shared/contracts/surveys.ts';
import { deleteTrail, type Trail } from '#shared/contracts/trails.ts';
import { message } from '#shared/messages/catalogue.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { countAnswers, day, moment } from './trail-labels.ts';
import { oneTrailKey, trailsKey, useTrailChange } from './use-trails.ts';

type ManageIdeaProps = {
  userId: string;
  trail: Trail;
  /** Gets the surveys that are gone. */
  onDeleted: (surveyIds: string[]) => void;
};

/** Something to be deleted, in the words of the question. */
type Doomed = {
  title: string;
  text: string;
  run: () => Promise<unknown>;
  surveyIds: string[];
  isIdea?: true;
};

/** Renames an idea, puts it out of the way, or deletes it or a part of it. */
export function ManageIdea({ userId, trail, onDeleted }: ManageIdeaProps) {
  const change = useTrailChange(userId, trail.id);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const isArchived = trail.archived === true;
  return (
    <Fold title="Rename, archive or delete" className="rounded-m bg-card p-4 shadow-card sm:p-5">
      <div className="grid grid-cols-1 gap-4 pt-2">
        <RenameForm trail={trail} change={change} />
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={() => change.mutate({ archived: !isArchived })}
            busy={change.isPending && change.variables?.archived !== undefined}
            busyText="Moving..."
          >
            {isArchived ? 'Bring back' : 'Archive idea'}
          </Button>
          <Button variant="danger" onClick={() => setDoomed(wholeIdea(trail))}>
            Delete idea…
          </Button>
        </div>
        <Parts trail={trail} onDelete={setDoomed} />
      </div>
      <DeleteQuestion
        userId={userId}
        trail={trail}
        onDeleted={onDeleted}
        doomed={doomed}
        onClose={() => setDoomed(null)}
      />
    </Fold>
  );
}

function RenameForm({ trail, change }: { trail: Trail; change: ReturnType<typeof useTrailChange> }) {
  const [typed, setTyped] = useState<string>();
  const value = typed ?? trail.name ?? '';

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = value.trim() || null;
    change.mutate({ name }, { onSuccess: () => setTyped(undefined) });
  }

  return (
    <form onSubmit={submit} className="flex max-w-xl flex-wrap items-start gap-2">
      <Field
        label="Name of the idea"
        help="Empty: its own words."
        error={change.error ? readFailure(change.error, 'trail_not_changed').reason : undefined}
        className="min-w-48 flex-1"
      >
        <TextInput
          dir="auto"
          maxLength={200}
          value={value}
          placeholder={preview(trail.idea, 60)}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        className="mt-6.5"
        busy={change.isPending && change.variables?.archived === undefined}
        busyText="Saving..."
      >
        Save name
      </Button>
    </form>
  );
}

/** Sessions and surveys, each with its own way out. */
function Parts({ trail, onDelete }: { trail: Trail; onDelete: (doomed: Doomed) => void }) {
  const sessions = trail.ideations.map(({ id, preview: text, updatedAt }) => ({
    id,
    label: `Session of ${moment(updatedAt)}`,
    doomed: {
      title: 'Delete this session?',
      text: preview(text, 120),
      run: () => call(deleteIdeation, { params: { id } }),
      surveyIds: [],
    },
  }));
  const surveys = trail.surveys.map(({ surveyId, created_at, submissions }) => ({
    id: surveyId,
    label: `Survey of ${day(created_at)}, ${countAnswers(submissions)}`,
    doomed: {
      title: 'Delete this survey?',
      text: `Its link stops working, and ${countAnswers(submissions)} ${submissions === 1 ? 'goes' : 'go'} with it.`,
      run: () => call(deleteSurvey, { params: { surveyId } }),
      surveyIds: [surveyId],
    },
  }));
  const parts = [...sessions, ...surveys];
  if (parts.length === 0) return null;
  return (
    <ul aria-label="Parts of this idea" className="divide-y divide-line">
      {parts.map(({ id, label, doomed }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-1.5">
          <span className="tabular-nums">{label}</span>
          <Button variant="quiet" onClick={() => onDelete(doomed)} aria-label={`Delete: ${label}`}>
            Delete…
          </Button>
        </li>
      ))}
    </ul>
  );
}

function wholeIdea(trail: Trail): Doomed {
  const answers = trail.surveys.reduce((sum, { submissions }) => sum + submissions, 0);
  return {
    title: 'Delete this idea?',
    text: `Its sessions, build prompts and surveys go, with ${countAnswers(answers)}. Support requests and campaigns stay.`,
    isIdea: true,
    run: () => call(deleteTrail, { params: { id: trail.id } }),
    surveyIds: trail.surveys.map(({ surveyId }) => surveyId),
  };
}

type DeleteQuestionProps = ManageIdeaProps & { doomed: Doomed | null; onClose: () => void };

function DeleteQuestion({ userId, trail, onDeleted, doomed, onClose }: DeleteQuestionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error, reset } = useMutation({
    networkMode: 'always',
    mutationFn: ({ run }: Doomed) => run(),
    async onSuccess(_done, { isIdea, surveyIds }) {
      showToast(message('trail_part_deleted'));
      onDeleted(surveyIds);
      onClose();
      if (isIdea) {
        client.removeQueries({ queryKey: [...oneTrailKey(userId), trail.id] });
        navigate('/startup-spark-suite/dashboard');
      }
      await client.invalidateQueries({ queryKey: trailsKey(userId) });
    },
  });
  function close() {
    reset();
    onClose();
  }
  return (
    <Dialog
      open={doomed !== null}
      onOpenChange={close}
      title={doomed?.title}
      size="s"
      footer={
        <>
          <Button onClick={close}>Keep</Button>
          <Button
            variant="danger"
            onClick={() => doomed && mutate(doomed)}
            busy={isPending}
            busyText="Deleting..."
          >
            Delete
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere text-soft">{doomed?.text}</p>
      {error ? (
        <div role="alert" className="mt-4">
          <NotSent what="Not deleted." reason={readFailure(error, 'trail_not_changed').reason} />
        </div>
      ) : null}
    </Dialog>
  );
}
