import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { deleteIdeation } from '#shared/contracts/ideation.ts';
import { deleteSurvey } from '#shared/contracts/surveys/surveys.ts';
import { deleteTrail, type Trail, type TrailPartChange } from '#shared/contracts/trails.ts';
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
  /** Called after each change with the surveys that are gone. */
  onChanged: (deletedSurveyIds: string[]) => void;
};

/** Something to be deleted, in the words of the question. */
type Doomed = {
  title: string;
  text: string;
  run: () => Promise<unknown>;
  surveyIds: string[];
  isIdea?: true;
};

/** Renames an idea or a part of it, puts it out of the way, or deletes it. */
export function ManageIdea({ userId, trail, onChanged }: ManageIdeaProps) {
  const change = useTrailChange(userId, trail.id, { onChanged: () => onChanged([]) });
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const isArchived = trail.archived === true;
  return (
    <Fold title="Rename, archive or delete" className="rounded-m bg-card p-4 shadow-card sm:p-5">
      <div className="grid grid-cols-1 gap-4 pt-2">
        <RenameForm
          label="Name of the idea"
          help="Leave it empty for the idea’s own words."
          name={trail.name}
          placeholder={preview(trail.idea, 60)}
          change={change}
        />
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
        <Parts userId={userId} trail={trail} onChanged={onChanged} onDelete={setDoomed} />
      </div>
      <DeleteQuestion
        userId={userId}
        trail={trail}
        onChanged={onChanged}
        doomed={doomed}
        onClose={() => setDoomed(null)}
      />
    </Fold>
  );
}

type RenameFormProps = {
  label: string;
  help?: string;
  name: string | undefined;
  placeholder: string;
  change: ReturnType<typeof useTrailChange>;
  /** For a form that a button opened: it takes the focus, and this gives it back. */
  onDone?: () => void;
};

function RenameForm({ label, help, name, placeholder, change, onDone }: RenameFormProps) {
  const [typed, setTyped] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isAsked = onDone !== undefined;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  const value = typed ?? name ?? '';

  function submit(event: FormEvent) {
    event.preventDefault();
    function done() {
      setTyped(undefined);
      onDone?.();
    }
    change.mutate({ name: value.trim() || null }, { onSuccess: done });
  }

  return (
    <form onSubmit={submit} className="flex max-w-xl flex-wrap items-start gap-2">
      <Field
        label={label}
        help={help}
        error={change.error ? readFailure(change.error, 'trail_not_changed').reason : undefined}
        className="min-w-48 flex-1"
      >
        <TextInput
          ref={field}
          dir="auto"
          maxLength={200}
          value={value}
          placeholder={placeholder}
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

type Row = Pick<TrailPartChange, 'kind'> & {
  id: string;
  name: string | undefined;
  isArchived: boolean;
  label: string;
  doomed: Doomed;
};

type PartsProps = ManageIdeaProps & { onDelete: (doomed: Doomed) => void };

/** Sessions and surveys, each to be renamed, put out of the way or deleted. */
function Parts({ trail, ...props }: PartsProps) {
  const sessions = trail.ideations.map(({ id, name, updatedAt, preview: text }) =>
    partOf({ kind: 'session', id, name, submissions: 0, at: updatedAt }, { text: preview(text, 120) }),
  );
  const surveys = trail.surveys.map(({ surveyId, name, created_at, submissions }) =>
    partOf({ kind: 'survey', id: surveyId, name, submissions, at: created_at }),
  );
  const parts = [
    ...sessions,
    ...surveys,
    ...trail.archivedParts.map((part) => partOf(part, { isArchived: true })),
  ];
  if (parts.length === 0) return null;
  return (
    <ul aria-label="Parts of this idea" className="divide-y divide-line">
      {parts.map((part) => (
        <PartRow key={part.id} trailId={trail.id} part={part} {...props} />
      ))}
    </ul>
  );
}

function partOf(
  { kind, id, name, submissions, at }: Trail['archivedParts'][number],
  { text = '', isArchived = false } = {},
): Row {
  if (kind === 'session') {
    const run = () => call(deleteIdeation, { params: { id } });
    const doomed = { title: 'Delete this session?', text: name ?? text, run, surveyIds: [] };
    return { kind, id, name, isArchived, label: `Session of ${moment(at)}`, doomed };
  }
  const answers = countAnswers(submissions);
  const doomed = {
    title: 'Delete this survey?',
    text: `Its link stops working, and ${answers} ${submissions === 1 ? 'goes' : 'go'} with it.`,
    run: () => call(deleteSurvey, { params: { surveyId: id } }),
    surveyIds: [id],
  };
  return { kind, id, name, isArchived, label: `Survey of ${day(at)}, ${answers}`, doomed };
}

type PartRowProps = Omit<PartsProps, 'trail'> & { trailId: string; part: Row };

function PartRow({ userId, trailId, part, onChanged, onDelete }: PartRowProps) {
  const { label, name, isArchived, doomed } = part;
  const change = useTrailChange(userId, trailId, { part, onChanged: () => onChanged([]) });
  const [isRenaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <li className="grid grid-cols-1 gap-2 py-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="min-w-0 tabular-nums wrap-anywhere">
          {name ? <bdi className="font-medium">{name}</bdi> : null} {label}
          <span>{isArchived ? ' · Archived' : null}</span>
        </span>
        <span className="-mx-3 flex flex-wrap">
          <Button
            variant="quiet"
            ref={button}
            onClick={() => {
              change.reset();
              setRenaming(!isRenaming);
            }}
            aria-expanded={isRenaming}
            aria-label={`Rename: ${label}`}
          >
            Rename
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              setRenaming(false);
              change.mutate({ archived: !isArchived });
            }}
            busy={change.isPending && change.variables?.archived !== undefined}
            busyText="Moving..."
            aria-label={`${isArchived ? 'Bring back' : 'Archive'}: ${label}`}
          >
            {isArchived ? 'Bring back' : 'Archive'}
          </Button>
          <Button variant="quiet" onClick={() => onDelete(doomed)} aria-label={`Delete: ${label}`}>
            Delete…
          </Button>
        </span>
      </div>
      {isRenaming ? (
        <RenameForm
          label={`Name of the ${part.kind}`}
          name={name}
          placeholder={label}
          change={change}
          onDone={() => {
            setRenaming(false);
            button.current?.focus();
          }}
        />
      ) : null}
      {change.error && !isRenaming ? (
        <NotSent what="Not changed." reason={readFailure(change.error, 'trail_not_changed').reason} />
      ) : null}
    </li>
  );
}

function wholeIdea(trail: Trail): Doomed {
  const surveys = [
    ...trail.surveys.map(({ surveyId: id, submissions }) => ({ id, submissions })),
    ...trail.archivedParts.filter(({ kind }) => kind === 'survey'),
  ];
  const answers = surveys.reduce((sum, { submissions }) => sum + submissions, 0);
  return {
    title: 'Delete this idea?',
    text: `Its sessions, build prompts and surveys go, with ${countAnswers(answers)}. Support requests and campaigns stay.`,
    isIdea: true,
    run: () => call(deleteTrail, { params: { id: trail.id } }),
    surveyIds: surveys.map(({ id }) => id),
  };
}

type DeleteQuestionProps = ManageIdeaProps & { doomed: Doomed | null; onClose: () => void };

function DeleteQuestion({ userId, trail, onChanged, doomed, onClose }: DeleteQuestionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ run }: Doomed) => run(),
    async onSuccess(_done, { isIdea, surveyIds }) {
      showToast(message('trail_part_deleted'));
      onChanged(surveyIds);
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
