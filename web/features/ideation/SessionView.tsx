import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { splitSections } from '#shared/rules/ideation/ideation-sections.ts';
import { ideationStages, textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { marketSums } from '#shared/rules/ideation/market-figures.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Markdown } from '#web/ui/Markdown.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { ReceiptNote } from '#web/ui/states/ReceiptNote.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { IdeaForm } from './IdeaForm.tsx';
import { SessionText } from './SessionText.tsx';
import {
  addSection,
  hasText,
  type IdeationDocument,
  receiptOfPartial,
  receiptsOfText,
} from './session-document.ts';
import { announceNext, type Coach, type CoachResult } from './use-coach.ts';
import type { Opening, Saving, Session } from './use-session.ts';

export type SessionViewProps = {
  session: Session;
  document: IdeationDocument;
  coach: Coach;
  saving: Saving;
  opening: Opening;
};

export function SessionView({ session, document, coach, saving, opening }: SessionViewProps) {
  const { change } = session;
  const { content, nextStage: stage, partial } = document;
  const isWriting = coach.arriving !== null;
  const text = useRef<HTMLDivElement>(null);
  useNewestInSight(text, splitSections(content).length);

  function goOnWithPart() {
    if (!stage) return;
    coach.clear();
    change((now) => addSection(now, { stage, markdown: now.partial, receipt: receiptOfPartial(now) }));
    announceNext(stage);
  }

  return (
    <>
      <StageSteps nextStage={stage} />
      <IdeaForm
        document={document}
        change={change}
        coach={coach}
        isBusy={isWriting || saving.isSaving}
        onWrite={() => coach.write(document)}
        onSave={() => saving.save(document)}
      >
        <OtherSessions document={document} opening={opening} />
      </IdeaForm>
      <div ref={text}>
        <SessionText
          document={document}
          onChange={(next) => change((now) => ({ ...now, content: storable(next) }))}
        />
      </div>
      <MarketSize content={content} />
      <WrittenBy receipts={receiptsOfText(document)} />
      <CoachStatus isWriting={isWriting} result={coach.result} />
      {coach.arriving !== null && stage ? <Arriving stage={stage} text={coach.arriving} /> : null}
      {coach.failure && !isWriting ? (
        <ErrorState
          title={stage ? `${textsOfStage(stage).title} could not be written.` : 'That did not work.'}
          onRetry={() => coach.write(document)}
          className="mt-5"
        >
          <p className="wrap-anywhere">{coach.failure.reason}</p>
          <p>Everything you have written is kept.</p>
        </ErrorState>
      ) : null}
      {partial !== '' && stage && !isWriting ? (
        <PartialSection
          stage={stage}
          text={partial}
          receipt={receiptOfPartial(document)}
          onKeep={goOnWithPart}
        />
      ) : null}
      {coach.wasShortened ? (
        <p className="mt-4 text-meta text-faint">
          Your text is long: earlier sections were shortened for the coach. Nothing was cut here.
        </p>
      ) : null}
    </>
  );
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

/** The market size, computed as soon as the founder has filled in its blanks. */
function MarketSize({ content }: { content: string }) {
  const sums = marketSums(content);
  if (!sums) return null;
  return (
    <dl className="mt-4 grid gap-x-3 gap-y-1 border-t border-line pt-4 tabular-nums sm:grid-cols-[auto_1fr]">
      <dt className="text-soft">Whole market</dt>
      <dd className="text-ink">{sums.whole}</dd>
      {sums.reachable ? (
        <>
          <dt className="text-soft">Within your reach</dt>
          <dd className="text-ink">{sums.reachable}</dd>
        </>
      ) : null}
    </dl>
  );
}

/** Ways to other sessions; the open one stays in the account. */
function OtherSessions({ document, opening }: { document: IdeationDocument; opening: Opening }) {
  return (
    <>
      {hasText(document) ? (
        <Button variant="quiet" onClick={opening.startNew}>
          Start a new session
        </Button>
      ) : null}
      {opening.bringBack ? (
        <Button variant="quiet" onClick={opening.bringBack}>
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
      <Markdown text={text} className="mt-3" />
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

/** The five stages and where the session is. */
function StageSteps({ nextStage }: { nextStage: IdeationStage | null }) {
  const found = ideationStages.findIndex(({ stage }) => stage === nextStage);
  const current = found === -1 ? ideationStages.length : found;
  return (
    <ol aria-label="Stages" className="mb-5 flex flex-wrap gap-x-5 gap-y-1.5 text-meta">
      {ideationStages.map(({ stage, title }, index) => (
        <li
          key={stage}
          aria-current={index === current ? 'step' : undefined}
          className={clsx(
            'flex items-center gap-1.5',
            index === current ? 'font-medium text-ink' : 'text-faint',
          )}
        >
          {index < current ? (
            <Check size={14} aria-hidden="true" className="text-good" />
          ) : (
            <span className="tabular-nums">{index + 1}.</span>
          )}
          {title}
          {index < current ? <span className="sr-only">: written</span> : null}
        </li>
      ))}
    </ol>
  );
}

/** Origin of each section; the founder's own edits have no receipt. */
function WrittenBy({ receipts }: { receipts: SectionReceipt[] }) {
  if (receipts.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-x-6 gap-y-1 sm:grid-cols-2" aria-label="How the sections were written">
      {receipts.map((receipt) => {
        const { title } = textsOfStage(receipt.stage);
        const flaw = flaws[receipt.step];
        return (
          <li key={receipt.stage} className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-soft">
              {title}
              {receipt.model === null ? <Badge>Written without AI</Badge> : null}
            </p>
            {flaw ? <p className="text-meta text-warn">{flaw}</p> : null}
            <ReceiptNote receipt={receipt} subject={title} />
          </li>
        );
      })}
    </ul>
  );
}

/** Flaws of a section, in sight without a click. */
const flaws: Partial<Record<Receipt['step'], string>> = {
  raw: 'This reply could not be read as sections and is shown as it came.',
  unfinished: 'This section arrived in part and was kept as it was.',
};

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

/** Shows the last heading inside `view` whenever `sections` has grown: the newest section from its beginning. */
function useNewestInSight(view: RefObject<HTMLElement | null>, sections: number): void {
  const before = useRef(sections);
  useEffect(() => {
    const hasGrown = sections > before.current;
    before.current = sections;
    if (!hasGrown) return;
    const newest = [...(view.current?.querySelectorAll('h3[data-from]') ?? [])].at(-1);
    newest?.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
  }, [view, sections]);
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
