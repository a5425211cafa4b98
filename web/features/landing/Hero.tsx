import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { offline } from '#shared/messages/failures.ts';
import { planNames, prices } from '#shared/rules/billing/plans.ts';
import { figureWords } from '#shared/rules/verdict/figure-words.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { IntervalBar } from '#web/ui/IntervalBar.tsx';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import { exampleVerdict } from './example-verdict.data.ts';
import { IdeaBox } from './preview/IdeaBox.tsx';
import type { IdeaPreviewProps, PreviewHandle } from './preview/IdeaPreview.tsx';
import { findShownIdea, restoreTypedIdea, saveShownIdea, saveTypedIdea } from './preview/typed-idea.ts';

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
  useLayoutEffect(() => restoreTypedIdea(field.current), [field]);

  // Fetched with the first idea: most visitors only read.
  function show(next: string) {
    if (Preview && next === idea) return preview.current?.goOn();
    setIdea(next);
    setReading(null);
    saveShownIdea(next);
    import('./preview/VisitorPreview.tsx').then(
      (m) => {
        dismissError();
        setPreview(() => m.VisitorPreview);
      },
      () => showToast(offline),
    );
  }

  const showAgain = useEffectEvent(show);
  useEffect(() => {
    const shown = findShownIdea();
    if (shown) showAgain(shown);
  }, []);

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
        <div className="mt-6 max-w-[34rem] sm:mt-7">
          <IdeaBox
            field={field}
            button="Get started for Free"
            shown={Preview ? { idea, reading } : null}
            onIdea={show}
            onEdit={(typed) => {
              saveTypedIdea(typed);
              setReading(null);
            }}
            onEmpty={onStart}
          />
        </div>
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
          note={`Plan and survey come with the ${planNames.pro}, $${prices.pro.dollars}. The coach is free.`}
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
  const { decision, sentiment, people, howOften, answers, line, figures, strength, weakness } =
    exampleVerdict;
  const [first] = figures;
  const { subject, says } = figureWords({ ...first, options: [] }, { people }, { howOften });
  return (
    <Card floating aria-label="Example of a verdict" className="min-w-0">
      <div className="flex items-center gap-2.5">
        <Badge tone="good">{sentiment}</Badge>
        <span className="ml-auto text-meta text-faint tabular-nums">{answers} answers</span>
        <Badge icon={null}>Example</Badge>
      </div>
      <h2 className="mt-4 text-[2rem] leading-none tracking-[-0.04em] sm:text-[2.625rem]">{decision}</h2>
      <p className="mt-2 text-base text-soft">
        <strong className="font-medium text-ink">{subject}</strong> <span>{says}.</span>
      </p>
      <ul className="mt-3.5 divide-y divide-line border-y border-line tabular-nums">
        {figures.map(({ label, has, counted, low, high }, at) => (
          <li
            key={label}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2.5 py-3 sm:grid-cols-[8.5rem_1fr_4.75rem]"
          >
            <strong>{label}</strong>
            <span className="text-right text-meta text-faint sm:order-3">
              <span>{`${has} of ${at > 0 ? 'the ' : ''}${counted}`}</span>
              <span className="sm:hidden"> · </span>
              <br className="max-sm:hidden" />
              {low}–{high}&nbsp;%
            </span>
            <div className="max-sm:col-span-2">
              <IntervalBar low={low} high={high} share={(has / counted) * 100} line={line} />
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
    <li className="flex gap-2.5 py-2.5 leading-[max(1.3125rem,2ex)]">
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
