import { Button } from '#web/ui/Button.tsx';
import { ExampleVerdict } from './ExampleVerdict.tsx';

export function Hero({ onStart }: { onStart: () => void }) {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-12 pb-16 sm:px-6 sm:pt-16 lg:grid-cols-[1.02fr_1fr] lg:gap-14 lg:pt-20">
      <div>
        <h1 className="max-w-[10ch] text-[2.75rem] leading-[1.04] tracking-[-0.035em] sm:text-[3.625rem]">
          Know before you build.
        </h1>
        <p className="mt-5 max-w-[31em] text-lg leading-7 text-soft">
          Type your idea in one sentence. Get a survey that asks what people did, not what they might do, and
          a verdict you can check answer by answer.
        </p>
        <Button variant="primary" size="l" onClick={onStart} className="mt-7">
          Get started for Free
        </Button>
        <p className="mt-4 text-meta text-faint">
          No invented market sizes. No fake enthusiasm. Nothing posted in your name without you.
        </p>
      </div>
      <ExampleVerdict />
    </section>
  );
}
