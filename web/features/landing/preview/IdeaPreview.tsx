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
import { type IdeaReading, ideaReading } from '#shared/contracts/reading.ts';
import { internal } from '#shared/messages/failures.ts';
import { missingPhrase } from '#shared/rules/plans/needs-asking.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { isComplete } from '#web/drafts/idea-phrases.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { FirstQuestion } from '#web/ui/idea/FirstQuestion.tsx';
import { ReadingBoxes } from '#web/ui/idea/ReadingBoxes.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
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

  function askForPlan() {
    const isEdited = typed() !== idea;
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
  /** Leads to the plan, or to what is missing. */
  function goOn() {
    if (!preview || !reading) return;
    if (isComplete(reading)) askForPlan();
    else focusMissing(boxes.current, reading);
  }
  useImperativeHandle(ref, () => ({ goOn }));

  return (
    <div ref={card} className="min-w-0 animate-fade scroll-mt-4">
      <Card floating aria-label="Your idea" className="min-h-96 text-left">
        {preview && reading ? (
          <>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
              <h2 aria-live="polite" className="text-lg leading-6">
                {preview.asked ? 'Fill in what is missing' : 'Is this right?'}
              </h2>
              <p className="text-meta text-faint">Written without AI</p>
            </div>
            <div ref={boxes} className="mt-4 grid grid-cols-1 gap-3.5">
              <ReadingBoxes
                className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:*:last:col-span-2"
                reading={reading}
                onChange={change}
              />
              <FirstQuestion reading={reading} isShort onChange={change} onEnter={goOn} />
            </div>
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

/** The questions behind the first. */
function PlanBeginning({ preview, children }: { preview: Preview; children: ReactNode }) {
  return (
    <>
      <ol start={2} className="mt-4 divide-y divide-line border-y border-line">
        {preview.questions.slice(1).map((question, index) => (
          <li key={question} className="grid grid-cols-[1.5rem_minmax(0,1fr)] py-2.5">
            <span className="text-faint tabular-nums">{index + 2}</span>
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
  const name = missingPhrase(reading) ?? 'question';
  boxes?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
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
    // Phrases that are too long say so in their box.
    if (typed && !ideaReading.safeParse(typed).success) return;
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
