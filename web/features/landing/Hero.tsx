import { type ComponentType, useState } from 'react';
import { offline } from '#shared/messages/failures.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { ExampleVerdict } from './ExampleVerdict.tsx';
import { IdeaBox } from './IdeaBox.tsx';
import type { IdeaPreviewProps } from './IdeaPreview.tsx';

type HeroProps = {
  onStart: () => void;
  onBookDemo: () => void;
  /** Somebody wants more than the preview of their idea, which is kept for then. */
  onFullPlan: () => void;
};

export function Hero({ onStart, onBookDemo, onFullPlan }: HeroProps) {
  const [idea, setIdea] = useState('');
  const [Preview, setPreview] = useState<ComponentType<IdeaPreviewProps>>();

  // Fetched with the first idea: most visitors only read.
  function show(next: string) {
    setIdea(next);
    import('./IdeaPreview.tsx').then(
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
        <IdeaBox onIdea={show} onStart={onStart} />
        <Button size="l" onClick={onBookDemo} className="mt-6">
          Book a Demo
        </Button>
        <noscript className="mt-4 block font-medium">Signing up and booking a demo need JavaScript.</noscript>
      </div>
      {Preview ? <Preview key={idea} idea={idea} onFullPlan={onFullPlan} /> : <ExampleVerdict />}
    </section>
  );
}
