import { Button } from '#web/ui/controls/Button.tsx';

export function Closing({ onTypeIdea }: { onTypeIdea: () => void }) {
  return (
    <section className="border-t border-line bg-card">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-20">
        <h2 className="max-w-[16ch] text-[2.25rem] leading-[1.08] tracking-[-0.03em] sm:text-[2.75rem]">
          What do you believe that you have not checked?
        </h2>
        <Button size="l" onClick={onTypeIdea} className="mt-7">
          Type your idea
        </Button>
      </div>
    </section>
  );
}
