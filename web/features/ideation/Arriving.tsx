import { useDeferredValue, useEffect, useRef } from 'react';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { textsOfStage } from '#shared/rules/ideation-stages.ts';
import { Markdown } from '#web/ui/Markdown.tsx';
import { useFollowing } from './use-following.ts';

/** The section that is being written, as far as it has come. It isn't read aloud: `CoachStatus` says that it is on its way. */
export function Arriving({ stage, text }: { stage: IdeationStage; text: string }) {
  // Drawing a long text must not hold up typing.
  const shown = useDeferredValue(text);
  const frame = useRef<HTMLElement>(null);
  useFollowing(frame, shown);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) frame.current?.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, []);
  return (
    <section
      ref={frame}
      aria-label={`${textsOfStage(stage).title}, arriving`}
      aria-busy="true"
      className="mt-2.5 rounded-m bg-muted px-4 py-3.5"
    >
      {shown === '' ? (
        <p className="text-meta text-soft">It is sent; nothing has arrived yet.</p>
      ) : (
        <>
          <h3 className="mb-2.5 text-base">{textsOfStage(stage).title}</h3>
          <Markdown text={shown} />
        </>
      )}
    </section>
  );
}
