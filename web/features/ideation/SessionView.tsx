import { clsx } from 'clsx';
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { stageParts } from '#shared/rules/ideation/ideation-sections.ts';
import { ideationStages, textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { RunWait, WithoutAi } from '#web/studio/StudioFrame.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Markdown } from '#web/ui/Markdown.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { CoachForm } from './CoachForm.tsx';
import { ExportMenu, SessionText } from './SessionText.tsx';
import {
  addSection,
  blankDocument,
  hasContent,
  hasText,
  type IdeationDocument,
  receiptOfPartial,
} from './session-document.ts';
import { announceNext, type Coach, type CoachResult, type WrittenForm } from './use-coach.ts';
import { useFormDraft } from './use-form-draft.ts';

type SessionViewProps = {
  document: IdeationDocument;
  coach: Coach;
  userId: string;
  /** The founder's phrases of an idea. */
  readingOf: (idea: string) => IdeaReading | undefined;
};

/** One stage at a time: the one that is being written or was written last, or the one that the founder chose. */
export function SessionView({ document, coach, userId, readingOf }: SessionViewProps) {
  const { session, saving, run } = coach;
  const { change } = session;
  const { content, nextStage, partial } = document;
  const isWriting = run.arrived !== null;
  const isBusy = isWriting || saving.isSaving;
  const formDraft = useFormDraft({ userId, sessionId: document.id, stage: nextStage ?? 'IDEATION' });
  const isForm = nextStage !== null && (coach.isWithoutModel || formDraft.isOpen);
  const { shown, isNext, canShowNext, place, choose, edit, showNewest } = useShownStage(
    document,
    coach,
    isForm,
  );
  const view = useRef<HTMLDivElement>(null);
  useNewestInSight(view, `${shown} ${stageParts(content).length}`);

  function write(written?: WrittenForm) {
    showNewest();
    void coach.write(document, written);
  }

  function writeWithoutAi() {
    run.stop();
    run.clear();
    formDraft.setOpen(true);
  }

  function goOnWithPart() {
    if (!nextStage) return;
    run.clear();
    change((now) =>
      addSection(now, { stage: nextStage, markdown: now.partial, receipt: receiptOfPartial(now) }),
    );
    announceNext(nextStage);
  }

  const form = (
    <CoachForm
      document={document}
      change={change}
      userId={userId}
      readingOf={readingOf}
      draft={isForm ? formDraft : null}
      onWithAi={coach.isWithoutModel ? null : () => formDraft.setOpen(false)}
      isBusy={isBusy}
      onWrite={write}
      onSave={() => saving.save(document)}
    />
  );
  return (
    <>
      <StageSteps document={document} shown={shown} canShowNext={canShowNext} onChoose={choose} />
      <div ref={view} className="scroll-mt-24 pt-4 [--above:3rem]">
        {isNext ? form : null}
        <CoachStatus isWriting={isWriting} result={coach.result} />
        {isNext && run.arrived !== null ? <Arriving stage={shown} text={run.arrived} /> : null}
        {isNext && coach.failure && !isWriting ? (
          <ErrorState
            title={`${textsOfStage(shown).title} could not be written.`}
            onRetry={isForm ? undefined : () => write()}
            className="mt-5"
          >
            <p className="wrap-anywhere">{coach.failure.reason}</p>
            <p>Everything you have written is kept.</p>
          </ErrorState>
        ) : null}
        {isNext && !isForm && isWriting ? <RunWait run={run} onWithoutAi={writeWithoutAi} /> : null}
        {isNext && !isForm && canGoWithout(coach) ? (
          <div className="mt-3">
            <WithoutAi onWrite={writeWithoutAi} />
          </div>
        ) : null}
        {isNext && partial !== '' && !isWriting ? (
          <PartialSection
            stage={shown}
            text={partial}
            receipt={receiptOfPartial(document)}
            onKeep={goOnWithPart}
          />
        ) : null}
        {isNext ? null : (
          <SessionText
            key={shown}
            document={document}
            stage={shown}
            place={place}
            onPlace={edit}
            change={change}
          />
        )}
      </div>
      {coach.wasShortened ? (
        <p className="mt-4 text-meta text-faint">
          Your text is long: earlier sections were shortened for the coach. Nothing was cut here.
        </p>
      ) : null}
      {isNext ? null : <div className="mt-5 border-t border-line pt-4">{form}</div>}
      {isBusy ? null : (
        <div className="mt-3 -ml-3.5 flex flex-wrap items-center gap-2">
          <OtherSessions document={document} session={session} />
          {hasContent(document) ? <ExportMenu document={document} /> : null}
        </div>
      )}
    </>
  );
}

/** The model has failed or was stopped. */
function canGoWithout({ failure, result, run }: Coach): boolean {
  return run.arrived === null && (failure !== null || result.isShown);
}

/** The coming stage has something to show. */
function hasNews({ content, nextStage, partial }: IdeationDocument, coach: Coach): boolean {
  if (nextStage === null) return false;
  const isBegun = nextStage !== 'IDEATION' || content.trim() !== '';
  return !isBegun || coach.run.arrived !== null || coach.failure !== null || partial !== '';
}

type Choice = {
  stage: IdeationStage;
  /** Stages with text at that time: another one takes the choice back, except while its text is edited. */
  among: number;
  /** Place of the cursor; null while the text is read. */
  place: number | null;
};

/** Which stage is shown, and where its text is edited. */
function useShownStage(document: IdeationDocument, coach: Coach, isForm: boolean) {
  const { content, nextStage } = document;
  const [choice, setChoice] = useState<Choice | null>(null);
  const parts = stageParts(content);
  const stages = ideationStages.map(({ stage }) => stage);
  const lastWritten = stages[(nextStage ? stages.indexOf(nextStage) : stages.length) - 1];
  const isNews = hasNews(document, coach);
  const newest = (isNews && nextStage) || parts.at(-1)?.stage || lastWritten || 'IDEATION';
  const chosen = choice && (choice.place !== null || parts.length <= choice.among) ? choice : null;
  const shown = chosen?.stage ?? newest;
  return {
    shown,
    /** The coming stage, before there is a text of it. */
    isNext: shown === nextStage && (isNews || isForm || parts.every(({ stage }) => stage !== shown)),
    canShowNext: isNews || isForm || parts.some(({ stage }) => stage === nextStage),
    place: chosen?.place ?? null,
    choose: (stage: IdeationStage) => setChoice({ stage, among: parts.length, place: null }),
    edit: (place: number | null) => setChoice({ stage: shown, among: parts.length, place }),
    showNewest: () => setChoice(null),
  };
}

/** The section that is being written, as far as it has come. It isn't read aloud: `CoachStatus` says that it is on its way. */
function Arriving({ stage, text }: { stage: IdeationStage; text: string }) {
  // Drawing a long text must not hold up typing.
  const shown = useDeferredValue(text);
  const frame = useRef<HTMLElement>(null);
  useFollowing(frame, shown);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) frame.current?.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, []);
  return (
    <section
      ref={frame}
      aria-label={`${textsOfStage(stage).title}, arriving`}
      aria-busy="true"
      className="mt-2.5 rounded-m bg-muted px-4 py-3.5"
    >
      {shown === '' ? (
        <p className="text-meta text-soft">It is sent; nothing has arrived yet.</p>
      ) : (
        <>
          <h3 className="mb-2.5 text-base">{textsOfStage(stage).title}</h3>
          <Markdown text={shown} />
        </>
      )}
    </section>
  );
}

/** Status of the coach. It is always there and only its text changes: otherwise screen readers miss it. */
function CoachStatus({ isWriting, result }: { isWriting: boolean; result: CoachResult }) {
  const isShown = isWriting || result.isShown;
  return (
    <p
      role="status"
      className={clsx(
        isShown ? 'mt-5' : 'sr-only',
        isWriting ? 'flex items-center gap-2 px-4 font-medium' : 'text-soft',
      )}
    >
      {isWriting ? (
        <>
          <Spinner className="size-3.5!" />
          Generating response, please wait...
        </>
      ) : (
        result.text
      )}
    </p>
  );
}

/** Ways to other sessions; the open one stays in the account. */
function OtherSessions({ document, session }: { document: IdeationDocument; session: Coach['session'] }) {
  return (
    <>
      {hasText(document) ? (
        <Button variant="quiet" onClick={() => session.startNew(blankDocument())}>
          Start a new session
        </Button>
      ) : null}
      {session.bringBack ? (
        <Button variant="quiet" onClick={session.bringBack}>
          Bring back the previous session
        </Button>
      ) : null}
    </>
  );
}

type PartialSectionProps = {
  stage: IdeationStage;
  text: string;
  receipt: SectionReceipt | null;
  onKeep: () => void;
};

/** Part of a section that had arrived before it was stopped or cut off. */
function PartialSection({ stage, text, receipt, onKeep }: PartialSectionProps) {
  const { title, button } = textsOfStage(stage);
  return (
    <section
      aria-labelledby="ideation-partial"
      className="mt-5 rounded-m border border-dashed border-edge px-4 py-3.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="ideation-partial" className="text-base">
          {title}
        </h3>
        <Badge tone="warn">Not complete</Badge>
        {receipt?.model === null ? <Badge>Written without AI</Badge> : null}
      </div>
      <p className="mt-1 text-soft">
        This is what had arrived. Keep it as it is, or press “{button}” to have the section written again.
      </p>
      <Markdown text={text} hasCitations className="mt-3" />
      <div className="mt-3">
        <ReceiptNote
          receipt={receipt}
          subject={title}
          withoutReceipt="It arrived in part, and what wrote it did not say its name."
        />
      </div>
      <Button onClick={onKeep} className="mt-4">
        Keep this part and go on
      </Button>
    </section>
  );
}

type StageStepsProps = {
  document: IdeationDocument;
  shown: IdeationStage;
  /** The coming stage can be shown too. */
  canShowNext: boolean;
  onChoose: (stage: IdeationStage) => void;
};

/** The five stages, always in sight: done ones can be read again, the current one comes next. */
function StageSteps({ document: { nextStage }, shown, canShowNext, onChoose }: StageStepsProps) {
  const found = ideationStages.findIndex(({ stage }) => stage === nextStage);
  const current = found === -1 ? ideationStages.length : found;
  return (
    <ol
      aria-label="Stages"
      className="sticky top-0 z-1 -mx-5 -mt-1 flex gap-1.5 border-b border-line bg-raised px-5 pb-1 sm:-mx-6 sm:px-6"
    >
      {ideationStages.map(({ stage, title }, index) => {
        const isDone = index < current;
        const label = <span className="max-sm:sr-only">{title}</span>;
        return (
          <li
            key={stage}
            aria-current={index === current ? 'step' : undefined}
            className={clsx(
              'min-w-0 flex-1 border-t-3 text-meta sm:flex-auto',
              isDone ? 'border-ink' : index === current ? 'border-spark' : 'border-line',
              stage === shown ? 'font-medium text-ink' : isDone ? 'text-soft' : 'text-faint',
            )}
          >
            {isDone || (index === current && canShowNext) ? (
              <button
                type="button"
                aria-label={isDone ? `${title}, written` : title}
                aria-pressed={stage === shown}
                onClick={() => onChoose(stage)}
                className="block w-full rounded-s py-2 text-left hover:text-ink max-sm:-mb-4 max-sm:h-11 pointer-coarse:min-h-11"
              >
                {label}
              </button>
            ) : (
              <span className="block py-2">{label}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Keeps the end of what grows in sight, until the reader scrolls up. */
function useFollowing(frame: RefObject<HTMLElement | null>, text: string): void {
  const isFollowing = useRef(true);

  useEffect(() => {
    const scroller = frame.current && scrollerOf(frame.current);
    if (!scroller) return;
    let last = scroller.scrollTop;
    const listener = () => {
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      const isAtEnd = scrollHeight - scrollTop - clientHeight < nearEnd;
      if (isAtEnd) isFollowing.current = true;
      else if (scrollTop < last) isFollowing.current = false;
      last = scrollTop;
    };
    scroller.addEventListener('scroll', listener, { passive: true });
    return () => scroller.removeEventListener('scroll', listener);
  }, [frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls because the text has grown
  useLayoutEffect(() => {
    if (isFollowing.current) frame.current?.scrollIntoView({ block: 'end' });
  }, [frame, text]);
}

/** Shows the beginning of `view` whenever another stage is in it. */
function useNewestInSight(view: RefObject<HTMLElement | null>, shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    const isOther = shown !== before.current;
    before.current = shown;
    if (isOther) view.current?.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
  }, [view, shown]);
}

/** Pixels that still count as the end. */
const nearEnd = 48;

function scrollerOf(element: HTMLElement): HTMLElement | null {
  const { parentElement } = element;
  if (!parentElement) return null;
  return /auto|scroll/.test(getComputedStyle(parentElement).overflowY)
    ? parentElement
    : scrollerOf(parentElement);
}
