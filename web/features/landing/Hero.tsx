import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { offline } from '#shared/messages/failures.ts';
import { exampleIdeas } from '#web/features/landing/preview/examples.data.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { IntervalBar } from '#web/ui/IntervalBar.tsx';
import { MarkedIdea } from '#web/ui/idea/MarkedIdea.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { exampleVerdict } from './example-verdict.data.ts';
import type { IdeaPreviewProps, PreviewHandle } from './preview/IdeaPreview.tsx';

type HeroProps = {
  /** The idea's box. */
  field: RefObject<HTMLTextAreaElement | null>;
  onStart: () => void;
  onBookDemo: () => void;
  /** Somebody wants more than the preview of their idea, which is kept for then. */
  onFullPlan: () => void;
};

export function Hero({ field, onStart, onBookDemo, onFullPlan }: HeroProps) {
  const [idea, setIdea] = useState('');
  const [reading, setReading] = useState<IdeaReading | null>(null);
  const [Preview, setPreview] = useState<ComponentType<IdeaPreviewProps>>();
  const preview = useRef<PreviewHandle>(null);

  // Fetched with the first idea: most visitors only read.
  function show(next: string) {
    if (Preview && next === idea) return preview.current?.goOn();
    setIdea(next);
    setReading(null);
    import('./preview/IdeaPreview.tsx').then(
      (m) => setPreview(() => m.IdeaPreview),
      () => showToast(offline),
    );
  }

  return (
    <section className="mx-auto grid max-w-6xl items-center gap-10 px-4 pt-9 pb-14 sm:px-6 sm:pt-14 lg:min-h-[44rem] lg:grid-cols-[minmax(0,1fr)_31.25rem] lg:gap-14 lg:py-10 xl:gap-18">
      <div>
        {/* Broken by hand: at a width of its own it would wrap elsewhere until the font is there, and jump. */}
        <h1 className="text-[2.875rem] leading-[1.02] tracking-[-0.04em] sm:text-[4rem]">
          Know before <br />
          you build.
        </h1>
        <p className="mt-4 text-lg leading-7 text-soft sm:mt-5">
          Type your idea. Ask people what they did. <br className="max-sm:hidden" />
          Read a verdict you can check.
        </p>
        <IdeaBox
          field={field}
          shown={Preview ? { idea, reading } : null}
          onIdea={show}
          onEdit={() => setReading(null)}
          onStart={onStart}
        />
        <p className="mt-7 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="l" onClick={onBookDemo}>
            Book a Demo
          </Button>
          <span className="text-meta text-faint max-sm:hidden">See your questions without an account.</span>
        </p>
        <noscript className="mt-4 block font-medium">Signing up and booking a demo need JavaScript.</noscript>
      </div>
      {Preview ? (
        <Preview
          key={idea}
          ref={preview}
          idea={idea}
          field={field}
          onRead={setReading}
          onFullPlan={onFullPlan}
        />
      ) : (
        <ExampleVerdict />
      )}
    </section>
  );
}

/** One verdict as the results page shows it: its answers are made up and it says so, the rule is the real one. */
function ExampleVerdict() {
  const { decision, sentiment, says, answers, line, figures, strength, weakness } = exampleVerdict;
  return (
    <Card floating aria-label="Example of a verdict" className="min-w-0">
      <div className="flex items-center gap-2.5">
        <Badge tone="good">{sentiment}</Badge>
        <span className="ml-auto text-meta text-faint tabular-nums">{answers} answers</span>
        <Badge icon={null}>Example</Badge>
      </div>
      <h2 className="mt-4 text-[2rem] leading-none tracking-[-0.04em] sm:text-[2.625rem]">{decision}</h2>
      <p className="mt-2 text-base text-soft">{says}</p>
      <ul className="mt-3.5 divide-y divide-line border-y border-line tabular-nums">
        {figures.map(({ name, has, low, high }) => (
          <li
            key={name}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2.5 py-3 sm:grid-cols-[8.5rem_1fr_4.75rem]"
          >
            <strong>{name}</strong>
            <span className="text-right text-meta text-faint sm:order-3">
              {has} of {answers}
              <span className="sm:hidden"> · </span>
              <br className="max-sm:hidden" />
              {low}–{high}&nbsp;%
            </span>
            <div className="max-sm:col-span-2">
              <IntervalBar low={low} high={high} share={(has / answers) * 100} line={line} />
            </div>
          </li>
        ))}
      </ul>
      <ul className="divide-y divide-line">
        <Quote icon={<Check size={17} aria-label="Strength" />} {...strength} />
        <Quote icon={<TriangleAlert size={17} aria-label="Weakness" />} {...weakness} />
      </ul>
      <p className="mt-2 text-meta text-faint">Made-up answers, the real rule. The line is {line}&nbsp;%.</p>
    </Card>
  );
}

type QuoteProps = { icon: ReactNode; quote: string; answers: readonly number[] };

function Quote({ icon, quote, answers }: QuoteProps) {
  return (
    <li className="flex gap-2.5 py-2.5 leading-5.25">
      <span className="mt-0.5 shrink-0 text-soft">{icon}</span>
      <span>
        <q className="marker-pen before:content-none after:content-none">{quote}</q>{' '}
        {answers.map((number) => (
          <span
            key={number}
            className="mr-1 inline-block rounded-[5px] bg-spark-wash px-1.25 text-[0.6875rem] leading-4 font-semibold text-spark-ink tabular-nums"
          >
            #{number}
          </span>
        ))}
      </span>
    </li>
  );
}

type IdeaBoxProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The idea whose preview is on the page, with its phrases once they are read. */
  shown: { idea: string; reading: IdeaReading | null } | null;
  onIdea: (idea: string) => void;
  onEdit: () => void;
  onStart: () => void;
};

/** The idea in one sentence. Without React it keeps what is typed: see web/app/landing-start.ts. */
function IdeaBox({ field, shown, onIdea, onEdit, onStart }: IdeaBoxProps) {
  const id = useId();
  const typed = () => field.current?.value.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    const idea = typed();
    if (idea) onIdea(idea);
    else onStart();
  }

  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }

  function take(idea: string) {
    // A sentence of the visitor's own stays in the field.
    const isOwn = typed() && exampleIdeas.every((example) => example.idea !== typed());
    if (field.current && !isOwn) field.current.value = idea;
    onIdea(idea);
  }

  // An example beside a sentence of the visitor's own marks nothing in it.
  const marked = shown?.reading && typed() === shown.idea ? shown : null;
  const text = 'col-start-1 row-start-1 text-lg leading-6.5 wrap-anywhere whitespace-pre-wrap';

  return (
    <>
      <form
        onSubmit={submit}
        className="mt-6 max-w-[34rem] rounded-[14px] bg-card p-3.5 pl-4.5 shadow-float ring-1 ring-edge focus-within:ring-2 focus-within:ring-spark sm:mt-7"
      >
        <label htmlFor={id} className="block text-meta text-soft">
          Your idea in one sentence
        </label>
        <div className="mt-1 grid">
          {marked ? (
            <span aria-hidden="true" className={`${text} text-transparent`}>
              <MarkedIdea idea={field.current?.value ?? ''} reading={marked.reading} />
            </span>
          ) : null}
          {/* Uncontrolled: hydration must not touch what was typed before it. */}
          <textarea
            ref={field}
            id={id}
            rows={2}
            dir="auto"
            placeholder="An app that helps dog owners find trusted walkers nearby"
            onKeyDown={submitOnEnter}
            onInput={onEdit}
            className={`${text} relative block w-full resize-none bg-transparent text-ink outline-none`}
          />
        </div>
        <div className="mt-3 flex items-center justify-between gap-3">
          <span className="text-meta text-faint max-sm:hidden">
            {shown ? 'Change it and press ' : null}
            <kbd className="rounded-[5px] px-1.25 font-sans text-[0.71875rem] inset-ring inset-ring-line">
              Enter
            </kbd>
            {shown ? null : ' shows your first questions'}
          </span>
          <Button type="submit" variant={shown ? 'secondary' : 'primary'} size="l" className="max-sm:w-full">
            Get started for Free
          </Button>
        </div>
      </form>
      <div className="mt-3.5 flex flex-wrap items-center gap-2">
        <span className="text-meta text-faint">Try</span>
        {exampleIdeas.map(({ label, idea }) => (
          <button
            key={label}
            type="button"
            onClick={() => take(idea)}
            className="h-7 rounded-full px-2.75 text-[0.8125rem] whitespace-nowrap text-soft inset-ring inset-ring-line transition-colors duration-100 hover:bg-muted hover:text-ink pointer-coarse:h-11"
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
