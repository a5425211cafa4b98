import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ChangedElsewhere } from '#web/ui/states/ChangedElsewhere.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import { RunFailure } from '#web/ui/states/RunFailure.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import { IdeaForm } from './IdeaForm.tsx';
import {
  addRewrite,
  blankPrompt,
  type ChangePrompt,
  isResultTooLong,
  isSavable,
  type PromptDocument,
} from './prompt-document.ts';
import { ResultSection } from './ResultSection.tsx';
import {
  type PromptDraft,
  type PromptOpening,
  type PromptStart,
  usePromptDraft,
  usePromptOpening,
} from './use-build-prompt.ts';
import { type RewriteFailure, type Rewriting, useRewriting } from './use-rewriting.ts';

type ProofOfConceptDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  start?: PromptStart | undefined;
  /** The phrases of the idea where the founder has seen them. */
  readingOf: (idea: string) => IdeaReading | undefined;
  onSeePlans: () => void;
  /** Shows what the plan lacks; then everything is read-only. */
  onUpgrade?: (() => void) | null;
};

/** Stays mounted while closed, so that closing it does not end what is under way. */
export function ProofOfConceptDialog(props: ProofOfConceptDialogProps) {
  return <OpenPrompt key={props.userId} {...props} />;
}

function OpenPrompt(props: ProofOfConceptDialogProps) {
  const { open, onOpenChange, userId, start, onSeePlans, onUpgrade = null } = props;
  // Before the draft: when the page is left, the text that has arrived is put there before it is saved.
  const rewriting = useRewriting(userId, (rewrite) =>
    draft.change((document) => addRewrite(document, rewrite)),
  );
  const draft = usePromptDraft(userId);
  const opening = usePromptOpening({ open, start, draft, rewriting });
  const otherTab = useOtherTab(open && draft.document ? `build-prompt:${draft.document.id}` : null);

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      title="Proof of Concept (No-Code MVP)"
      footer={
        <>
          <SaveStatusNote draft={draft} otherTab={otherTab} onSeePlans={onSeePlans} />
          <Button onClick={() => onOpenChange(false)}>Close</Button>
        </>
      }
    >
      <OpeningNote draft={draft} opening={opening} onUpgrade={onUpgrade} />
      {opening.isOpening ? null : (
        <PromptEditor {...props} draft={draft} opening={opening} rewriting={rewriting} />
      )}
    </Dialog>
  );
}

type PromptEditorProps = ProofOfConceptDialogProps & {
  draft: PromptDraft;
  opening: PromptOpening;
  rewriting: Rewriting;
};

/** The idea and what came of it. */
function PromptEditor({ draft, opening, rewriting, onUpgrade = null, ...props }: PromptEditorProps) {
  const isReadOnly = onUpgrade !== null;
  const { document, change } = useReadingCopy(draft, isReadOnly);
  const result = useRef<HTMLTextAreaElement>(null);
  const [isRaw, setRaw] = useState(false);
  if (!document) return null;

  function enhance(idea: string) {
    if (onUpgrade) onUpgrade();
    else if (document && isResultTooLong(document)) showTooLong();
    else
      void rewriting.enhance({
        idea,
        reading: props.readingOf(idea),
        surveyId: document?.surveyId ?? null,
        trailId: document?.trailId ?? null,
      });
  }

  function showTooLong() {
    flushSync(() => setRaw(true));
    result.current?.focus();
  }

  return (
    <>
      <IdeaForm
        key={document.id}
        userId={props.userId}
        document={document}
        isOpen={props.open}
        isBusy={rewriting.arrived !== null}
        isReadOnly={isReadOnly}
        onChange={change}
        onSubmit={enhance}
        onStop={rewriting.stop}
        onStartNew={onUpgrade ?? (() => opening.show(blankPrompt()))}
        onGoBack={opening.goBack}
      />
      <RunNote document={document} rewriting={rewriting} onSeePlans={props.onSeePlans} />
      <ResultSection
        document={document}
        arrived={rewriting.arrived}
        isReadOnly={isReadOnly}
        field={result}
        isRaw={isRaw}
        onRaw={setRaw}
        onTooLong={showTooLong}
        onChange={change}
      />
    </>
  );
}

type OpeningNoteProps = {
  draft: PromptDraft;
  opening: PromptOpening;
  /** Set where the prompt can only be read. */
  onUpgrade: (() => void) | null;
};

/** Notes on the prompt before it is there, or beside it. */
function OpeningNote({ draft, opening, onUpgrade }: OpeningNoteProps) {
  if (draft.loadFailed)
    return (
      <ErrorState title="Your prompt could not be loaded." onRetry={draft.retryLoad}>
        Nothing is lost: it is kept in your account.
      </ErrorState>
    );
  if (draft.document === null || opening.isOpening)
    return (
      <Loading label="Loading your prompt">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="mt-4 h-8 w-40" />
      </Loading>
    );
  return (
    <>
      {onUpgrade ? (
        <ReadOnlyNote title="Your plan no longer includes build prompts." onUpgrade={onUpgrade}>
          Nothing is taken away: read it, copy it, download it.
        </ReadOnlyNote>
      ) : null}
      {opening.hasFailed ? (
        <ErrorState title="What you asked for could not be opened." onRetry={opening.retry} className="mb-5">
          Below is the prompt that was open before.
        </ErrorState>
      ) : null}
    </>
  );
}

type RunNoteProps = { document: PromptDocument; rewriting: Rewriting; onSeePlans: () => void };

/** How the rewrite is doing, or how it ended. */
function RunNote({ document, rewriting, onSeePlans }: RunNoteProps) {
  const { arrived, failure, ending } = rewriting;
  if (arrived !== null) return <Progress arrived={arrived} />;
  const kept = document.rewrites.length > 0 ? 'Your idea and your rewrites are kept.' : 'Your idea is kept.';
  const safe = ending === 'partial' ? `${kept} What had arrived is shown below.` : kept;
  if (failure) return <FailureNote failure={failure} safe={safe} onSeePlans={onSeePlans} />;
  if (ending === null) return null;
  return (
    <p role="status" className="mt-4 text-soft">
      {endings[ending](safe)}
    </p>
  );
}

const endings: Record<NonNullable<Rewriting['ending']>, (safe: string) => string> = {
  whole: () => 'Your enhanced prompt is ready below.',
  partial: (safe) => `Stopped. ${safe}`,
  nothing: (safe) => `Stopped before anything arrived; ${safe.replace('Your', 'your')}`,
};

function Progress({ arrived }: { arrived: string }) {
  return (
    <div className="mt-5 rounded-m bg-muted px-4 py-3.5">
      <p role="status" className="font-medium">
        Enhancing your prompt, please wait...
      </p>
      <p className="text-meta text-soft tabular-nums">
        {arrived === ''
          ? 'Your idea is sent; nothing has arrived yet.'
          : `${arrived.length.toLocaleString()} characters so far.`}
      </p>
    </div>
  );
}

type FailureNoteProps = { failure: RewriteFailure; safe: string; onSeePlans: () => void };

function FailureNote({ failure, safe, onSeePlans }: FailureNoteProps) {
  const { notice, reason, needsUpgrade } = failure;
  return (
    <RunFailure title={notice.text} reason={reason} onSeePlans={needsUpgrade ? onSeePlans : null}>
      {safe}
      <span>{needsUpgrade ? null : ' You can send your idea again, or word it differently.'}</span>
    </RunFailure>
  );
}

type SaveStatusNoteProps = {
  draft: PromptDraft;
  /** Another tab has the prompt open too. */
  otherTab: boolean;
  onSeePlans: () => void;
};

/** Save status of the prompt. */
function SaveStatusNote({ draft, otherTab, onSeePlans }: SaveStatusNoteProps) {
  if (draft.status === 'conflict')
    return <ChangedElsewhere onKeepCopy={draft.keepCopy} onLoadNewer={draft.loadNewer} />;
  const refusal = draft.error instanceof ApiError ? draft.error : null;
  const text = describe(draft, refusal);
  if (text === null && !otherTab) return null;
  const isProblem = draft.status !== 'saved' && draft.status !== 'saving';
  const needsUpgrade = isProblem && refusal?.code === 'upgrade_to_pro';
  return (
    <div className="flex min-w-0 flex-[1_1_14rem] flex-wrap items-center justify-end gap-x-3 gap-y-2 sm:mr-2">
      <p
        role={isProblem ? 'status' : undefined}
        className={isProblem ? 'text-meta text-bad' : 'text-meta text-faint'}
      >
        {text}
        <span>{otherTab ? ' Also open in another tab.' : null}</span>
      </p>
      {needsUpgrade ? <Button onClick={onSeePlans}>See the plans</Button> : null}
    </div>
  );
}

function describe({ document, status }: PromptDraft, refusal: ApiError | null): string | null {
  if (!document) return null;
  if (status === 'saving') return 'Saving…';
  if (status === 'saved') return document.revision > 0 ? 'Saved' : null;
  const reason = isSavable(document)
    ? (refusal?.message ?? 'the server could not be reached.')
    : 'it is longer than your account keeps.';
  if (status === 'nowhere')
    return `Kept nowhere: ${reason} This browser keeps nothing either, so copy what you need before you leave.`;
  return `Only in this browser: ${reason}`;
}

/**
 * The prompt as it is shown. Where it can only be read, another form or an older rewrite is shown without being saved:
 * only this copy changes, and it goes with the dialog.
 */
function useReadingCopy({ document, change }: PromptDraft, isReadOnly: boolean) {
  const [copy, setCopy] = useState<{ of: PromptDocument; shown: PromptDocument } | null>(null);
  if (!isReadOnly) return { document, change };
  const shown = copy && copy.of === document ? copy.shown : document;
  const changeCopy: ChangePrompt = (turn) => {
    if (document && shown) setCopy({ of: document, shown: turn(shown) });
  };
  return { document: shown, change: changeCopy };
}
