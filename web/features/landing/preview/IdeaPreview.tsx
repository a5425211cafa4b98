import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { type IdeaPreview as Preview, previewIdea } from '#shared/contracts/preview.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { internal } from '#shared/messages/failures.ts';
import { missingPhrase } from '#shared/rules/plans/needs-asking.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ReadingBoxes, readingTitle } from '#web/ui/idea/ReadingBoxes.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { exampleIdeas } from './examples.data.ts';
import { savePreview } from './saved-preview.ts';

export type IdeaPreviewProps = {
  idea: string;
  /** Its phrases as they were corrected before. */
  corrected?: IdeaReading | undefined;
  /** The box in which the idea was typed. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** The phrases, as they are in the boxes. */
  onRead: (reading: IdeaReading) => void;
  onFullPlan: () => void;
  /** Under the button: the price, say. */
  note: string | null;
  /** Another way to go on, beside the plan. */
  beside?: ReactNode;
  ref?: Ref<PreviewHandle>;
};

/** `goOn` is the same sentence sent again: it asks for the plan, or leads to what is missing. */
export type PreviewHandle = { goOn: () => void };

/** The beginning of an idea's plan, before there is one. */
export function IdeaPreview(props: IdeaPreviewProps) {
  const { idea, corrected, field, onRead, onFullPlan, note, beside, ref } = props;
  const { preview, reading, problem, change, retry } = usePreview(idea, corrected);
  const card = useRef<HTMLDivElement>(null);
  const boxes = useRef<HTMLDivElement>(null);
  const isThere = preview !== null;
  const typed = () => field.current?.value.trim() || idea;
  // An example is shown beside a sentence of the visitor's own.
  const [shownFor] = useState(() => (exampleIdeas.some((example) => example.idea === idea) ? typed() : idea));

  function askForPlan() {
    const isEdited = typed() !== shownFor;
    if (isEdited) savePreview({ idea: typed() });
    else if (reading) savePreview({ idea, reading });
    onFullPlan();
  }

  useEffect(() => {
    if (isThere) showCard(card.current);
  }, [isThere]);
  const isAsked = preview?.asked ?? false;
  useEffect(() => {
    const isTyping = boxes.current?.contains(document.activeElement);
    if (isAsked && preview && !isTyping) focusMissing(boxes.current, preview.reading);
  }, [isAsked, preview]);

  const tell = useEffectEvent(onRead);
  useEffect(() => {
    if (reading) tell(reading);
  }, [reading]);
  useImperativeHandle(ref, () => ({
    goOn() {
      if (!preview) return;
      if (isAsked) focusMissing(boxes.current, preview.reading);
      else askForPlan();
    },
  }));

  return (
    <div ref={card} className="min-w-0 animate-fade scroll-mt-4">
      <Card floating aria-label="Your idea" className="min-h-96 text-left">
        {preview && reading ? (
          <>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
              <h2 aria-live="polite" className="text-lg leading-6">
                {preview.asked ? readingTitle(preview.reading) : 'Is this right?'}
              </h2>
              <p className="text-meta text-faint">Written without AI</p>
            </div>
            <ReadingBoxes
              boxes={boxes}
              className="mt-4 grid gap-3"
              reading={reading}
              hasExamples
              onChange={change}
            />
            {preview.asked ? null : (
              <PlanBeginning preview={preview}>
                <Button variant="primary" size="l" className="mt-5 w-full" onClick={askForPlan}>
                  Get the full plan and survey
                </Button>
                {note ? <p className="mt-2.5 text-center text-meta text-faint">{note}</p> : null}
                {beside}
              </PlanBeginning>
            )}
          </>
        ) : problem ? null : (
          <Loading label="Reading your idea" />
        )}
        {problem ? (
          <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-bad">
            {problem}
            <Button onClick={retry}>Try again</Button>
          </p>
        ) : null}
      </Card>
    </div>
  );
}

function PlanBeginning({ preview, children }: { preview: Preview; children: ReactNode }) {
  return (
    <>
      <ol className="mt-4 divide-y divide-line border-y border-line">
        {preview.questions.map((question, index) => (
          <li key={question} className="grid grid-cols-[1.5rem_minmax(0,1fr)] py-2.5">
            <span className="text-faint tabular-nums">{index + 1}</span>
            <span className="wrap-anywhere" dir="auto">
              {question}
            </span>
          </li>
        ))}
      </ol>
      {children}
    </>
  );
}

function focusMissing(boxes: HTMLElement | null, reading: IdeaReading): void {
  boxes?.querySelector<HTMLInputElement>(`[name="${missingPhrase(reading)}"]`)?.focus();
}

/** On a phone the card lies below what was typed. */
function showCard(card: HTMLElement | null): void {
  if (card && card.getBoundingClientRect().top > innerHeight / 2) card.scrollIntoView({ block: 'start' });
}

const pauseMs = 400;

/** The preview of an idea, asked for again after each pause in changing its phrases. */
function usePreview(idea: string, corrected: IdeaReading | null = null) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [typed, setTyped] = useState(corrected);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const body = { idea, reading: typed ?? undefined };
    const ask = () =>
      call(previewIdea, { body, signal }).then(
        (found) => {
          if (signal.aborted) return;
          setPreview(found);
          setProblem(null);
        },
        (error: unknown) => {
          if (!signal.aborted) setProblem(error instanceof ApiError ? error.message : internal.text);
        },
      );
    const timer = setTimeout(ask, typed && attempt === 0 ? pauseMs : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [idea, typed, attempt]);

  return {
    preview,
    /** The phrases as typed, or else as read. */
    reading: typed ?? preview?.reading ?? null,
    problem,
    change(next: IdeaReading) {
      setAttempt(0);
      setTyped(next);
    },
    retry: () => setAttempt(attempt + 1),
  };
}
