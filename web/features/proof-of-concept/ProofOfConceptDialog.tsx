import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BuildPromptForm } from '#shared/contracts/build-prompts.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useConfig } from '#web/api/config.ts';
import { SaveNote, StudioFrame } from '#web/studio/StudioFrame.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DownloadButton } from '#web/ui/controls/DownloadButton.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import { RunFailure } from '#web/ui/states/RunFailure.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { ideaForm, PromptForm } from './PromptForm.tsx';
import {
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
  type OpenPrompt,
  type PromptStart,
  type RewriteFailure,
  useBuildPrompt,
} from './use-build-prompt.ts';
import { useIdeaWork } from './use-idea-work.ts';

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

/** The prompt that is open, and its rewrites. */
export function ProofOfConceptDialog(props: ProofOfConceptDialogProps) {
  // Another account begins again: what is under way belongs to the one before.
  return <AccountsDialog key={props.userId} {...props} />;
}

function AccountsDialog(props: ProofOfConceptDialogProps) {
  const { open, onOpenChange, userId, start, onSeePlans, onUpgrade = null } = props;
  const prompt = useBuildPrompt({ open, start, userId });
  const folding = useFolding(prompt, onUpgrade !== null);
  const writer = useWriter();
  const { document, change } = useReadingCopy(prompt.document, prompt.change, onUpgrade !== null);
  const shown = prompt.isReading ? null : document;
  const isBusy = prompt.run.arrived !== null;
  const text = isBusy ? '' : (shown?.result ?? '');
  const hasText = text !== '';
  const source = useRef<HTMLElement>(null);

  function changeWriter() {
    writer.change?.();
    folding.unfold();
  }

  return (
    <StudioFrame
      open={open}
      onOpenChange={onOpenChange}
      size="4xl"
      title="Proof of Concept (No-Code MVP)"
      description={writer.asks ? 'Without AI: your answers and your words, arranged.' : undefined}
      run={prompt.run}
      foot={{
        children: (
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
            <SaveStatus prompt={prompt} onSeePlans={onSeePlans} />
          </>
        ),
        close: { className: clsx(hasText && 'max-sm:hidden') },
        actions:
          shown && hasText ? (
            <ResultActions builder={shown.builder} text={text} source={source} isDone={!folding.isOpen} />
          ) : null,
        write:
          shown && folding.isOpen
            ? { form: ideaForm, label: 'Enhance Prompt', busyText: 'Enhancing...', className: 'max-sm:grow' }
            : null,
      }}
    >
      <OpeningNote prompt={prompt} onUpgrade={onUpgrade} />
      {shown ? (
        <PromptEditor
          {...props}
          document={shown}
          change={change}
          source={source}
          prompt={prompt}
          folding={folding}
          writer={writer}
        />
      ) : null}
    </StudioFrame>
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
function useFolding({ document, run, failure, ending }: OpenPrompt, isReadOnly: boolean) {
  const [unfolded, setUnfolded] = useState<string | null>(null);
  const shown = document && findShown(listVersions(document.rewrites), document.shown);
  const hasResult = document !== null && (document.result !== '' || shown !== null);
  const isWhole =
    hasResult && !isReadOnly && run.arrived === null && !failure && (ending === null || ending === 'whole');
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
  prompt: OpenPrompt;
  folding: ReturnType<typeof useFolding>;
  writer: ReturnType<typeof useWriter>;
};

/** The idea and what came of it. */
function PromptEditor(props: PromptEditorProps) {
  const { userId, open, document, change, prompt, folding, writer, onUpgrade = null } = props;
  const isReadOnly = onUpgrade !== null;
  const result = useRef<HTMLTextAreaElement>(null);
  const [isRaw, setRaw] = useState(false);
  const idea = useSettled(document.idea);
  const reading = props.readingOf(document.idea.trim());
  const isRead = writer.asks && !isReadOnly && !reading;
  const { data: work } = useIdeaWork({ userId, trailId: document.trailId, idea, isRead }, open);
  const isBusy = prompt.run.arrived !== null;

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
      if (await prompt.enhance(asked)) folding.fold();
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
        <PromptForm
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
      <RunNote document={document} prompt={prompt} onSeePlans={props.onSeePlans} />
      <ResultSection
        document={document}
        arrived={prompt.run.arrived}
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
            <Button variant="quiet" onClick={onUpgrade ?? (() => prompt.startNew(blankPrompt()))}>
              Start with another idea
            </Button>
          ) : null}
          {prompt.bringBack ? (
            <Button variant="quiet" onClick={prompt.bringBack}>
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
  prompt: OpenPrompt;
  /** Set where the prompt can only be read. */
  onUpgrade: (() => void) | null;
};

/** Notes on the prompt before it is there, or beside it. */
function OpeningNote({ prompt, onUpgrade }: OpeningNoteProps) {
  if (prompt.loadFailed)
    return (
      <ErrorState title="Your prompt could not be loaded." onRetry={prompt.retryLoad}>
        Nothing is lost: it is kept in your account.
      </ErrorState>
    );
  if (prompt.document === null || prompt.isReading)
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
      {prompt.readError ? (
        <ErrorState
          title="What you asked for could not be opened."
          onRetry={prompt.retryReading}
          className="mb-5"
        >
          Below is the prompt that was open before.
        </ErrorState>
      ) : null}
    </>
  );
}

type RunNoteProps = { document: PromptDocument; prompt: OpenPrompt; onSeePlans: () => void };

/** How the rewrite is doing, or how it ended. */
function RunNote({ document, prompt, onSeePlans }: RunNoteProps) {
  const { failure, ending } = prompt;
  const { arrived } = prompt.run;
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

const endings: Record<NonNullable<OpenPrompt['ending']>, (safe: string) => string> = {
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

function SaveStatus({ prompt, onSeePlans }: { prompt: OpenPrompt; onSeePlans: () => void }) {
  const refusal = prompt.error instanceof ApiError ? prompt.error : null;
  const text = describe(prompt, refusal);
  const isProblem = prompt.status !== 'saved' && prompt.status !== 'saving';
  if (text === null && !prompt.otherTab) return null;
  return (
    <SaveNote
      text={text ?? ''}
      isProblem={isProblem}
      otherTab={prompt.otherTab}
      document={prompt}
      className={clsx('flex-[1_1_14rem] sm:mr-2', !isProblem && !prompt.otherTab && 'max-sm:hidden')}
    >
      {isProblem && refusal?.code === 'upgrade_to_pro' ? (
        <Button onClick={onSeePlans}>See the plans</Button>
      ) : null}
    </SaveNote>
  );
}

function describe({ document, status }: OpenPrompt, refusal: ApiError | null): string | null {
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
