import { useId, useState } from 'react';
import type { BuilderName } from '#shared/contracts/build-prompts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Reader } from './Reader.tsx';
import type { findShown } from './versions.ts';
import { WhatChanged } from './WhatChanged.tsx';

type YourWordsProps = {
  run: NonNullable<ReturnType<typeof findShown>>;
  builder: BuilderName;
  /** The result with the founder's edits; null when it is the rewrite itself. */
  edited: string | null;
};

/** What the founder gave, and what became of it. */
export function YourWords({ run, builder, edited }: YourWordsProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const { original } = run.rewrite;
  return (
    <section className="min-w-0 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-[0.9375rem] leading-5">Your words</h3>
        <Button
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          What changed
        </Button>
      </div>
      <div className="mt-2 text-soft">
        {original.length > longestInSight ? (
          <Reader label="Your words">{original}</Reader>
        ) : (
          <blockquote className="whitespace-pre-wrap wrap-anywhere" dir="auto">
            {original}
          </blockquote>
        )}
      </div>
      {isOpen ? (
        <div id={panel} className="mt-4">
          <WhatChanged run={run} builder={builder} edited={edited} />
        </div>
      ) : null}
    </section>
  );
}

/** A longer text scrolls in a box of its own. */
const longestInSight = 600;
