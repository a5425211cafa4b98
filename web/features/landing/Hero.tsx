import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { offline } from '#shared/messages/failures.ts';
import {
  exampleIdea,
  exampleIdeas,
  exampleStart,
  type ShownVerdict,
} from '#web/features/landing/preview/examples.data.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { IntervalBar } from '#web/ui/IntervalBar.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { IdeaPreviewProps } from './preview/IdeaPreview.tsx';

type HeroProps = {
  onStart: () => void;
  onBookDemo: () => void;
  /** Somebody wants more than the preview of their idea, which is kept for then. */
  onFullPlan: () => void;
};

export function Hero({ onStart, onBookDemo, onFullPlan }: HeroProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [idea, setIdea] = useState('');
  const [Preview, setPreview] = useState<ComponentType<IdeaPreviewProps>>();

  // Fetched with the first idea: most visitors only read.
  function show(next: string) {
    setIdea(next);
    import('./preview/IdeaPreview.tsx').then(
      (m) => setPreview(() => m.IdeaPreview),
      () => showToast(offline),
    );
  }

  return (
    <section className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-12 pb-16 sm:px-6 sm:pt-16 lg:grid-cols-[1.02fr_1fr] lg:gap-14 lg:pt-20 lg:pb-20">
      <div>
        {/* Broken by hand: at a width of its own it would wrap elsewhere until the font is there, and jump. */}
        <h1 className="text-[2.75rem] leading-[1.04] tracking-[-0.035em] sm:text-[3.625rem]">
          Know before <br />
          you build.
        </h1>
        <p className="mt-5 text-lg leading-7 text-soft">
          Type your idea. Ask people what they did. Read a verdict you can check.
        </p>
        <IdeaBox field={field} onIdea={show} onStart={onStart} />
        <Button size="l" onClick={onBookDemo} className="mt-6">
          Book a Demo
        </Button>
        <noscript className="mt-4 block font-medium">Signing up and booking a demo need JavaScript.</noscript>
      </div>
      {Preview ? (
        <Preview key={idea} idea={idea} field={field} onFullPlan={onFullPlan} />
      ) : (
        <ExampleVerdict />
      )}
    </section>
  );
}

const tones = { Positive: 'good', Mixed: 'warn', Negative: 'bad' } as const;
const fewest = 20;
const most = 160;
const step = 20;

/** A verdict that visitors can play with: the counts are made up and say so, the rule is the real one. */
function ExampleVerdict() {
  const [answers, setAnswers] = useState(exampleStart.answers);
  const slider = useId();
  const verdict = useVerdict(answers);
  return (
    <Card floating aria-label="Example of a verdict" className="text-left">
      <div className="flex items-center justify-between gap-3">
        <Badge tone={tones[verdict.sentiment]}>{verdict.sentiment}</Badge>
        <Badge icon={null}>Example</Badge>
      </div>
      <div aria-live="polite">
        <h2 className="mt-3 text-title">{verdict.decision}</h2>
        <p className="mt-1.5 min-h-10 text-soft">
          {verdict.reason} The line is {verdict.line}&nbsp;%.
        </p>
      </div>
      <ul className="mt-4">
        {verdict.figures.map((figure) => (
          <FigureRow key={figure.name} figure={figure} answered={verdict.answers} line={verdict.line} />
        ))}
      </ul>
      <div className="mt-4 border-t border-line pt-4">
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={slider} className="font-medium">
            Number of answers
          </label>
          <output htmlFor={slider} className="font-medium tabular-nums">
            {answers}
          </output>
        </div>
        <input
          id={slider}
          type="range"
          min={fewest}
          max={most}
          step={step}
          value={answers}
          aria-valuetext={`${answers} answers: ${verdict.decision}`}
          onChange={(event) => setAnswers(Number(event.target.value))}
          className="mt-2 h-5 w-full accent-spark pointer-coarse:h-11"
        />
        <p className="mt-2 text-meta text-faint">
          “{exampleIdea}” and its counts are made up. Move the slider.
        </p>
      </div>
    </Card>
  );
}

/** The rule is fetched when the slider first moves; until it is there the first verdict is. */
function useVerdict(answers: number): ShownVerdict {
  const [verdict, setVerdict] = useState(exampleStart);
  useEffect(() => {
    if (answers === verdict.answers) return;
    let isWanted = true;
    import('./example-verdict.ts').then(
      ({ exampleVerdict }) => isWanted && setVerdict(exampleVerdict(answers)),
      // Away from the network the card goes on to say what it rests on.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [answers, verdict]);
  return verdict;
}

type FigureRowProps = { figure: ShownVerdict['figures'][number]; answered: number; line: number };

function FigureRow({ figure, answered, line }: FigureRowProps) {
  const { name, has, low, high } = figure;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3.5 gap-y-2 border-line py-2.5 text-[0.8125rem] not-first:border-t sm:grid-cols-[9.5rem_1fr_4.5rem]">
      <span>{name}</span>
      <span className="text-right text-meta text-faint tabular-nums sm:order-3">
        {low}–{high} %
        <br />
        {has} of {answered}
      </span>
      <div className="col-span-2 sm:col-span-1">
        <IntervalBar low={low} high={high} share={(has / answered) * 100} line={line} />
      </div>
    </li>
  );
}

type IdeaBoxProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  onIdea: (idea: string) => void;
  onStart: () => void;
};

/** The idea in one sentence. Without React it keeps what is typed: see web/app/landing-start.ts. */
function IdeaBox({ field, onIdea, onStart }: IdeaBoxProps) {
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

  return (
    <>
      <form onSubmit={submit} className="mt-7 max-w-[34rem] rounded-l bg-card p-4 shadow-float">
        <label className="block text-meta text-soft">
          Your idea in one sentence
          {/* Uncontrolled: hydration must not touch what was typed before it. */}
          <textarea
            ref={field}
            rows={2}
            dir="auto"
            onKeyDown={submitOnEnter}
            className="mt-1 block w-full resize-none rounded-s bg-transparent text-lg text-ink"
          />
        </label>
        <Button type="submit" variant="primary" size="l" className="mt-3">
          Get started for Free
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap gap-3">
        {exampleIdeas.map(({ label, idea }) => (
          <Button key={label} onClick={() => take(idea)}>
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}
