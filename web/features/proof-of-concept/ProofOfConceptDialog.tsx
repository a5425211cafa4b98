import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BuildPromptForm } from '#shared/contracts/build-prompts.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useConfig } from '#web/api/config.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { DownloadButton } from '#web/ui/controls/DownloadButton.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { ChangedElsewhere } from '#web/ui/states/ChangedElsewhere.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import { RunFailure } from '#web/ui/states/RunFailure.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useOtherTab } from '#web/ui/use-other-tab.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import { IdeaForm, ideaForm } from './IdeaForm.tsx';
import {
  addRewrite,
  blankPrompt,
  type ChangePrompt,
  findShown,
  isIncomplete,
  isResultTooLong,
  isSavable,
  isWorthSaving,
  listVersions,
  type PromptDocument,
} from './prompt-document.ts';
import { ResultActions, ResultSection } from './ResultSection.tsx';
import {
  type PromptDraft,
  type PromptOpening,
  type PromptStart,
  usePromptDraft,
  usePromptOpening,
} from './use-build-prompt.ts';
import { useIdeaWork } from './use-idea-work.ts';
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
  const folding = useFolding(draft.document, rewriting, onUpgrade !== null);
  const writer = useWriter();
  const { document, change } = useReadingCopy(draft.document, draft.change, onUpgrade !== null);
  const shown = opening.isOpening ? null : document;
  const isBusy = rewriting.arrived !== null;
  const text = isBusy ? '' : (shown?.result ?? '');
  const hasText = text !== '';
  const source = useRef<HTMLElement>(null);

  function changeWriter() {
    writer.change?.();
    folding.unfold();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      title="Proof of Concept (No-Code MVP)"
      description={writer.asks ? 'Without AI: your answers and your words, arranged.' : undefined}
      footer={
        <>
          {hasText ? (
            <DownloadButton name="build-prompt" text={() => text} className="max-sm:hidden" />
          ) : null}
          {shown && writer.change && !isBusy ? (
            <Button variant="quiet" onClick={changeWriter}>
              {writer.asks ? 'Write it with AI' : 'Write it without AI'}
            </Button>
          ) : null}
          <span className="grow max-sm:hidden" />
          <SaveStatusNote draft={draft} otherTab={otherTab} onSeePlans={onSeePlans} />
          {isBusy ? <Button onClick={rewriting.stop}>Stop</Button> : null}
          <Button onClick={() => onOpenChange(false)} className={clsx(hasText && 'max-sm:hidden')}>
            Close
          </Button>
          {shown && hasText ? (
            <ResultActions builder={shown.builder} text={text} source={source} isDone={!folding.isOpen} />
          ) : null}
          {shown && folding.isOpen ? (
            <Button
              type="submit"
              form={ideaForm}
              variant="primary"
              busy={isBusy}
              busyText="Enhancing..."
              className="max-sm:grow"
            >
              Enhance Prompt
            </Button>
          ) : null}
        </>
      }
    >
      <OpeningNote draft={draft} opening={opening} onUpgrade={onUpgrade} />
      {shown ? (
        <PromptEditor
          {...props}
          document={shown}
          change={change}
          source={source}
          opening={opening}
          rewriting={rewriting}
          folding={folding}
          writer={writer}
        />
      ) : null}
    </Dialog>
  );
}

/** Whether a model writes, or the founder is asked: where there is no model, or by their own choice. */
function useWriter() {
  const { data: config } = useConfig();
  const [isByHand, setByHand] = useState(false);
  const hasModel = config !== undefined && config.ai !== 'embedded';
  return {
    asks: config !== undefined && (!hasModel || isByHand),
    /** Changes between the two; null where there is no model. */
    change: hasModel ? () => setByHand(!isByHand) : null,
  };
}

/** The idea and its questions give way to one line as soon as there is a whole result. */
function useFolding(
  document: PromptDocument | null,
  { arrived, failure, ending }: Rewriting,
  isReadOnly: boolean,
) {
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const shown = document && findShown(listVersions(document.rewrites), document.shown);
  const hasResult = document !== null && (document.result !== '' || shown !== null);
  const isWhole =
    hasResult && !isReadOnly && arrived === null && !failure && (ending === null || ending === 'whole');
  const isSettled = isWhole && !(shown && isIncomplete(shown.rewrite));
  return {
    /** There is a line to fold into. */
    hasLine: isSettled,
    isOpen: !isSettled || unfolded === document?.id,
    unfold: () => setUnfolded(document?.id ?? null),
    fold: () => setUnfolded(null),
  };
}

type PromptEditorProps = ProofOfConceptDialogProps & {
  document: PromptDocument;
  change: ChangePrompt;
  source: RefObject<HTMLElement | null>;
  opening: PromptOpening;
  rewriting: Rewriting;
  folding: ReturnType<typeof useFolding>;
  writer: ReturnType<typeof useWriter>;
};

/** The idea and what came of it. */
function PromptEditor(props: PromptEditorProps) {
  const { userId, open, document, change, opening, rewriting, folding, writer, onUpgrade = null } = props;
  const isReadOnly = onUpgrade !== null;
  const result = useRef<HTMLTextAreaElement>(null);
  const [isRaw, setRaw] = useState(false);
  const idea = useSettled(document.idea);
  const reading = props.readingOf(document.idea.trim());
  const isRead = writer.asks && !isReadOnly && !reading;
  const { data: work } = useIdeaWork({ userId, trailId: document.trailId, idea, isRead }, open);
  const isBusy = rewriting.arrived !== null;

  async function enhance(typed: string, answers: BuildPromptForm | null) {
    if (onUpgrade) onUpgrade();
    else if (isResultTooLong(document)) showTooLong();
    else {
      const { surveyId, trailId } = document;
      const asked = {
        idea: typed,
        trailId,
        reading,
        surveyId,
        form: answers,
        language: planLanguage(reading ?? work?.read),
      };
      if ((await rewriting.enhance(asked)) === 'whole') folding.fold();
    }
  }

  function showTooLong() {
    flushSync(() => setRaw(true));
    result.current?.focus();
  }

  return (
    <>
      {folding.hasLine ? <PromptLine document={document} name={work?.name ?? ''} folding={folding} /> : null}
      {folding.isOpen ? (
        <IdeaForm
          key={document.id}
          userId={userId}
          document={document}
          asks={writer.asks && !isReadOnly}
          reading={reading}
          work={work}
          isOpen={open}
          isBusy={isBusy}
          isReadOnly={isReadOnly}
          onChange={change}
          onSubmit={enhance}
        />
      ) : null}
      <RunNote document={document} rewriting={rewriting} onSeePlans={props.onSeePlans} />
      <ResultSection
        document={document}
        arrived={rewriting.arrived}
        isReadOnly={isReadOnly}
        isUnderForm={folding.isOpen}
        field={result}
        source={props.source}
        isRaw={isRaw}
        onRaw={setRaw}
        onTooLong={showTooLong}
        onChange={change}
      />
      {isBusy ? null : (
        <div className="mt-5 flex flex-wrap gap-2 empty:hidden">
          {isWorthSaving(document) ? (
            <Button variant="quiet" onClick={onUpgrade ?? (() => opening.show(blankPrompt()))}>
              Start with another idea
            </Button>
          ) : null}
          {opening.goBack ? (
            <Button variant="quiet" onClick={opening.goBack}>
              Back to the prompt from before
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}

type PromptLineProps = {
  document: PromptDocument;
  /** The idea's; '' while it has none. */
  name: string;
  folding: ReturnType<typeof useFolding>;
};

/** The idea and the answers to its questions in one line. */
function PromptLine({ document, name, folding }: PromptLineProps) {
  const run = findShown(listVersions(document.rewrites), document.shown);
  const { form, submissionCount } = run?.rewrite ?? {};
  const lines = form?.abilities.length ?? 0;
  const facts = [
    name || document.idea,
    form?.thing,
    lines > 0 && (lines === 1 ? '1 line' : `${lines} lines`),
    submissionCount && (submissionCount === 1 ? '1 answer' : `${submissionCount.toLocaleString()} answers`),
  ];
  const line = useRef<HTMLDivElement>(null);
  // The text that arrived below the questions has moved them out of sight.
  useEffect(() => {
    line.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={line}
      className="-mx-5 mb-5 flex h-11 items-center gap-3 border-y border-line bg-muted px-5 sm:-mx-6 sm:px-6"
    >
      <p className="min-w-0 truncate" dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </p>
      <button
        type="button"
        aria-expanded={folding.isOpen}
        onClick={folding.isOpen ? folding.fold : folding.unfold}
        className="shrink-0 rounded-s text-soft underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        {folding.isOpen ? 'Done' : 'Edit'}
      </button>
    </div>
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
    // A whole one is in sight.
    <p role="status" className={ending === 'whole' ? 'sr-only' : 'mt-4 text-soft'}>
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
    <div
      className={clsx(
        'flex min-w-0 flex-[1_1_14rem] flex-wrap items-center justify-end gap-x-3 gap-y-2 sm:mr-2',
        !isProblem && !otherTab && 'max-sm:hidden',
      )}
    >
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
function useReadingCopy(document: PromptDocument | null, change: ChangePrompt, isReadOnly: boolean) {
  const [copy, setCopy] = useState<{ of: PromptDocument; shown: PromptDocument } | null>(null);
  if (!isReadOnly || !document) return { document, change };
  const shown = copy && copy.of === document ? copy.shown : document;
  const changeCopy: ChangePrompt = (turn) => setCopy({ of: document, shown: turn(shown) });
  return { document: shown, change: changeCopy };
}
