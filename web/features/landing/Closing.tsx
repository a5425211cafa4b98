import { Button } from '#web/ui/controls/Button.tsx';
import { TextLink } from './TextLink.tsx';

type ClosingProps = { onStart: () => void; onBookDemo: () => void };

export function Closing({ onStart, onBookDemo }: ClosingProps) {
  return (
    <section className="border-t border-line bg-card">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-20">
        <h2 className="max-w-[16ch] text-[2.25rem] leading-[1.08] tracking-[-0.03em] sm:text-[2.75rem]">
          What do you believe that you have not checked?
        </h2>
        <p className="mt-4 max-w-[36em] text-lg leading-7 text-soft">Write it down in one sentence.</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <Button variant="primary" size="l" onClick={onStart}>
            Create an account
          </Button>
          <Button size="l" onClick={onBookDemo}>
            Let us show you
          </Button>
        </div>
        <p className="mt-4 text-meta text-faint">
          Is my idea private, and what help can I expect? <TextLink to="/FAQ">Questions and answers</TextLink>
        </p>
      </div>
    </section>
  );
}
