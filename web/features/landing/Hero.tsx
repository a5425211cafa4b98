import { planNames } from '#shared/rules/prices.ts';
import { Button } from '#web/ui/Button.tsx';
import { ExampleVerdict } from './ExampleVerdict.tsx';

type HeroProps = { onStart: () => void; onBookDemo: () => void };

export function Hero({ onStart, onBookDemo }: HeroProps) {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-12 pb-16 sm:px-6 sm:pt-16 lg:grid-cols-[1.02fr_1fr] lg:gap-14 lg:pt-20 lg:pb-20">
      <div>
        {/* Broken by hand: at a width of its own it would wrap elsewhere until the font is there, and jump. */}
        <h1 className="text-[2.75rem] leading-[1.04] tracking-[-0.035em] sm:text-[3.625rem]">
          Know before <br />
          you build.
        </h1>
        <p className="mt-5 max-w-[31em] text-lg leading-7 text-soft">
          Type your idea in one sentence. Get a survey that asks what people did, not what they might do, and
          a verdict you can check answer by answer.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <Button variant="primary" size="l" onClick={onStart}>
            Get started for Free
          </Button>
          <Button size="l" onClick={onBookDemo}>
            Book a Demo
          </Button>
        </div>
        <noscript className="mt-4 block font-medium">Signing up and booking a demo need JavaScript.</noscript>
        <p className="mt-4 max-w-[34rem] text-meta text-faint">
          Every figure of a verdict is counted from answers. Nothing is posted in your name unless you say so.
          An account and the coach are free; validation plans, surveys, verdicts and build prompts come with
          the {planNames.pro}, Launch with the {planNames.developer}.
        </p>
      </div>
      <ExampleVerdict />
    </section>
  );
}
